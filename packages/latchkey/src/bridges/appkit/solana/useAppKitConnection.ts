import { Connection, type ConnectionConfig } from '@solana/web3.js'
import { useMemo } from 'react'
import { activeNetwork } from '../../../features/network/state.js'
import type { Snapshot } from '../Instance.js'
import { useCurrent, useInstance } from '../react/useInstance.js'
import { SolanaAdapter } from './SolanaAdapter.js'

/**
 * Returns a connection of web3.js to the Solana network in use: through the services if they serve it, else to the
 * network's own address. `connection` is `undefined` while a network of another family is in use.
 *
 * @throws `APPKIT_NOT_CREATED` if `createAppKit` was not called.
 */
export function useAppKitConnection(): { readonly connection: Connection | undefined } {
  const { instance } = useCurrent('useAppKitConnection')
  const url = useInstance('useAppKitConnection', readUrl)
  const socketUrl = useInstance('useAppKitConnection', readSocketUrl)
  const adapter = instance.options.adapters?.find((one) => one instanceof SolanaAdapter)
  const settings = adapter?.connectionSettings ?? 'confirmed'
  const connection = useMemo(
    () => (url === undefined ? undefined : new Connection(url, toConfig(settings, socketUrl))),
    [url, socketUrl, settings],
  )
  return { connection }
}

/** Where subscriptions go: to the host's own address if it gave one. */
function toConfig(settings: SolanaAdapter.ConnectionSettings, socketUrl: string | undefined) {
  const config = (typeof settings === 'string' ? { commitment: settings } : settings) as ConnectionConfig
  const wsEndpoint = config.wsEndpoint ?? socketUrl
  return wsEndpoint === undefined ? config : { ...config, wsEndpoint }
}

function readUrl({ state }: Snapshot): string | undefined {
  const { service, default: own } = rpcUrlsOf(state) ?? {}
  return service?.http[0] ?? own?.http[0]
}

/**
 * web3.js looks for the subscriptions on the port after that of a URL, as Solana's own node has them. The services have
 * both on one port, and a network may name its address.
 */
function readSocketUrl({ state }: Snapshot): string | undefined {
  const { service, default: own } = rpcUrlsOf(state) ?? {}
  return service?.http[0]?.replace(/^http/, 'ws') ?? own?.webSocket?.[0]
}

function rpcUrlsOf(state: Snapshot['state']) {
  const network = activeNetwork(state)
  return network?.chainNamespace === 'solana' ? network.rpcUrls : undefined
}
