import type { RpcCall } from '../../outbound/post.js'
import type { Nodes } from '../nodes.js'

/** Something of a chain that a client wants to hear of. */
export type Topic = {
  /** Equal topics share their looks. */
  readonly key: string
  /** The method of its notifications. */
  readonly notification: string
  /** How many accounts or entries it follows; 0 for what all subscribers of a chain share, such as its newest block. */
  readonly weight: number
  /** A request that is passed on for the client once the topic is followed; its error ends the subscription. */
  readonly sent?: RpcCall
  /** Returns what a listener hears when a look finds another state; `before` is absent at the first look. */
  tell(before: unknown, now: unknown): Told
}

/** The state of a topic at one look at the chain. */
export type State = {
  /** The slot or the number of the block at which it was so. */
  readonly at: bigint
  /** The state as text, without what differs at each look: an equal text is the same state. */
  readonly text: string
  /** What {@link Topic.tell} reads. */
  readonly value: unknown
}

/** What a listener hears. */
export type Told = {
  readonly results: readonly unknown[]
  /** The subscription ends by itself. */
  readonly isOver?: boolean | undefined
}

/** The subscriptions of a family: which there are, and how the state of their topics is read from nodes. */
export type FamilySockets = {
  /**
   * Reads the topic of a request that begins a subscription; `undefined` if it is no such request.
   *
   * @throws `SubscriptionError` with the reason why there is no such subscription
   */
  topicOf(call: RpcCall): Topic | undefined
  /** Whether a request ends a subscription. */
  isEnd(method: string): boolean
  /**
   * Reads the states of topics, by their keys; those of topics that the nodes do not tell now are missing.
   *
   * @throws `NodeError`
   */
  look(ask: Nodes['ask'], topics: readonly Topic[]): Promise<ReadonlyMap<string, State>>
  /** Makes the id of a subscription, in the form that the family's libraries read. */
  newId(): string | number
}
