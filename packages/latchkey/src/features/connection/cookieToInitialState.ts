import type { InitialState } from '../../core/InitialState.js'
import { createStorage } from '../../core/storage.js'
import { cookieStorage } from '../../core/storageBackends.js'
import { namespaces } from '../../protocol/caip.js'
import { activeNetworkItem, rememberedItem } from '../../protocol/storageItems.js'
import { truncateAddress } from '../../protocol/truncateAddress.js'

/**
 * What a request's cookies tell of the visitor, for `createKit({ storage: cookieStorage(), initialState })`: the page
 * then shows the account from its first paint on. Holds no other cookie, so it may be handed to the page.
 *
 * - Cookies are the visitor's word: an address in it is for showing, never a proof.
 * - `undefined` where nothing is known.
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
  const known = namespaces.flatMap((namespace) => {
    const address = accounts?.[namespace]
    return address === undefined ? [] : [[namespace, truncateAddress(address)] as const]
  })
  const connecting = Object.fromEntries(known.map(([namespace]) => [namespace, 'connecting' as const]))
  return {
    ...(networkId && { networkId }),
    connection: {
      status: { eip155: no, solana: no, polkadot: no, bip122: no, ...connecting },
      known: Object.fromEntries(known),
    },
  }
}

const no = 'disconnected'
