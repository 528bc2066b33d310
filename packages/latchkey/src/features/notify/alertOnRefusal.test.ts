import { afterEach, describe, expect, test, vi } from 'vitest'
import { callEndpoint } from '../../core/callEndpoint.js'
import { jsonRpc } from '../../core/jsonRpc.js'
import { postEvent } from '../../protocol/http/analytics.js'
import { getSupportedChains } from '../../protocol/http/blockchain.js'
import { getWallets } from '../../protocol/http/explorer.js'
import { createTestKit, type TestKit } from '../../testing/createTestKit.js'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const calls = { analytics: postEvent, blockchain: getSupportedChains, explorer: getWallets }

test.each([
  ['analytics', 403, 'Unauthorized: origin not allowed', 'INVALID_APP_CONFIGURATION'],
  ['blockchain', 403, 'Unauthorized: origin not allowed', 'INVALID_APP_CONFIGURATION'],
  ['explorer', 403, 'Unauthorized: origin not allowed', 'INVALID_APP_CONFIGURATION'],
  ['blockchain', 401, 'Unauthorized: invalid key', 'INVALID_PROJECT_ID'],
] as const)('alerts the developer once if %s refuses with %i %s', async (service, status, message, code) => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.stubGlobal('fetch', async () => Response.json({ error: { code: 'FORBIDDEN', message } }, { status }))
  const kit = createTestKit({ services: { [service]: 'https://services.example' } })
  const stop = kit.start()
  for (let call = 0; call < 2; call++)
    await callEndpoint(kit, calls[service] as typeof postEvent, {}).catch(() => {})
  await vi.waitFor(() => expect(said).toHaveBeenCalled())
  expect(kit.store.getState().notify.alert).toEqual({ code })
  expect(said).toHaveBeenCalledTimes(1)
  stop()
})

describe('a service that refuses to read a chain', () => {
  const balanceOf = ({ clock, config }: TestKit) =>
    jsonRpc({ clock, network: config.networks[0] }, { method: 'eth_getBalance' })

  /** The service refuses; the network's own node answers. */
  function setUp(host: string, message: string) {
    const said = vi.spyOn(console, 'error').mockImplementation(() => {})
    vi.stubGlobal('fetch', async (url: string) =>
      url.startsWith(host)
        ? Response.json({ error: { code: 'FORBIDDEN', message } }, { status: 403 })
        : Response.json({ jsonrpc: '2.0', id: 1, result: '0x1' }),
    )
    return { said, kit: createTestKit({ services: { blockchain: host } }) }
  }

  test('alerts the developer once, and the node is asked', async () => {
    const { kit, said } = setUp('https://refusing.example', 'Unauthorized: origin not allowed')
    const stop = kit.start()
    for (let call = 0; call < 2; call++) {
      expect(await balanceOf(kit)).toBe('0x1')
      await kit.clock.advance(30_000)
    }
    await vi.waitFor(() => expect(said).toHaveBeenCalled())
    expect(kit.store.getState().notify.alert).toEqual({ code: 'INVALID_APP_CONFIGURATION' })
    expect(said).toHaveBeenCalledTimes(1)
    stop()
  })

  test('alerts the developer of a refusal from before the kit listens', async () => {
    const { kit, said } = setUp('https://early.example', 'Unauthorized: invalid key')
    await balanceOf(kit)
    const stop = kit.start()
    await vi.waitFor(() => expect(said).toHaveBeenCalled())
    expect(kit.store.getState().notify.alert).toEqual({ code: 'INVALID_PROJECT_ID' })
    stop()
  })

  test('alerts nobody of a refusal by the service of another kit or by a node', async () => {
    const { kit } = setUp('https://other.example', 'Unauthorized: invalid key')
    const bystander = createTestKit({ services: { blockchain: 'https://bystander.example' } })
    const [stop, stopBystander] = [kit.start(), bystander.start()]
    await balanceOf(kit)
    await vi.waitFor(() => expect(kit.store.getState().notify.alert).not.toBeNull())
    vi.stubGlobal('fetch', async () => new Response('Unauthorized: origin not allowed', { status: 403 }))
    const [network] = createTestKit().config.networks
    const asking = jsonRpc({ clock: kit.clock, network }, { method: 'eth_getBalance' })
    await expect(asking).rejects.toMatchObject({ code: 'SERVICE_REFUSED' })
    await vi.dynamicImportSettled()
    expect(kit.store.getState().notify.alert).toEqual({ code: 'INVALID_PROJECT_ID' })
    expect(bystander.store.getState().notify.alert).toBeNull()
    stop()
    stopBystander()
  })
})
