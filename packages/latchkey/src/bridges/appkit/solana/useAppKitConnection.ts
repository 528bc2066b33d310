import { Connection } from '@solana/web3.js'
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
  const adapter = instance.options.adapters?.find((one) => one instanceof SolanaAdapter)
  const settings = adapter?.connectionSettings ?? 'confirmed'
  const connection = useMemo(
    () => (url === undefined ? undefined : new Connection(url, settings as ConnectionSettings)),
    [url, settings],
  )
  return { connection }
}

type ConnectionSettings = ConstructorParameters<typeof Connection>[1]

function readUrl({ state }: Snapshot): string | undefined {
  const network = activeNetwork(state)
  if (network?.chainNamespace !== 'solana') return undefined
  const { service, default: own } = network.rpcUrls
  return service?.http[0] ?? own.http[0]
}
