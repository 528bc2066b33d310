import { afterEach, expect, test, vi } from 'vitest'
import { createTestKit } from '../../testing/createTestKit.js'
import { setLocale } from './setLocale.js'
import { startLocale } from './startLocale.js'

afterEach(() => vi.unstubAllGlobals())

test('starts with English and the host’s own texts', () => {
  const kit = createTestKit({ texts: { 'connect.title': 'Get in' } })
  expect(kit.store.getState().locale).toEqual({ tag: 'en', texts: { 'connect.title': 'Get in' } })
})

test('loads another language, and keeps the host’s own texts', async () => {
  const kit = createTestKit({ texts: { 'connect.title': 'Rein' } })
  await setLocale(kit, 'de-CH')
  const { tag, texts } = kit.store.getState().locale
  expect([tag, texts['connect.title'], texts['modal.close']]).toEqual(['de', 'Rein', 'Schließen'])
})

test('uses the last of several calls', async () => {
  const kit = createTestKit()
  await Promise.all([setLocale(kit, 'de'), setLocale(kit, 'en')])
  expect(kit.store.getState().locale).toEqual({ tag: 'en', texts: {} })
})

test('prefers the config’s language to the visitor’s', async () => {
  vi.stubGlobal('navigator', { languages: ['en-US', 'de'], language: 'en-US' })
  const kit = createTestKit({ locale: 'de' })
  startLocale(kit)
  await vi.waitFor(() => expect(kit.store.getState().locale.tag).toBe('de'))
})

test('uses the first of the visitor’s languages that the kit has if the config has none', async () => {
  vi.stubGlobal('navigator', { languages: ['xx', 'de-AT', 'en'], language: 'xx' })
  const kit = createTestKit()
  startLocale(kit)
  await vi.waitFor(() => expect(kit.store.getState().locale.tag).toBe('de'))
})
