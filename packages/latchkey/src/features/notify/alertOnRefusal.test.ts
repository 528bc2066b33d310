import { afterEach, expect, test, vi } from 'vitest'
import { callEndpoint } from '../../core/callEndpoint.js'
import { postEvent } from '../../protocol/http/analytics.js'
import { getSupportedChains } from '../../protocol/http/blockchain.js'
import { getWallets } from '../../protocol/http/explorer.js'
import { createTestKit } from '../../testing/createTestKit.js'

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
