import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Config } from './core/Config.js'
import { createKit } from './createKit.js'
import { connect } from './features/connection/connect.js'
import { setThemeMode } from './features/theme/setTheme.js'
import { connectionsItem } from './protocol/storageItems.js'
import { createTestKit } from './testing/createTestKit.js'
import { mockAdapter } from './testing/mockAdapter.js'
import { mockConnector, mockSession } from './testing/mockConnector.js'
import { mockNetwork } from './testing/mockNetwork.js'

const config: Config = {
  services: 'https://wallet.example.com',
  networks: [mockNetwork(1)],
  adapters: [mockAdapter()],
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(async () => {
  await vi.dynamicImportSettled()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Replaces every global of a page with one that records each use. */
function watchGlobals() {
  const touched: string[] = []
  for (const name of ['fetch', 'WebSocket', 'addEventListener', 'setTimeout', 'setInterval'] as const) {
    const real = globalThis[name]
    vi.stubGlobal(
      name,
      new Proxy(real ?? (() => {}), {
        apply: () => touched.push(name),
        construct: () => {
          touched.push(name)
          return {}
        },
      }),
    )
  }
  vi.stubGlobal('localStorage', {
    getItem: () => touched.push('localStorage'),
    setItem: () => touched.push('localStorage'),
    removeItem: () => touched.push('localStorage'),
  })
  return touched
}

describe('createKit', () => {
  test('touches nothing of the page, starts no timer, makes no request', () => {
    const discover = vi.fn(() => () => {})
    const touched = watchGlobals()
    const kit = createKit({ ...config, adapters: [mockAdapter({ discover })] })
    expect(touched).toEqual([])
    expect(discover).not.toHaveBeenCalled()
    expect(kit.store.getState().connection.status.eip155).toBe('disconnected')
  })

  test('its state is JSON', () => {
    const state = createKit(config).store.getState()
    expect(JSON.parse(JSON.stringify(state))).toEqual(state)
  })

  test('two kits are two values', async () => {
    const wallet = mockConnector({}, { connect: () => mockSession() })
    const [one, two] = [createTestKit({ connectors: [wallet] }), createTestKit({ connectors: [wallet] })]
    const before = two.store.getState()
    await connect(one, { connectorId: 'mock' })
    setThemeMode(one, 'light')
    wallet.emit({ type: 'session', session: mockSession() })
    expect(two.store.getState()).toBe(before)
    expect(two.storage.read(connectionsItem)).toBeUndefined()
  })

  test.each([
    ['offered by default', {}, ['walletConnect']],
    ['left out where the host does not want it', { enableWalletConnect: false }, []],
    ['left out where the host runs it itself', { manualWCControl: true }, []],
  ])('the connection protocol: %s', (_, more, ids) => {
    expect([...createKit({ ...config, ...more }).connectors.keys()]).toEqual(ids)
  })

  test('wallets of the host’s own come first', () => {
    const kit = createKit({ ...config, connectors: [mockConnector({ id: 'own' })] })
    expect(kit.store.getState().connection.connectors.map(({ id }) => id)).toEqual(['own', 'walletConnect'])
  })

  test('a mistake in the config is told at once, by its place', () => {
    // @ts-expect-error: what a host without TypeScript may write.
    expect(() => createKit({ ...config, themeMode: 'blue' })).toThrow(/`themeMode`/)
  })
})

describe('start', () => {
  const counting = () => {
    let running = 0
    const begun = vi.fn()
    const discover = () => {
      running++
      begun()
      return () => void running--
    }
    return { adapter: mockAdapter({ discover }), begun, running: () => running }
  }

  test.each([
    [{}, { isAnnouncedEnabled: true, isInjectedEnabled: true }],
    [{ enableInjected: false }, { isAnnouncedEnabled: true, isInjectedEnabled: false }],
    [{ enableEIP6963: false }, { isAnnouncedEnabled: false, isInjectedEnabled: true }],
  ])('looks for wallets, with what the host allows: %j', (allowed, asked) => {
    const discover = vi.fn(() => () => {})
    const kit = createTestKit({ adapters: [mockAdapter({ discover })], ...allowed })
    kit.start()
    expect(discover).toHaveBeenCalledWith(
      { clock: kit.clock, isKnown: expect.any(Function), ...asked },
      expect.any(Function),
    )
  })

  test('wallets that are found are on the screen', () => {
    const kit = createTestKit({ adapters: [mockAdapter({ connectors: [mockConnector({ id: 'found' })] })] })
    kit.start()
    expect(kit.store.getState().connection.connectors.map(({ id }) => id)).toEqual(['found'])
  })

  test('twice, as StrictMode does: one search, which the last stop ends', () => {
    const { adapter, begun, running } = counting()
    const kit = createTestKit({ adapters: [adapter] })
    const [stop, stopAgain] = [kit.start(), kit.start()]
    expect(begun).toHaveBeenCalledTimes(1)
    stop()
    expect(running()).toBe(1)
    stopAgain()
    expect(running()).toBe(0)
  })

  test('a stop that is called twice counts once', () => {
    const { adapter, running } = counting()
    const kit = createTestKit({ adapters: [adapter] })
    const stop = kit.start()
    const other = kit.start()
    stop()
    stop()
    expect(running()).toBe(1)
    other()
    expect(running()).toBe(0)
  })

  test('stopped and started again: a new search', () => {
    const { adapter, begun, running } = counting()
    const kit = createTestKit({ adapters: [adapter] })
    kit.start()()
    kit.start()
    expect(begun).toHaveBeenCalledTimes(2)
    expect(running()).toBe(1)
  })

  test('without a stored connection: no request', () => {
    const touched = watchGlobals()
    const kit = createTestKit()
    kit.start()
    expect(touched).toEqual([])
  })

  test('a stored connection is not restored where the host does not want it', async () => {
    const wallet = mockConnector({ id: 'wallet' })
    const kit = createTestKit({ connectors: [wallet], enableReconnect: false })
    kit.storage.write(connectionsItem, { eip155: { connectorId: 'wallet' } })
    kit.start()
    await vi.dynamicImportSettled()
    expect(wallet.calls).toEqual([])
    expect(kit.store.getState().connection.status.eip155).toBe('disconnected')
  })

  test('without a project id and without services of its own, the developer is alerted', async () => {
    const { projectId: _, services: __, ...bare } = config
    const kit = createKit(bare)
    kit.start()
    await vi.dynamicImportSettled()
    expect(kit.store.getState().notify.alert).toEqual({ code: 'PROJECT_ID_NOT_CONFIGURED' })
  })

  test('an option that has no effect yet is told to the developer, once', async () => {
    const kit = createTestKit({ features: { swaps: true } })
    kit.start()
    await vi.dynamicImportSettled()
    expect(console.warn).toHaveBeenCalledExactlyOnceWith('[latchkey] `features.swaps` has no effect yet')
  })

  test('not where debug is off', async () => {
    const kit = createTestKit({ features: { swaps: true }, debug: false })
    kit.start()
    await vi.dynamicImportSettled()
    expect(console.warn).not.toHaveBeenCalled()
  })
})
