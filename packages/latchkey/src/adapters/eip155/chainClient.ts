import { type Client, createClient, fallback, http } from 'viem'
import { requestTimeout } from '../../core/request.js'
import type { Network } from '../../protocol/entities/Network.js'

/** A viem client for a network's RPC addresses, tried in order. It makes no request by itself. */
export function chainClient(network: Network): Client {
  const transports = network.rpcUrls.default.http.map((url) =>
    http(url, { timeout: requestTimeout, retryCount: 1 }),
  )
  return createClient({ transport: fallback(transports) })
}
