import { type CaipNetworkId, isRdns, namespaceOf, namespaces, walletSchema } from 'latchkey/protocol'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { createPackageIcons } from '../images/packageIcons.js'
import { builtInWallets } from './catalogue.js'

const listed = builtInWallets()
const wallets = listed.map(({ wallet }) => wallet)

describe('builtInWallets', () => {
  test('has at least 60 wallets, and some in every family', () => {
    const families: { [namespace: string]: number } = {}
    for (const { chains = [] } of wallets) {
      for (const namespace of new Set(chains.map(namespaceOf))) {
        families[namespace] = (families[namespace] ?? 0) + 1
      }
    }
    expect(wallets.length).toBeGreaterThanOrEqual(60)
    for (const namespace of namespaces) expect(families[namespace], namespace).toBeGreaterThanOrEqual(5)
  })

  test.each(wallets.map((wallet) => [wallet.name, wallet] as const))(
    '%s reaches clients as it stands, nothing dropped or changed',
    (_name, wallet) => {
      expect(v.parse(walletSchema, JSON.parse(JSON.stringify(wallet)))).toEqual(wallet)
    },
  )

  test('ids, names and announced rdns are unique', () => {
    for (const values of [
      wallets.map(({ id }) => id),
      wallets.map(({ name }) => name.toLowerCase()),
      wallets.flatMap(({ rdns }) => rdns ?? []),
      wallets.flatMap(({ chrome_store }) => chrome_store ?? []),
      wallets.flatMap(({ play_store }) => play_store ?? []),
      wallets.flatMap(({ app_store }) => app_store ?? []),
    ]) {
      expect(values.filter((value, index) => values.indexOf(value) !== index)).toEqual([])
    }
  })

  test('ids are 64 hexadecimal digits and rdns are reversed host names', () => {
    for (const { id, rdns } of wallets) {
      expect(id).toMatch(/^[0-9a-f]{64}$/)
      expect(rdns === undefined || isRdns(rdns)).toBe(true)
    }
  })

  test('ids that apps already configure stay the same', () => {
    const idOf = (name: string) => wallets.find((wallet) => wallet.name === name)?.id
    expect(idOf('MetaMask')).toBe('c57ca95b47569778a828d19178114f4db188b89b763c899ba0be274e97267d96')
    expect(idOf('Trust Wallet')).toBe('4622a2b2d6af1c9844944291e5e7351a6aa24cd7b23099efac1b2fd875da31a0')
    expect(idOf('Rainbow')).toBe('1ae92b26df02f0abca6304df07debccd18262fdf5fe82daa81593582dac9a369')
    // The project's own ids must not change either.
    const own = [
      'Taho',
      'Frame',
      'Family',
      'Kaia Wallet',
      'Sequence',
      'Zeal',
      'Universal Profiles',
      'Flow Wallet',
    ]
    own.push('Glow', 'UniSat', 'Oyl Wallet', 'Wizz Wallet', 'Polkadot{.js}', 'Enkrypt', 'Fearless Wallet')
    own.push('PolkaGate', 'Fordefi')
    expect(own.map((name) => `${idOf(name)?.slice(0, 16)} ${name}`)).toMatchInlineSnapshot(`
      [
        "49db7b0e64401542 Taho",
        "3d35c7089daacb24 Frame",
        "0b580c0162f1e868 Family",
        "c614d2cce3a1aeef Kaia Wallet",
        "41b03f4b2431cffc Sequence",
        "4d8104562090d75d Zeal",
        "fe2edbb0a7ba9bda Universal Profiles",
        "acdb72e64a3881f7 Flow Wallet",
        "7f8c2d21512868ca Glow",
        "5335765967bd4d7e UniSat",
        "927ccfc59b963301 Oyl Wallet",
        "ee7988d4da9fed60 Wizz Wallet",
        "83efed86136269bb Polkadot{.js}",
        "422b42dabafc5588 Enkrypt",
        "c5151278677bc170 Fearless Wallet",
        "98f1c7bd2e425ab1 PolkaGate",
        "1258c1eb9cf376a4 Fordefi",
      ]
    `)
  })

  test('store links lead to a page of the store', () => {
    for (const { name, app_store, play_store, chrome_store } of wallets) {
      expect(app_store ?? 'https://apps.apple.com/app/id1', name).toMatch(/\/app\/id\d+$/)
      expect(play_store ?? 'https://play.google.com/?id=a.b', name).toMatch(/\?id=[a-z]\w*(\.\w+)+$/i)
      expect(chrome_store ?? `https://c/detail/${'a'.repeat(32)}`, name).toMatch(/\/detail\/[a-p]{32}$/)
    }
  })

  test('each wallet has a link, an injected provider or a store page', () => {
    const unreachable = wallets.filter(
      (wallet) =>
        !wallet.mobile_link &&
        !wallet.desktop_link &&
        !wallet.webapp_link &&
        !wallet.injected &&
        !wallet.rdns &&
        !wallet.chrome_store,
    )
    expect(unreachable.map(({ name }) => name)).toEqual([])
  })

  test('chains are listed once, and begin with a main network of the family', () => {
    for (const { name, chains = [] } of wallets) {
      expect(new Set<CaipNetworkId>(chains).size, name).toBe(chains.length)
      expect(chains.length, name).toBeGreaterThan(0)
    }
  })

  test('every icon exists in the package', () => {
    const { names } = createPackageIcons()
    const missing = listed.filter(({ icon }) => icon !== undefined && !names.has(icon))
    expect(missing.map(({ wallet, icon }) => `${wallet.name}: ${icon}`)).toEqual([])
  })

  test("the order values leave gaps for a host's wallets", () => {
    expect(wallets.slice(0, 3).map(({ order }) => order)).toEqual([10, 20, 30])
  })
})
