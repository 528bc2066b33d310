import type { CaipNetworkId, Namespace } from '../protocol/caip.js'

/** What the cookies of a request tell of the visitor, as JSON that a server hands to its page. */
export type InitialState = {
  /** The network the visitor last chose. */
  readonly networkId?: CaipNetworkId | undefined
  /** The accounts that the page will take up again. */
  readonly connection: {
    readonly status: { readonly [namespace in Namespace]?: 'connecting' | 'disconnected' }
    /** Their addresses, shortened for showing. */
    readonly known: { readonly [namespace in Namespace]?: string }
  }
}
