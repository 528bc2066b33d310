import type { CaipNetworkId, Namespace } from '../protocol/caip.js'

/** The visitor's state from a request's cookies, as JSON that a server passes to its page. */
export type InitialState = {
  /** The network the visitor last chose. */
  readonly networkId?: CaipNetworkId | undefined
  /** The accounts that the page will reconnect. */
  readonly connection: {
    readonly status: { readonly [namespace in Namespace]?: 'connecting' | 'disconnected' }
    /** Their addresses, shortened for showing. */
    readonly known: { readonly [namespace in Namespace]?: string }
  }
}
