import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { CaipNetworkId } from 'latchkey/protocol'
import { WebSocketServer } from 'ws'
import { type Claim, claimBytes } from '../../outbound/byteRoom.js'
import { createTally } from '../../outbound/createTally.js'
import type { RpcCall } from '../../outbound/post.js'
import type { Caller } from '../../shared/caller.js'
import { repeat } from '../../shared/clock.js'
import { endStream } from '../../shared/endStream.js'
import { messageOf } from '../../shared/log.js'
import { createBudgets } from '../budget/createBudgets.js'
import { inBackground } from '../budget/meter.js'
import { orUnreachable } from '../chain.js'
import type { FamilyRpc, ListingContext } from '../families/Family.js'
import type { FamilySockets } from '../families/FamilySockets.js'
import { createFamilyChains } from '../families/families.js'
import { createNodes, type Nodes } from '../nodes.js'
import { proxyRpc, type RpcPolicy, rpcBodySize } from '../proxy.js'
import { type Admitted, createAdmission, refusalText } from './admission.js'
import { answerMessage, refuseMessage } from './answerMessage.js'
import { createChainFeed } from './chainFeed.js'
import { createFamilySubscriptions } from './familySubscriptions.js'
import { createLookFeed } from './lookFeed.js'
import { closeCodes, createRpcSocket, type RpcSocket } from './rpcSocket.js'
import { createSubscriptions, type SubscriptionId, type Subscriptions } from './subscriptions.js'

/** Contracts that all subscriptions of one chain may name; clients share them. */
const addressLimit = 10_000
/** Subscriptions to one chain of another family. */
const familyLimit = 10_000
/** What a subscription counts against the client's calls when it begins. Each notification counts one. */
const subscriptionWeight = 10
/** Messages in a row that are refused before the socket is closed, and the longest one that is read for its id. */
const refusalLimit = 1_000
const refusalSize = 4_096
/** Bytes that a frame needs besides its text while it waits. */
const frameOverhead = 512
/** How often sockets are checked, and how long closing all of them may take, in milliseconds. */
const checkInterval = 1_000
const lookInterval = 50
const closingTime = 2_500

export type RpcSockets = {
  /** Answers a WebSocket upgrade; returns whether it admitted the client. */
  handleUpgrade(request: IncomingMessage, stream: Duplex, head: Buffer): boolean
  count(): number
  /** Accepts no new sockets, and closes the open ones (1001). */
  close(): Promise<void>
}

/** Owns the looks at the chains. */
const follower = { client: 'subscriptions', project: undefined }

/** What sockets need of a chain. */
type Chain = {
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

/**
 * JSON-RPC over WebSocket (decision 154): the same requests as by HTTP through the same gate and budgets, and
 * `eth_subscribe`. All subscribers of a chain share one look at its newest block.
 */
export function createRpcSockets(context: ListingContext): RpcSockets {
  const { settings, clock, log } = context
  const budgets = createBudgets(context)
  const sockets = new Set<RpcSocket>()
  const interval = settings.rpcPollSeconds * 1_000
  const limit = settings.rpcSubscriptions
  // Whoever subscribes first does not pay for the looks, from which all subscribers learn.
  const lookingOn = (nodes: Nodes): Pick<Nodes, 'ask' | 'chainId'> => ({
    chainId: nodes.chainId,
    ask: (...asked) => context.callers.run(follower, () => inBackground(() => nodes.ask(...asked))),
  })
  const chains = new Map<CaipNetworkId, Chain>([
    ...[...createNodes(context)].map(([chainId, nodes]) => [chainId, eip155Chain(nodes)] as const),
    ...[...createFamilyChains(context)].flatMap(([chainId, { nodes, rpc }]) => {
      const chain = rpc?.sockets === undefined ? undefined : familyChain(nodes, rpc, rpc.sockets)
      return chain === undefined ? [] : [[chainId, chain] as const]
    }),
  ])

  function eip155Chain(nodes: Nodes): Chain {
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

  function familyChain(nodes: Nodes, rpc: FamilyRpc, sockets: FamilySockets): Chain {
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

  const admit = createAdmission(context, new Set(chains.keys()))
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    // Compression costs memory per socket, and allows decompression bombs.
    perMessageDeflate: false,
    maxPayload: rpcBodySize,
  })
  const stopChecks = repeat(
    clock,
    () => {
      for (const socket of sockets) socket.check()
    },
    checkInterval,
  )
  let isClosed = false

  function handleUpgrade(request: IncomingMessage, stream: Duplex, head: Buffer): boolean {
    const admitted = isClosed ? { refusal: { status: 503 as const, reason: 'Going away' } } : admit(request)
    const chain = 'refusal' in admitted ? undefined : chains.get(admitted.chainId)
    if ('refusal' in admitted || chain === undefined) {
      const refusal = 'refusal' in admitted ? admitted.refusal : { status: 400 as const, reason: 'chainId' }
      log.info('blockchain.socketRefused', { status: refusal.status, reason: refusal.reason })
      endStream(clock, stream, refusalText(refusal))
      return false
    }
    stream.once('close', admitted.release)
    server.handleUpgrade(request, stream, head, (socket) => open({ socket, stream, admitted, chain }))
    return true
  }

  function open({ socket, stream, admitted: { caller, http }, chain }: Opening): void {
    const pass = (weight: number) => budgets.pass(caller, weight)
    let refusals = 0

    /** Sends a frame, whose bytes count until it has left. */
    function send(value: unknown, claim = claimBytes(context, caller)): void {
      const frame = chain.write(value)
      // An answer whose bytes from the node are counted leaves also where its client has no room for more.
      const isCounted = claim.holdAtLeast(frame.length + frameOverhead) || 2 * claim.held() >= frame.length
      if (isCounted) return connection.send(frame, claim.release)
      claim.release()
      connection.close(closeCodes.tryAgainLater, 'Reads too slowly')
    }

    /** Counts a message, as HTTP counts a request, before it is read. */
    function isAdmitted(isBusy: boolean): boolean {
      const isFree = !isBusy && context.requests.take(`http ${caller.client}`, http)
      refusals = isFree ? 0 : refusals + 1
      return isFree
    }

    function refuse(text: string): void {
      if (refusals <= refusalLimit && text.length <= refusalSize) send(refuseMessage(text))
      else connection.close(closeCodes.tryAgainLater, 'Too many requests')
    }

    const subscriptions = chain.subscriptions({
      holder: caller,
      send(method, subscription, result) {
        try {
          pass(1)
        } catch {
          return connection.close(closeCodes.tryAgainLater, 'Over its limit of calls')
        }
        send({ jsonrpc: '2.0', method, params: { subscription, result } })
      },
      async pass(call) {
        const claim = claimBytes(context, caller)
        return ask({ jsonrpc: '2.0', id: null, ...call }, claim).finally(() => claim.release())
      },
      onLost: () => connection.close(closeCodes.tryAgainLater, 'Blocks were missed'),
    })

    const ask = (body: unknown, claim: Claim) =>
      orUnreachable(
        proxyRpc(chain.nodes, body, { signal: connection.signal, pass, claim, policy: chain.policy }),
      )

    async function onMessage(text: string, isBusy: boolean): Promise<void> {
      if (!isAdmitted(isBusy)) return refuse(text)
      const claim = claimBytes(context, caller)
      const begun: SubscriptionId[] = []
      try {
        const answer = await answerMessage(text, {
          subscriptions,
          chargeSubscription: () => pass(subscriptionWeight),
          onSubscribed: (id) => void begun.push(id),
          proxy: (body) => ask(body, claim),
        })
        send(answer, claim)
        for (const id of begun) subscriptions.start(id)
      } catch (error) {
        claim.release()
        log.error('blockchain.socketFailed', { error: messageOf(error) })
        connection.close(1011, 'Failed')
      }
    }

    const connection: RpcSocket = createRpcSocket({
      socket,
      stream,
      clock,
      idleTime: settings.rpcSocketIdleSeconds * 1_000,
      bufferSize: settings.rpcSocketBuffer,
      isListening: () => subscriptions.size() > 0,
      // The calls are the client's own; a socket's events belong to nobody.
      onMessage: (...message) => context.callers.run(caller, () => inBackground(() => onMessage(...message))),
      onClose(code) {
        sockets.delete(connection)
        subscriptions.clear()
        log.debug('blockchain.socketClosed', { code })
      },
    })
    sockets.add(connection)
  }

  return {
    handleUpgrade,
    count: () => sockets.size,
    async close() {
      if (isClosed) return
      isClosed = true
      for (const socket of [...sockets]) socket.close(closeCodes.goingAway, 'Going away')
      for (let waited = 0; sockets.size > 0 && waited < closingTime; waited += lookInterval)
        await new Promise<void>((resolve) => void clock.setTimeout(resolve, lookInterval))
      stopChecks()
      for (const chain of chains.values()) chain.close()
      server.close()
    },
  }
}

type Opening = {
  readonly socket: import('ws').WebSocket
  readonly stream: Duplex
  readonly admitted: Admitted
  readonly chain: Chain
}
