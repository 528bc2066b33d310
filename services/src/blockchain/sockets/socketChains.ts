import type { CaipNetworkId } from 'latchkey/protocol'
import { createTally } from '../../outbound/createTally.js'
import type { RpcCall } from '../../outbound/post.js'
import type { Caller } from '../../shared/caller.js'
import { inBackground } from '../budget/meter.js'
import type { FamilyRpc, ListingContext } from '../families/Family.js'
import type { FamilySockets } from '../families/FamilySockets.js'
import { createFamilyChains } from '../families/families.js'
import { createNodes, type Nodes } from '../nodes.js'
import type { RpcPolicy } from '../proxy.js'
import { createChainFeed } from './chainFeed.js'
import { createFamilySubscriptions } from './familySubscriptions.js'
import { createLookFeed } from './lookFeed.js'
import { createSubscriptions, type SubscriptionId, type Subscriptions } from './subscriptions.js'

/** Contracts that all subscriptions of one chain may name; clients share them. */
const addressLimit = 10_000
/** Subscriptions to one chain of another family. */
const familyLimit = 10_000

/** Owns the looks at the chains. */
const follower = { client: 'subscriptions', project: undefined }

/** What sockets need of a chain. */
export type SocketChain = {
  readonly nodes: Nodes
  readonly policy?: RpcPolicy | undefined
  write(value: unknown): string
  subscriptions(connection: Connected): Subscriptions
  close(): void
}
type Connected = {
  readonly holder: Caller
  send(method: string, subscription: SubscriptionId, result: unknown): void
  pass(call: RpcCall): Promise<unknown>
  onLost(): void
}

/** The chains that clients may reach by socket. All subscribers of a chain share one look at its newest block. */
export function createSocketChains(context: ListingContext): ReadonlyMap<CaipNetworkId, SocketChain> {
  const { settings, clock, log } = context
  const interval = settings.rpcPollSeconds * 1_000
  const limit = settings.rpcSubscriptions
  // Whoever subscribes first does not pay for the looks, from which all subscribers learn.
  const lookingOn = (nodes: Nodes): Pick<Nodes, 'ask' | 'chainId'> => ({
    chainId: nodes.chainId,
    ask: (...asked) => context.callers.run(follower, () => inBackground(() => nodes.ask(...asked))),
  })

  function eip155Chain(nodes: Nodes): SocketChain {
    const feed = createChainFeed({ nodes: lookingOn(nodes), clock, log, interval })
    const addresses = createTally(addressLimit)
    return {
      nodes,
      write: (value) => JSON.stringify(value),
      subscriptions: ({ holder, send, onLost }) =>
        createSubscriptions({
          ...{ feed, holder, addresses, limit, onLost },
          send: (id, result) => send('eth_subscription', id, result),
        }),
      close: () => feed.close(),
    }
  }

  function familyChain(nodes: Nodes, rpc: FamilyRpc, sockets: FamilySockets): SocketChain {
    const feed = createLookFeed({ sockets, nodes: lookingOn(nodes), clock, log, interval })
    const places = createTally(familyLimit)
    return {
      nodes,
      policy: rpc,
      write: (value) => rpc.write?.(value) ?? JSON.stringify(value),
      subscriptions: (connection) =>
        createFamilySubscriptions({ ...connection, sockets, feed, places, limit }),
      close: () => feed.close(),
    }
  }

  return new Map<CaipNetworkId, SocketChain>([
    ...[...createNodes(context)].map(([chainId, nodes]) => [chainId, eip155Chain(nodes)] as const),
    ...[...createFamilyChains(context)].flatMap(([chainId, { nodes, rpc }]) => {
      const chain = rpc?.sockets === undefined ? undefined : familyChain(nodes, rpc, rpc.sockets)
      return chain === undefined ? [] : [[chainId, chain] as const]
    }),
  ])
}
