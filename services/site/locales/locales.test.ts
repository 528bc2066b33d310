import { describe, expect, test } from 'vitest'
import { localeLoaders } from './localeLoaders.js'
import { english } from './siteTexts.js'

const englishTexts = new Map<string, string>(Object.entries(english))
const slot = /\{\w+\}/g
const slotsOf = (text: string) => [...new Set(text.match(slot) ?? [])].sort()
/** What a translator has written: the text without its slots and without the names of its plural forms. */
const wordsOf = (text: string) =>
  text.replace(slot, '').replace(/(^|\|)(zero|one|two|few|many|other)=/g, '$1')

const scripts: { readonly [tag: string]: RegExp } = {
  ar: /\p{Script=Arabic}/u,
  fa: /\p{Script=Arabic}/u,
  he: /\p{Script=Hebrew}/u,
  hi: /\p{Script=Devanagari}/u,
  ja: /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}/u,
  ko: /\p{Script=Hangul}/u,
  ru: /\p{Script=Cyrillic}/u,
  th: /\p{Script=Thai}/u,
  uk: /\p{Script=Cyrillic}/u,
  'zh-Hans': /\p{Script=Han}/u,
  'zh-Hant': /\p{Script=Han}/u,
}
/** Names of the field that languages keep as English has them. */
const names = new Set(['Nonce', 'Smart account'])
/** Punctuation of Latin text where the language has its own. */
const foreignMarks: { readonly [tag: string]: RegExp } = {
  ar: /[,;?]/,
  fa: /[,;?]/,
  hi: /\./,
  ja: /[,;?!.()]/,
  'zh-Hans': /[,;?!.()]/,
  'zh-Hant': /[,;?!.()]/,
}
/** The marks that end a sentence, an ellipsis and a question. Thai sentences end without a mark. */
const endings = [
  { english: '.', mark: /[.。।]$/ },
  { english: '…', mark: /…$/ },
  { english: '?', mark: /[?？؟]$/ },
] as const

describe.each(Object.entries(localeLoaders))('%s', (tag, load) => {
  test('has exactly the keys of the English texts', async () => {
    expect(Object.keys(await load()).sort()).toEqual([...englishTexts.keys()].sort())
  })

  test('has the slots of the English text in each of its texts, and in each form of it', async () => {
    for (const [key, text] of Object.entries(await load())) {
      for (const form of text.split('|'))
        expect([key, slotsOf(form)]).toEqual([key, slotsOf(englishTexts.get(key) ?? '')])
    }
  })

  test('has every form that its numbers need, and no other', async () => {
    const categories = [...new Intl.PluralRules(tag).resolvedOptions().pluralCategories].sort()
    for (const [key, text] of Object.entries(await load())) {
      if (!text.includes('|') && !englishTexts.get(key)?.includes('|')) continue
      const forms = text.split('|').map((form) => form.split('=')[0])
      expect([key, forms.sort()]).toEqual([key, categories])
    }
  })

  test('has no empty text, no stray space, no typewriter quote and no mark that turns the direction', async () => {
    for (const [key, text] of Object.entries(await load())) {
      expect(text.trim(), key).toBe(text)
      expect(text, key).not.toBe('')
      expect(text, key).not.toMatch(/ {2}|\n|['"<>]|[\u200e\u200f\u202a-\u202e\u2066-\u2069]/)
    }
  })

  test('leaves no text in English', async () => {
    const script = scripts[tag]
    for (const [key, text] of Object.entries(await load())) {
      if (names.has(text) || !/\p{Letter}/u.test(wordsOf(englishTexts.get(key) ?? ''))) continue
      if (script !== undefined) expect(text, key).toMatch(script)
      // One word can be the same in two languages; a phrase is not.
      else if (/\p{Letter}\s+\p{Letter}/u.test(wordsOf(text)))
        expect(text, key).not.toBe(englishTexts.get(key))
    }
  })

  test('uses the marks of its own script, and ends each text as the English one ends', async () => {
    const foreign = foreignMarks[tag]
    for (const [key, text] of Object.entries(await load())) {
      const words = wordsOf(text)
      if (foreign !== undefined) expect(words, key).not.toMatch(foreign)
      if (tag === 'th') continue
      for (const { english: end, mark } of endings) {
        expect([key, mark.test(text)]).toEqual([key, englishTexts.get(key)?.endsWith(end)])
      }
    }
  })

  test('asks for words that a visitor can type as they are compared: in capitals, without spaces', async () => {
    const texts = await load()
    for (const word of [texts['export.word'], texts['delete.word']]) {
      expect(word).toMatch(/^\S+$/)
      expect(word).toBe(word.trim().toUpperCase())
    }
    expect(texts['export.word']).not.toBe(texts['delete.word'])
  })
})
