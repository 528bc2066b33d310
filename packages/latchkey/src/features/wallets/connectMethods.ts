import type { ConnectMethod } from '../../core/Config.js'
import type { ResolvedConfig } from '../../core/resolveConfig.js'
import type { State } from '../Kit.js'
import { visibleConnectors } from './connectGroups.js'

const methods: readonly ConnectMethod[] = ['email', 'social', 'wallet']

/**
 * The methods of the connect screen from top to bottom (spec §2 "Connect screen"): in the host's order, where it has one;
 * else wallets come first where the visitor has one in this page, and last where not.
 */
export function connectMethods(
  state: State,
  { config, isMobile }: { readonly config: ResolvedConfig; readonly isMobile: boolean },
): readonly ConnectMethod[] {
  const order = config.features?.connectMethodsOrder ?? defaultOrder(state, isMobile)
  const wanted = [...new Set([...order, ...methods])]
  return config.enableWallets === false ? wanted.filter((method) => method !== 'wallet') : wanted
}

function defaultOrder(state: State, isMobile: boolean): readonly ConnectMethod[] {
  const hasOwn = visibleConnectors(state, isMobile).some(
    ({ type }) => type === 'INJECTED' || type === 'ANNOUNCED',
  )
  return hasOwn ? ['wallet', 'email', 'social'] : methods
}
