import type { ConnectMethod } from '../../core/Config.js'
import type { State } from '../Kit.js'
import { visibleConnectors } from './connectGroups.js'

const methods: readonly ConnectMethod[] = ['email', 'social', 'wallet']

/**
 * The methods of the connect screen from top to bottom (spec §2 "Connect screen"): in the host's order if it has one;
 * else wallets come first if the visitor has one in this page, and last if not.
 */
export function connectMethods(
  state: State,
  { isMobile }: { readonly isMobile: boolean },
): readonly ConnectMethod[] {
  const { options } = state
  const order = options.features?.connectMethodsOrder ?? defaultOrder(state, isMobile)
  const wanted = [...new Set([...order, ...methods])]
  return options.enableWallets === false ? wanted.filter((method) => method !== 'wallet') : wanted
}

function defaultOrder(state: State, isMobile: boolean): readonly ConnectMethod[] {
  const hasOwn = visibleConnectors(state, isMobile).some(
    ({ type }) => type === 'INJECTED' || type === 'ANNOUNCED',
  )
  return hasOwn ? ['wallet', 'email', 'social'] : methods
}
