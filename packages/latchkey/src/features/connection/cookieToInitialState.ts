import type { InitialState } from '../../core/InitialState.js'
import { createStorage } from '../../core/storage.js'
import { cookieStorage } from '../../core/storageBackends.js'
import { rememberedItem } from '../../protocol/rememberedItem.js'
import { activeNetworkItem } from '../../protocol/storageItems.js'
import { truncateAddress } from '../../protocol/truncateAddress.js'

/**
 * Returns what a request's cookies say about the visitor, for `createKit({ storage: cookieStorage(), initialState })`:
 * the page then shows the account from its first paint on. Holds no other cookie, so it may be handed to the page.
 *
 * - The visitor controls the cookies: show an address from them, but never treat it as a proof.
 * - `undefined` if the cookies say nothing.
 *
 * @param header The request's `Cookie` header.
 *
 * @example
 * ```ts
 * const initialState = cookieToInitialState((await headers()).get('cookie'))
 * ```
 */
export function cookieToInitialState(header: string | null | undefined): InitialState | undefined {
  const storage = createStorage(cookieStorage(header ?? ''))
  const networkId = storage.read(activeNetworkItem)
  const accounts = storage.read(rememberedItem)
  if (networkId === undefined && accounts === undefined) return undefined
  const known = Object.entries(accounts ?? {}).map(
    ([namespace, address = '']) => [namespace, truncateAddress(address)] as const,
  )
  return {
    ...(networkId && { networkId }),
    connection: {
      status: Object.fromEntries(known.map(([namespace]) => [namespace, 'connecting' as const])),
      known: Object.fromEntries(known),
    },
  }
}
