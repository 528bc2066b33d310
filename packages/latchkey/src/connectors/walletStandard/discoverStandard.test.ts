import { registerWallet } from '@wallet-standard/wallet'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Connector } from '../../core/connector.js'
import { defineNetwork } from '../../networks/defineNetwork.js'
import { scriptedSolanaWallet } from '../../testing/solana/scriptedSolanaWallet.js'
import { discoverStandard } from './discoverStandard.js'

const secret = new Uint8Array(32).fill(7)
const namespace = 'solana'

let page: EventTarget
let found: readonly Connector[]
let stop: () => void
beforeEach(() => {
  page = new EventTarget()
  vi.stubGlobal('window', page)
  found = []
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
})

function discover() {
  const family = { namespace, toAddress: async () => undefined, chainOf: (id: string) => id }
  stop = discoverStandard({ ...family, isAnnouncedEnabled: true, isUsable: () => true }, (connectors) => {
    found = connectors
  })
}
const names = () => found.map(({ info }) => info.name)
const announce = (wallet: unknown) =>
  page.dispatchEvent(
    new CustomEvent('wallet-standard:register-wallet', {
      detail: ({ register }: { readonly register: (wallet: unknown) => void }) => register(wallet),
    }),
  )
const scripted = (name: string) => scriptedSolanaWallet({ secret, name })

test('wallets that were there before the page, and those that come later, are found', async () => {
  const { wallet } = scripted('Early')
  registerWallet(wallet as never)
  discover()
  registerWallet(scripted('Late').wallet as never)
  await vi.waitFor(() => expect(names()).toEqual(['Early', 'Late']))
  expect(found[0]?.info).toMatchObject({ type: 'ANNOUNCED', namespaces: [namespace] })
  expect(found[0]?.info.id).toMatch(/^solana\/Early#/)
})

test('a wallet of one name with another is told apart, and both are marked', async () => {
  discover()
  for (const name of ['Phantom', 'Phantom', 'Phаntom']) announce(scripted(name).wallet)
  await vi.waitFor(() => expect(found).toHaveLength(3))
  expect(new Set(found.map(({ info }) => info.id)).size).toBe(3)
  expect(found.every(({ info }) => info.isAmbiguous && info.sameName === 3)).toBe(true)
})

describe('on the next page', () => {
  const icons = ['data:image/png;base64,AAAA', 'data:image/png;base64,BBBB']
  const wallets = icons.map((icon) => ({ ...scripted('Phantom').wallet, icon }))

  async function infosOf(announced: readonly { readonly icon: string }[]) {
    discover()
    for (const wallet of announced) announce({ ...wallet })
    await vi.waitFor(() => expect(found).toHaveLength(announced.length))
    stop()
    return new Map(found.map(({ info }) => [info.imageUrl, info]))
  }

  test('wallets of one name have the ids and fingerprints that they had, in whatever order they announce', async () => {
    const [first, next] = [await infosOf(wallets), await infosOf([...wallets].reverse())]
    for (const icon of icons) {
      const { id, fingerprint } = first.get(icon) ?? {}
      expect(next.get(icon)).toMatchObject({ id, fingerprint })
    }
    expect(first.get(icons[0])?.id).not.toBe(first.get(icons[1])?.id)
  })

  test('wallets of one name and picture have other fingerprints, so none is restored as the other', async () => {
    const [one] = wallets
    const twins = one ? [one, one] : []
    const fingerprints = async () => {
      await infosOf(twins)
      return found.map(({ info }) => info.fingerprint)
    }
    const all = [...(await fingerprints()), ...(await fingerprints())]
    expect(new Set(all).size).toBe(4)
    expect(found[0]?.info.id).not.toBe(found[1]?.info.id)
  })
})

const base = () => scripted('Base').wallet
const throwing = () => {
  throw new Error('hostile')
}
test.each<[string, () => unknown]>([
  ['nothing', () => undefined],
  ['a text', () => 'wallet'],
  ['no name', () => ({ ...base(), name: ' \u200b ' })],
  ['chains of another family', () => ({ ...base(), chains: ['sui:mainnet'] })],
  ['chains that are no list', () => ({ ...base(), chains: 'solana:mainnet' })],
  ['no way to connect', () => ({ ...base(), features: {} })],
  ['a name that throws', () => Object.defineProperty({ ...base() }, 'name', { get: throwing })],
  ['features that throw', () => Object.defineProperty({ ...base() }, 'features', { get: throwing })],
  ['a proxy that throws', () => new Proxy(base(), { get: throwing })],
])('a wallet with %s is passed over, and the next one is found', async (_, hostile) => {
  discover()
  announce(hostile())
  announce(scripted('Sound').wallet)
  await vi.waitFor(() => expect(names()).toEqual(['Sound']))
})

test('an announcement that throws, or is none, harms nobody', async () => {
  discover()
  for (const detail of [throwing, 'text', null]) {
    page.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }))
  }
  announce(scripted('Sound').wallet)
  await vi.waitFor(() => expect(names()).toEqual(['Sound']))
})

test.each([
  ['an address on the web', 'https://evil.example/x.png'],
  ['a script', 'data:text/html;base64,PHNjcmlwdD4='],
  ['too large', `data:image/png;base64,${'A'.repeat(200_000)}`],
])('a picture that is %s is not shown', async (_, icon) => {
  discover()
  announce({ ...base(), icon })
  await vi.waitFor(() => expect(found).toHaveLength(1))
  expect(found[0]?.info.imageUrl).toBeUndefined()
})

test('of a flood, the first wallets and the newest are kept, and the list is made once', async () => {
  let published = 0
  const family = { namespace, toAddress: async () => undefined, chainOf: (id: string) => id }
  stop = discoverStandard({ ...family, isAnnouncedEnabled: true, isUsable: () => true }, (connectors) => {
    published++
    found = connectors
  })
  for (let count = 0; count < 500; count++) announce(scripted(`Wallet ${count}`).wallet)
  await vi.waitFor(() => expect(found).toHaveLength(100))
  expect(names().slice(0, 2)).toEqual(['Wallet 0', 'Wallet 1'])
  expect(names().at(-1)).toBe('Wallet 499')
  // Once for the empty page, once for the flood.
  expect(published).toBe(2)
})

describe('a silent request of the next page', () => {
  const mainnet = defineNetwork({
    ...{ id: 'main', namespace, name: 'Solana', rpcUrl: 'https://node.invalid' },
    nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  })

  async function restore(answer: () => unknown) {
    discover()
    const { wallet } = scripted('Phantom')
    const features = { ...wallet.features, 'standard:connect': { version: '1.0.0', connect: answer } }
    announce({ ...wallet, chains: [mainnet.caipNetworkId], features })
    await vi.waitFor(() => expect(found).toHaveLength(1))
    return found[0]?.restore({ networks: [mainnet], signal: new AbortController().signal })
  }
  const failing = (error: unknown) => restore(() => Promise.reject(error))

  test.each([
    { code: 4001, message: 'User rejected the request.' },
    { code: 4100, message: 'The app is not trusted.' },
  ])('that the wallet refuses says that it grants nothing any more: $code', async (refusal) => {
    expect(await failing(refusal)).toBeUndefined()
    stop()
    expect(await restore(() => ({ accounts: [] }))).toBeUndefined()
  })

  test.each([
    new Error('The extension is starting'),
    { code: -32603, message: 'Internal error' },
    'timeout',
    undefined,
  ])('that fails says nothing of that: %s', async (failure) => {
    await expect(failing(failure).catch((error: unknown) => Promise.reject({ error }))).rejects.toEqual({
      error: failure,
    })
  })
})
