import { describe, expect, test } from 'vitest'
import { embeddedErrorTexts } from '../protocol/embeddedErrorTexts.js'
import { errorTexts } from '../protocol/errorTexts.js'
import { embeddedEn } from './embedded/en.js'
import { embeddedLoaders } from './embedded/loaders.js'
import { en } from './en.js'
import { localeLoaders, matchLocale } from './loaders.js'

const english = new Map<string, string>([
  ...Object.entries({ ...en, ...embeddedEn }),
  ...Object.entries({ ...errorTexts, ...embeddedErrorTexts }).map(
    ([code, text]) => [`error.${code}`, text] as const,
  ),
])
const slotsOf = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort()

const loaders = [...Object.entries(localeLoaders), ...Object.entries(embeddedLoaders)]

describe.each(loaders)('%s', (tag, load) => {
  test('has the slots of the English text in each of its texts, and in each form of it', async () => {
    for (const [key, text] of Object.entries(await load())) {
      for (const form of text.split('|'))
        expect([key, slotsOf(form)]).toEqual([key, slotsOf(english.get(key) ?? '')])
    }
  })

  test('has every form that its numbers need', async () => {
    const categories = new Intl.PluralRules(tag).resolvedOptions().pluralCategories
    for (const [key, text] of Object.entries(await load())) {
      if (!english.get(key)?.includes('|')) continue
      expect(
        text
          .split('|')
          .map((form) => form.split('=')[0])
          .sort(),
      ).toEqual([...categories].sort())
    }
  })

  test('has no key that English has not, and no empty text', async () => {
    for (const [key, text] of Object.entries(await load())) {
      expect(english.has(key)).toBe(true)
      expect(text.trim()).toBe(text)
      expect(text).not.toBe('')
    }
  })
})

test.each([
  [['de-AT'], 'de'],
  [['xx', 'de'], 'de'],
  [['en-GB', 'de'], 'en'],
  [['not a tag'], 'en'],
  [[''], 'en'],
  [[], 'en'],
  [['constructor'], 'en'],
])('%j is shown in %s', (wanted, locale) => {
  expect(matchLocale(wanted)).toBe(locale)
})
