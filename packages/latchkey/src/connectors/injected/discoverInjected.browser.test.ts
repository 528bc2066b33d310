import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Connector } from '../../core/connector.js'
import { createTestClock } from '../../testing/createTestClock.js'
import { type Script, scriptedProvider } from '../../testing/scriptedProvider.js'
import { discoverInjected } from './discoverInjected.js'

const alice = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const honest: Script = { eth_requestAccounts: [alice], eth_chainId: '0x1' }
const toAddress = async (value: unknown) => (typeof value === 'string' ? value : undefined)

const announce = (detail: unknown) =>
  window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))

const wallet = (
  uuid: string,
  name = 'Wallet',
  rdns = 'com.example',
  icon = 'data:image/png;base64,AA==',
) => ({
  info: { uuid, name, rdns, icon },
  provider: scriptedProvider(honest),
})

let stops: (() => void)[] = []
beforeEach(() => {
  stops = []
})
afterEach(() => {
  for (const stop of stops) stop()
  Reflect.deleteProperty(window, 'ethereum')
})

function discover({
  isAnnouncedEnabled = true,
  isInjectedEnabled = true,
  isKnown = (_rdns: string): boolean => false,
} = {}) {
  const clock = createTestClock()
  let connectors: readonly Connector[] = []
  let changes = 0
  const stop = discoverInjected(
    { clock, isAnnouncedEnabled, isInjectedEnabled, isKnown, namespace: 'eip155', toAddress },
    (found) => {
      connectors = found
      changes++
    },
  )
  stops.push(stop)
  return {
    clock,
    stop,
    changes: () => changes,
    connectors: () => connectors,
    infos: () => connectors.map(({ info }) => info),
    names: () => connectors.map(({ info }) => info.name),
  }
}

/** A wallet that was there before the page asked, as extensions are: it announces itself when it is asked. */
function install(detail: unknown) {
  const answer = () => announce(detail)
  window.addEventListener('eip6963:requestProvider', answer)
  stops.push(() => window.removeEventListener('eip6963:requestProvider', answer))
}

describe('announced wallets (EIP-6963)', () => {
  test('one announced before, and one announced later', () => {
    install(wallet('a', 'Early', 'com.early'))
    const { infos } = discover()
    announce(wallet('b', 'Late', 'com.late'))
    expect(infos()).toMatchObject([
      { id: 'com.early', type: 'ANNOUNCED', name: 'Early', namespaces: ['eip155'], rdns: 'com.early' },
      { id: 'com.late', type: 'ANNOUNCED', name: 'Late', namespaces: ['eip155'], rdns: 'com.late' },
    ])
  })

  test('can be connected with', async () => {
    const { connectors } = discover()
    announce(wallet('a'))
    const session = await connectors()[0]?.connect({ networks: [], signal: new AbortController().signal })
    expect(session?.namespaces.eip155).toMatchObject({ addresses: [alice], networkId: 'eip155:1' })
  })

  test('one that announces itself repeatedly is listed once', () => {
    const { names } = discover()
    const same = wallet('a')
    for (let round = 0; round < 10; round++) announce(same)
    expect(names()).toEqual(['Wallet'])
  })

  test('the first to use a uuid keeps it', async () => {
    const { connectors, names } = discover()
    const first = wallet('a', 'First')
    announce(first)
    announce(wallet('a', 'Forger'))
    expect(names()).toEqual(['First'])
    expect(await connectors()[0]?.getProvider('eip155')).toBe(first.provider)
  })

  test('two wallets with one rdns are both offered with different ids, and the first keeps its id', () => {
    const { infos } = discover()
    announce(wallet('a', 'Wallet', 'com.example'))
    announce(wallet('b', 'Other', 'com.example'))
    expect(infos()).toMatchObject([
      { id: 'com.example', isAmbiguous: true },
      { id: 'com.example#b', isAmbiguous: true },
    ])
  })

  test.each([
    ['the same', 'Wallet'],
    ['drawn alike', 'Wаllеt'],
  ])('two whose names are %s are marked, also the one that came first', (_, name) => {
    const { infos } = discover()
    announce(wallet('a', 'Wallet', 'com.honest'))
    expect(infos()[0]?.isAmbiguous).toBeUndefined()
    announce(wallet('b', name, 'com.forger'))
    expect(infos()).toMatchObject([{ isAmbiguous: true }, { isAmbiguous: true }])
  })

  test('a wallet is known again on the next page load by its rdns, name and picture', () => {
    const fingerprintOf = (...parameters: Parameters<typeof wallet>) => {
      const { infos, stop } = discover()
      announce(wallet(...parameters))
      stop()
      return infos()[0]?.fingerprint
    }
    const known = fingerprintOf('a')
    expect(fingerprintOf('b')).toBe(known)
    expect(fingerprintOf('b', 'Forger')).not.toBe(known)
    expect(fingerprintOf('b', 'Wallet', 'com.example', 'data:image/png;base64,BB==')).not.toBe(known)
  })

  test('a wallet that throws on every access is skipped, and the others are offered', () => {
    const hostile: object = new Proxy(
      {},
      {
        get() {
          throw new Error('no')
        },
      },
    )
    const { names } = discover()
    announce(wallet('a', 'Before', 'com.before'))
    for (const detail of [hostile, { info: hostile, provider: hostile }, null, 7, undefined]) announce(detail)
    announce(wallet('b', 'After', 'com.after'))
    expect(names()).toEqual(['Before', 'After'])
  })

  test('a provider that is a Proxy object is offered', async () => {
    const { connectors } = discover()
    const { info, provider } = wallet('a')
    announce({ info, provider: new Proxy(provider, {}) })
    const session = await connectors()[0]?.connect({ networks: [], signal: new AbortController().signal })
    expect(session?.namespaces.eip155?.addresses).toEqual([alice])
  })

  const flood = (from: number, count: number) => {
    for (let index = from; index < from + count; index++)
      announce(wallet(`w${index}`, `Wallet ${index}`, `com.w${index}`))
  }

  test('5,000 at once: the first at once, the others a few at a time, a hundred in all', async () => {
    const { clock, names, changes } = discover()
    flood(0, 5_000)
    expect(names()).toHaveLength(20)
    const before = changes()
    await clock.advance(50)
    expect(changes()).toBe(before + 1)
    await clock.advance(60_000)
    expect(names()).toHaveLength(100)
  })

  test.each([0, 1_000, 60_000])('a real wallet that comes %i ms after a flood is found', async (delay) => {
    const { clock, names } = discover()
    flood(0, 5_000)
    await clock.advance(delay)
    announce(wallet('real', 'Real', 'com.real'))
    await clock.advance(50)
    expect(names()).toContain('Real')
    await clock.advance(60_000)
    expect(names()).toContain('Real')
    expect(names()).toHaveLength(100)
  })

  test('a wallet that comes after 80 others stays when 20 more come', async () => {
    const { clock, names } = discover()
    flood(0, 80)
    announce(wallet('real', 'Real', 'com.real'))
    flood(80, 20)
    await clock.advance(60_000)
    expect(names()).toContain('Real')
    expect(names()).toHaveLength(100)
  })

  test('a wallet that comes between two floods, or alone among many moments, stays', async () => {
    const { clock, names } = discover()
    flood(0, 5_000)
    await clock.advance(1_000)
    announce(wallet('real', 'Real', 'com.real'))
    await clock.advance(1_000)
    flood(5_000, 5_000)
    for (let moment = 0; moment < 40; moment++) {
      await clock.advance(1_000)
      flood(10_000 + moment * 10, 10)
    }
    await clock.advance(60_000)
    expect(names()).toContain('Real')
    expect(names()).toHaveLength(100)
  })

  test('a new wallet gets in when each place belongs to a moment of its own', async () => {
    const { clock, names } = discover()
    flood(0, 50)
    for (let moment = 0; moment < 60; moment++) {
      await clock.advance(1_000)
      flood(50 + moment, 1)
    }
    await clock.advance(1_000)
    announce(wallet('real', 'Real', 'com.real'))
    await clock.advance(50)
    expect(names()).toContain('Real')
    expect(names()).toHaveLength(100)
  })

  test('known wallets keep their places, even if the page has no room for others', async () => {
    const { clock, names } = discover({ isKnown: (rdns) => rdns.startsWith('com.known') })
    flood(0, 60)
    for (let index = 0; index < 120; index++)
      announce(wallet(`k${index}`, `Known ${index}`, `com.known${index}`))
    flood(60, 5_000)
    await clock.advance(60_000)
    expect(names().filter((name) => name.startsWith('Known'))).toHaveLength(120)
    expect(names()).toHaveLength(120)
  })

  test("the page's first wallets stay, whatever is announced later", async () => {
    install(wallet('early', 'Early', 'com.early'))
    const { clock, names } = discover()
    flood(0, 5_000)
    await clock.advance(60_000)
    flood(5_000, 5_000)
    await clock.advance(60_000)
    expect(names()).toContain('Early')
    expect(names()).toHaveLength(100)
  })

  test.each(['at once', 'a few at a time'])(
    'a flood that comes %s does not hide a wallet before it',
    async (how) => {
      const { clock, names } = discover()
      flood(0, 40)
      announce(wallet('real', 'Real', 'com.real'))
      const step = how === 'at once' ? 5_000 : 25
      for (let from = 40; from < 10_040; from += step) {
        flood(from, step)
        await clock.advance(50)
      }
      await clock.advance(60_000)
      expect(names()).toContain('Real')
      expect(names()).toHaveLength(100)
    },
  )

  test('a wallet that the visitor has used gets in when the page is full', async () => {
    const { clock, names } = discover({ isKnown: (rdns) => rdns.startsWith('com.known') })
    flood(0, 5_000)
    for (let index = 0; index < 40; index++)
      announce(wallet(`k${index}`, `Known ${index}`, `com.known${index}`))
    await clock.advance(60_000)
    announce(wallet('late', 'Late', 'com.known.late'))
    await clock.advance(50)
    expect(names()).toEqual(expect.arrayContaining(['Known 0', 'Known 39', 'Late']))
    expect(names()).toHaveLength(100)
  })

  test('a wallet that the visitor has used is found among many others, and stays', async () => {
    const { clock, names } = discover({ isKnown: (rdns) => rdns === 'com.known' })
    flood(0, 1_000)
    announce(wallet('known', 'Known', 'com.known'))
    flood(1_000, 4_000)
    await clock.advance(50)
    expect(names()).toContain('Known')
    flood(5_000, 5_000)
    await clock.advance(60_000)
    expect(names()).toContain('Known')
    expect(names()).toHaveLength(100)
  })

  test('many wallets with the name of a known wallet do not hide the others', async () => {
    const { clock, names } = discover({ isKnown: (rdns) => rdns === 'com.known' })
    for (let index = 0; index < 5_000; index++) announce(wallet(`k${index}`, `Known ${index}`, 'com.known'))
    announce(wallet('real', 'Real', 'com.real'))
    await clock.advance(60_000)
    expect(names()).toContain('Real')
    expect(names()).toContain('Known 0')
    expect(names()).toHaveLength(100)
  })

  test('each of six wallets with one name is labelled as one of six', () => {
    const { infos } = discover()
    for (let index = 0; index < 6; index++) announce(wallet(`w${index}`, 'Wallet', `com.w${index}`))
    expect(infos().map(({ sameName }) => sameName)).toEqual([6, 6, 6, 6, 6, 6])
  })

  test('are not searched if the host does not want them', () => {
    const asked = vi.fn()
    window.addEventListener('eip6963:requestProvider', asked)
    const { names } = discover({ isAnnouncedEnabled: false })
    announce(wallet('a'))
    expect(names()).toEqual([])
    expect(asked).not.toHaveBeenCalled()
    window.removeEventListener('eip6963:requestProvider', asked)
  })

  test('are ignored after the end, also those that wait', async () => {
    const { clock, names, stop, changes } = discover()
    for (let index = 0; index < 30; index++) announce(wallet(`w${index}`, `Wallet ${index}`, `com.w${index}`))
    const before = changes()
    stop()
    announce(wallet('late'))
    await clock.advance(60_000)
    expect(changes()).toBe(before)
    expect(names()).toHaveLength(20)
  })
})

describe('window.ethereum', () => {
  const define = (descriptor: PropertyDescriptor) =>
    Object.defineProperty(window, 'ethereum', { configurable: true, ...descriptor })

  test('is a wallet without a name', async () => {
    const { provider } = wallet('a')
    define({ value: provider })
    const { infos, connectors } = discover()
    expect(infos()).toEqual([
      { id: 'injected', type: 'INJECTED', name: 'Browser Wallet', namespaces: ['eip155'] },
    ])
    expect(await connectors()[0]?.getProvider('eip155')).toBe(provider)
  })

  test('is not read if the host does not want it', () => {
    const get = vi.fn()
    define({ get })
    expect(discover({ isInjectedEnabled: false }).names()).toEqual([])
    expect(get).not.toHaveBeenCalled()
  })

  test.each([
    [
      'a getter that throws',
      {
        get() {
          throw new Error('two extensions fight over it')
        },
      },
    ],
    ['no provider', { value: { isWallet: true } }],
    ['null', { value: null }],
    ['a text', { value: 'ethereum' }],
  ])('%s: no wallet, and the announced ones are found', (_, descriptor) => {
    define(descriptor)
    install(wallet('a'))
    expect(discover().names()).toEqual(['Wallet'])
  })
})
