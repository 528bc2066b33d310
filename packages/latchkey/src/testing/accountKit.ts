import { vi } from 'vitest'
import type { Config } from '../core/Config.js'
import { connect } from '../features/connection/connect.js'
import { createTestKit, type TestKit } from './createTestKit.js'
import { type MockConnector, mockConnector, mockSession } from './mockConnector.js'
import { mockNetwork } from './mockNetwork.js'

/** The connected account of {@link accountKit}. */
export const alice = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

/**
 * Makes a test kit with one connected account, and a fake blockchain service that serves chain 1 with the given
 * answers, keyed by a part of the path. It replaces `fetch` until `vi.unstubAllGlobals()`. Chain 5 is a testnet, 10 is
 * not served.
 */
export async function accountKit(
  answers: { readonly [part: string]: (url: URL) => Response | Promise<Response> },
  { chainId = 1, served = ['eip155:1'], ...config }: accountKit.Options = {},
): Promise<{
  readonly kit: TestKit
  readonly wallet: MockConnector
  /** Requests to the service since the kit connected, oldest first. */
  readonly asked: URL[]
}> {
  const asked: URL[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    const url = new URL(address)
    if (url.pathname === '/v1/supported-chains') return Response.json({ http: served, ws: [] })
    const [, answer] = Object.entries(answers).find(([part]) => url.pathname.includes(part)) ?? []
    if (answer === undefined) return new Response('', { status: 404 })
    asked.push(url)
    return answer(url)
  })
  const wallet = mockConnector({}, { connect: () => mockSession([alice], chainId) })
  const kit = createTestKit({
    connectors: [wallet],
    networks: [mockNetwork(1), mockNetwork(10), mockNetwork(5, { testnet: true })],
    services: { blockchain: 'https://chain.example' },
    ...config,
  })
  await connect(kit, { connectorId: 'mock' })
  asked.length = 0
  return { kit, wallet, asked }
}

export declare namespace accountKit {
  type Options = Partial<Omit<Config, 'clock' | 'connectors'>> & {
    readonly chainId?: number | undefined
    readonly served?: readonly string[] | undefined
  }
}
