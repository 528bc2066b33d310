import { useCallback, useMemo } from 'react'
import type { ConnectorType } from '../../../core/connector.js'
import { fetchBalance } from '../../../features/account/fetchBalance.js'
import type { Namespace } from '../../../protocol/caip.js'
import { isKitError } from '../../../protocol/errors.js'
import type { AppKit } from '../AppKit.js'
import type { AppKitNetwork } from '../AppKitOptions.js'
import type { AppKitEvent } from '../Instance.js'
import {
  type AppKitConnection,
  type AppKitTheme,
  type ConnectedWalletInfo,
  type PublicState,
  readAccount,
  readConnections,
  readNetwork,
  readProviderType,
  readPublicState,
  readTheme,
  readWalletInfo,
  type UseAppKitAccountReturn,
  type UseAppKitNetworkReturn,
} from '../readers.js'
import { useCurrent, useInstance } from './useInstance.js'

// Every hook throws `APPKIT_NOT_CREATED`, naming itself, if `createAppKit` was not called.

/** Opens and closes the modal. */
export function useAppKit(): Pick<AppKit, 'open' | 'close'> {
  const { appKit } = useCurrent('useAppKit')
  return useMemo(() => ({ open: appKit.open, close: appKit.close }), [appKit])
}

/** Returns the connected account of the active namespace, or of the given one. */
export function useAppKitAccount({
  namespace,
}: {
  readonly namespace?: Namespace | undefined
} = {}): UseAppKitAccountReturn {
  return useInstance('useAppKitAccount', (snapshot) => readAccount(snapshot, namespace))
}

/** Returns the network in use, and a function that switches to another one. */
export function useAppKitNetwork(): UseAppKitNetworkReturn & {
  readonly switchNetwork: (network: AppKitNetwork) => Promise<void>
} {
  const { appKit } = useCurrent('useAppKitNetwork')
  const network = useInstance('useAppKitNetwork', readNetwork)
  return { ...network, switchNetwork: appKit.switchNetwork }
}

/** Returns the network in use. */
export function useAppKitNetworkCore(): UseAppKitNetworkReturn {
  return useInstance('useAppKitNetworkCore', readNetwork)
}

/**
 * Returns the live provider of a namespace.
 *
 * `walletProvider` is `undefined` until a wallet is connected, although its type, like the incumbent's, does not allow
 * it.
 */
export function useAppKitProvider<provider>(namespace: Namespace): {
  readonly walletProvider: provider
  readonly walletProviderType: ConnectorType | undefined
} {
  const walletProvider = useInstance(
    'useAppKitProvider',
    ({ extra }) => extra.providers[namespace] as provider,
    Object.is,
  )
  const walletProviderType = useInstance('useAppKitProvider', (snapshot) =>
    readProviderType(snapshot, namespace),
  )
  return { walletProvider, walletProviderType }
}

/**
 * Returns whether the modal is open, the network in use, and whether restoring a stored connection has been decided.
 */
export function useAppKitState(): PublicState {
  return useInstance('useAppKitState', readPublicState)
}

/** Returns the theme, and functions to change it while the app runs. */
export function useAppKitTheme(): AppKitTheme & Pick<AppKit, 'setThemeMode' | 'setThemeVariables'> {
  const { appKit } = useCurrent('useAppKitTheme')
  const theme = useInstance('useAppKitTheme', readTheme)
  return { ...theme, setThemeMode: appKit.setThemeMode, setThemeVariables: appKit.setThemeVariables }
}

/** Returns the latest event. */
export function useAppKitEvents(): AppKitEvent {
  return useInstance('useAppKitEvents', ({ extra }) => extra.event, Object.is)
}

/** Returns the name and icon that the connected wallet reports. */
export function useWalletInfo(namespace?: Namespace): {
  readonly walletInfo: ConnectedWalletInfo | undefined
} {
  return { walletInfo: useInstance('useWalletInfo', (snapshot) => readWalletInfo(snapshot, namespace)) }
}

/** Ends the connection of a namespace, or all. */
export function useDisconnect(): {
  readonly disconnect: (parameters?: { readonly namespace?: Namespace | undefined }) => Promise<void>
} {
  const { appKit } = useCurrent('useDisconnect')
  const disconnect = useCallback(
    ({ namespace }: { readonly namespace?: Namespace | undefined } = {}) => appKit.disconnect(namespace),
    [appKit],
  )
  return { disconnect }
}

export type FetchBalanceResult = {
  readonly data: { readonly balance: string; readonly symbol: string } | undefined
  readonly error: string | null
  readonly isSuccess: boolean
  readonly isError: boolean
}

/** Reads the connected account's balance of its network's coin; a failure is part of the answer. */
export function useAppKitBalance(): { readonly fetchBalance: () => Promise<FetchBalanceResult> } {
  const { instance } = useCurrent('useAppKitBalance')
  const { kit } = instance
  const read = useCallback(async (): Promise<FetchBalanceResult> => {
    try {
      const { amount, symbol } = await fetchBalance(kit)
      return { data: { balance: amount, symbol }, error: null, isSuccess: true, isError: false }
    } catch (cause) {
      if (!isKitError(cause)) throw cause
      return { data: undefined, error: cause.message, isSuccess: false, isError: true }
    }
  }, [kit])
  return { fetchBalance: read }
}

/** Returns the wallets with which a namespace is connected: at most one. */
export function useAppKitConnections(namespace?: Namespace): {
  readonly connections: readonly AppKitConnection[]
  /** Always empty: earlier connections are not kept. */
  readonly recentConnections: readonly AppKitConnection[]
} {
  const connections = useInstance('useAppKitConnections', (snapshot) => readConnections(snapshot, namespace))
  return { connections, recentConnections: none }
}

const none: readonly never[] = []

/**
 * Returns the wallet with which a namespace is connected. `switchConnection` and `deleteConnection` throw
 * `APPKIT_UNSUPPORTED`.
 */
export function useAppKitConnection({ namespace }: useAppKitConnection.Parameters): {
  readonly connection: AppKitConnection | undefined
  readonly isPending: boolean
} & Pick<AppKit, 'switchConnection' | 'deleteConnection'> {
  const { appKit } = useCurrent('useAppKitConnection')
  const [connection] = useInstance('useAppKitConnection', (snapshot) => readConnections(snapshot, namespace))
  const { switchConnection, deleteConnection } = appKit
  return { connection, isPending: false, switchConnection, deleteConnection }
}

export declare namespace useAppKitConnection {
  type Parameters = {
    readonly namespace: Namespace
    /** Never called yet: nothing can be switched. */
    readonly onSuccess?: ((parameters: unknown) => void) | undefined
    /** Never called yet: nothing can be switched. */
    readonly onError?: ((error: Error) => void) | undefined
  }
}
