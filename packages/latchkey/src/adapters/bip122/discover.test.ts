import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { people } from '../../../../../chains/bitcoin/src/people.js'
import type { Connector } from '../../core/connector.js'
import { createTestClock } from '../../testing/createTestClock.js'
import { scriptedBitcoinWallet } from '../../testing/wallet/scriptedBitcoinWallet.js'
import { discover } from './discover.js'

const [ada] = people
let page: EventTarget & { [name: string]: unknown }
beforeEach(() => {
  page = new EventTarget() as typeof page
  vi.stubGlobal('window', page)
})
afterEach(() => vi.unstubAllGlobals())

async function look({ isAnnouncedEnabled = true, isInjectedEnabled = true } = {}) {
  const clock = createTestClock()
  let connectors: readonly Connector[] = []
  const stop = discover({ clock, isAnnouncedEnabled, isInjectedEnabled }, (found) => {
    connectors = found
  })
  return {
    stop,
    clock,
    infos: async () => {
      await clock.advance(100)
      return connectors.map(({ info }) => info)
    },
  }
}

/** Announces a wallet as the Wallet Standard says: at once, and to each page that becomes ready. */
function announce(wallet: unknown) {
  const register = ({ register }: { readonly register: (wallet: unknown) => void }) => register(wallet)
  page.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
  page.addEventListener('wallet-standard:app-ready', (event) => register((event as CustomEvent).detail))
}

const scripted = () => scriptedBitcoinWallet({ privateKey: ada.privateKey })

test('finds wallets that announced themselves before and after, each once', async () => {
  const wallet = await scripted()
  announce(wallet.standard)
  const { infos } = await look()
  announce(wallet.standard)
  announce({ ...wallet.standard, name: 'Another' })
  expect(await infos()).toMatchObject([
    { name: 'Scripted Bitcoin Wallet', type: 'ANNOUNCED', namespaces: ['bip122'] },
    { name: 'Another' },
  ])
})

test('finds wallets of sats-connect, OKX and Unisat', async () => {
  const { satsConnect, unisat } = await scripted()
  page.XverseProviders = { BitcoinProvider: satsConnect }
  page.btc_providers = [
    { id: 'XverseProviders.BitcoinProvider', name: 'Xverse', icon: 'data:image/png;base64,AA' },
  ]
  page.okxwallet = { bitcoin: unisat }
  page.unisat = { ...unisat }
  const { infos } = await look()
  const found = await infos()
  expect(found.map(({ name }) => name).sort()).toEqual(['OKX Wallet', 'Unisat', 'Xverse'])
  expect(found.find(({ name }) => name === 'Xverse')?.imageUrl).toBe('data:image/png;base64,AA')
})

test('a wallet that is there in several ways is listed once', async () => {
  const { standard, unisat } = await scripted()
  page.unisat = unisat
  announce({ ...standard, name: 'UniSat' })
  const { infos } = await look()
  expect(await infos()).toMatchObject([{ name: 'UniSat', type: 'ANNOUNCED' }])
})

test('nothing is looked for that the host does not want', async () => {
  const { standard, unisat } = await scripted()
  page.unisat = unisat
  announce(standard)
  expect(await (await look({ isAnnouncedEnabled: false })).infos()).toMatchObject([{ name: 'Unisat' }])
  const announced = await (await look({ isInjectedEnabled: false })).infos()
  expect(announced).toMatchObject([{ type: 'ANNOUNCED' }])
})

test('two wallets of one name are told apart, and only the first keeps its id', async () => {
  const { standard } = await scripted()
  announce(standard)
  announce({ ...standard })
  const { infos } = await look()
  const [first, second] = await infos()
  expect(first).toMatchObject({ isAmbiguous: true, sameName: 2 })
  expect(second?.id).not.toBe(first?.id)
  expect(second?.id).toContain('#')
})

test('a hostile announcement is passed over, and others are found', async () => {
  const { standard } = await scripted()
  const hostile = [
    undefined,
    null,
    42,
    {},
    { ...standard, name: 42 },
    { ...standard, name: '\u200b\u202e' },
    { ...standard, features: {} },
    new Proxy(
      {},
      {
        get: () => {
          throw new Error('hostile')
        },
      },
    ),
  ]
  for (const one of hostile) announce(one)
  page.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: 'no function' }))
  page.dispatchEvent(
    new CustomEvent('wallet-standard:register-wallet', {
      detail: () => {
        throw new Error('hostile')
      },
    }),
  )
  page.btc_providers = [
    null,
    42,
    { id: '__proto__.constructor', name: 'X' },
    { id: 'a.b.c.d.e', name: 'Y' },
    { id: 'document', name: 'Z' },
  ]
  Object.defineProperty(page, 'unisat', {
    get() {
      throw new Error('hostile')
    },
  })
  announce({ ...standard, icon: 'https://evil.example/x.png' })
  const { infos } = await look()
  const found = await infos()
  expect(found).toHaveLength(1)
  expect(found[0]?.imageUrl).toBeUndefined()
})

test('a flood leaves the first wallets and the newest', async () => {
  const { standard } = await scripted()
  const { infos } = await look()
  for (let count = 0; count < 300; count++) announce({ ...standard, name: `Wallet ${count}` })
  const names = (await infos()).map(({ name }) => name)
  expect(names).toHaveLength(100)
  expect(names).toContain('Wallet 0')
  expect(names).toContain('Wallet 299')
})

test('nothing is reported after the end', async () => {
  const { standard } = await scripted()
  const { infos, stop } = await look()
  announce(standard)
  stop()
  announce({ ...standard, name: 'Late' })
  expect(await infos()).toEqual([])
})
