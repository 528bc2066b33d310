import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
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
type Scripted = Awaited<ReturnType<typeof scripted>>
const featuresOf = (wallet: object) => (wallet as { readonly features: object }).features

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

test('a wallet cannot put itself where the others announce themselves', async () => {
  const taken: unknown[] = []
  page.addEventListener('wallet-standard:app-ready', (event) => {
    Reflect.set((event as CustomEvent).detail, 'register', (wallet: unknown) => taken.push(wallet))
  })
  announce((await scripted()).standard)
  const { infos } = await look()
  expect(taken).toEqual([])
  expect(await infos()).toHaveLength(1)
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

test('one object is listed once, however many name it', async () => {
  const { standard, satsConnect, unisat } = await scripted()
  page.unisat = { ...unisat, ...satsConnect }
  page.magicEden = { bitcoin: satsConnect }
  page.btc_providers = [
    { id: 'unisat', name: 'UniSat Wallet' },
    { id: 'magicEden.bitcoin', name: 'Magic Eden' },
  ]
  const features = { ...featuresOf(standard), 'sats-connect:': { provider: satsConnect } }
  announce({ ...standard, name: 'Magic Eden', features })
  const { infos } = await look()
  expect((await infos()).map(({ id }) => id)).toEqual(['window/unisat', 'window/magicEden.bitcoin'])
})

test('a wallet whose one object has both interfaces is listed', async () => {
  const { standard, satsConnect } = await scripted()
  const both: { [name: string]: unknown } = { ...standard, ...satsConnect, accounts: [] }
  both.features = { ...featuresOf(standard), 'sats-connect:': { provider: both } }
  announce(both)
  expect(await (await look()).infos()).toMatchObject([{ name: 'Scripted Bitcoin Wallet' }])
})

describe('a wallet that claims the name of another', () => {
  /** Puts the genuine wallet into the page, and the one that claims its name before or after it. */
  const places = {
    unisat: ({ unisat }: Scripted) => {
      page.unisat = unisat
    },
    xverse: ({ satsConnect }: Scripted) => {
      page.XverseProviders = { BitcoinProvider: satsConnect }
      page.btc_providers = [...listed(), { id: 'XverseProviders.BitcoinProvider', name: 'Xverse' }]
    },
  }
  const listed = () => (page.btc_providers as readonly unknown[] | undefined) ?? []
  const claim = {
    announced: ({ standard }: Scripted, name: string) => announce({ ...standard, name }),
    'of sats-connect': ({ satsConnect }: Scripted, name: string) => {
      page.fake = { ...satsConnect }
      page.btc_providers = [{ id: 'fake', name }, ...listed()]
    },
  }

  test.each([
    ['Unisat', 'unisat', 'announced'],
    ['Unisat', 'unisat', 'of sats-connect'],
    ['Xverse', 'xverse', 'announced'],
    ['Xverse', 'xverse', 'of sats-connect'],
  ] as const)('leaves %s (%s) in its place if it is %s', async (name, place, how) => {
    const wallet = await scripted()
    places[place](wallet)
    const [alone] = await (await look()).infos()
    claim[how](wallet, name)
    const found = await (await look()).infos()
    const genuine = found.find(({ id }) => id === alone?.id)
    // So it is restored as before, and the other one in no case.
    expect(genuine).toMatchObject({ name, fingerprint: alone?.fingerprint, isAmbiguous: true, sameName: 2 })
    expect(found).toHaveLength(2)
    expect(new Set(found.map(({ id }) => id)).size).toBe(2)
  })

  test('is not restored in its place, where nothing but the name tells them apart', async () => {
    const { standard } = await scripted()
    announce(standard)
    const [before] = await (await look()).infos()
    announce({ ...standard })
    const found = await (await look()).infos()
    const again = await (await look()).infos()
    expect(found).toHaveLength(2)
    const prints = [before, ...found, ...again].map((info) => info?.fingerprint)
    expect(new Set(prints).size).toBe(5)
  })

  test('does not change the one that was there first', async () => {
    const { standard } = await scripted()
    announce(standard)
    const { infos } = await look()
    const [before] = await infos()
    announce({ ...standard })
    const [first, second] = await infos()
    expect(first).toMatchObject({ id: before?.id, fingerprint: before?.fingerprint, isAmbiguous: true })
    expect(second?.id).not.toBe(first?.id)
  })

  test('takes only itself off the list by saying that it is the other', async () => {
    const { standard, satsConnect } = await scripted()
    places.xverse({ ...(await scripted()), satsConnect })
    const features = { ...featuresOf(standard), 'sats-connect:': { provider: satsConnect } }
    announce({ ...standard, name: 'Xverse', features })
    expect(await (await look()).infos()).toMatchObject([{ id: 'window/XverseProviders.BitcoinProvider' }])
  })
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
