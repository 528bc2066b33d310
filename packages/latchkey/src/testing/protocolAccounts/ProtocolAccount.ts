import type { CaipNetworkId, Namespace } from '../../protocol/caip.js'

/** A request of an app, on one of the networks that the wallet granted. */
export type ProtocolRequest = {
  readonly networkId: CaipNetworkId
  /** The network's node, which requests need that send. */
  readonly rpcUrl?: string | undefined
  readonly method: string
  readonly params: unknown
}

/** A family's account in a wallet behind the connection protocol, with a real key. It asks nobody. */
export type ProtocolAccount = {
  readonly namespace: Namespace
  /** The methods that it answers. */
  readonly methods: readonly string[]
  /** Its addresses on a network; the first receives payments. */
  addressesOn(networkId: CaipNetworkId): readonly string[]
  /** The session's properties that tell the account's addresses. */
  propertiesOn?(networkIds: readonly CaipNetworkId[]): { readonly [name: string]: string }
  /** The prompt that a request needs; `undefined` for one that a wallet answers without its user. */
  questionOf(method: string): 'sign' | 'send' | undefined
  /**
   * Signs or sends what an app asks for.
   *
   * @throws `WalletRequestError` -32602 for what cannot be read or is another account's, -32601 for another method,
   *   4901 without a node to send to
   */
  perform(request: ProtocolRequest): Promise<unknown>
}
