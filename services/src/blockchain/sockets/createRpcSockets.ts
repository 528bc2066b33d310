import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { CaipNetworkId } from 'latchkey/protocol'
import { WebSocketServer } from 'ws'
import { claimBytes } from '../../outbound/byteRoom.js'
import { createTally, type Tally } from '../../outbound/createTally.js'
import { repeat } from '../../shared/clock.js'
import type { Context } from '../../shared/context.js'
import { endStream } from '../../shared/endStream.js'
import { messageOf } from '../../shared/log.js'
import { createBudgets } from '../budget/createBudgets.js'
import { inBackground } from '../budget/meter.js'
import { orUnreachable } from '../chain.js'
import { createNodes, type Nodes } from '../nodes.js'
import { proxyRpc, rpcBodySize } from '../proxy.js'
import { type Admitted, createAdmission, refusalText } from './admission.js'
import { answerMessage, refuseMessage } from './answerMessage.js'
import { type ChainFeed, createChainFeed } from './chainFeed.js'
import { closeCodes, createRpcSocket, type RpcSocket } from './rpcSocket.js'
import { createSubscriptions } from './subscriptions.js'

/** Contracts that all subscriptions of one chain may name; clients share them. */
const addressLimit = 10_000
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

type Chain = { readonly nodes: Nodes; readonly feed: ChainFeed; readonly addresses: Tally }

/**
 * JSON-RPC over WebSocket (decision 154): the same requests as by HTTP through the same gate and budgets, and
 * `eth_subscribe`. All subscribers of a chain share one look at its newest block.
 */
export function createRpcSockets(context: Context): RpcSockets {
  const { settings, clock, log } = context
  const budgets = createBudgets(context)
  const sockets = new Set<RpcSocket>()
  const chains = new Map<CaipNetworkId, Chain>(
    [...createNodes(context)].map(([chainId, nodes]) => {
      const interval = settings.rpcPollSeconds * 1_000
      // Whoever subscribes first does not pay for the looks, from which all subscribers learn.
      const ask: Nodes['ask'] = (...asked) =>
        context.callers.run(follower, () => inBackground(() => nodes.ask(...asked)))
      const feed = createChainFeed({ nodes: { chainId, ask }, clock, log, interval })
      return [chainId, { nodes, feed, addresses: createTally(addressLimit) }]
    }),
  )
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
      const frame = JSON.stringify(value)
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

    const subscriptions = createSubscriptions({
      feed: chain.feed,
      holder: caller,
      addresses: chain.addresses,
      limit: settings.rpcSubscriptions,
      send(subscription, result) {
        try {
          pass(1)
        } catch {
          return connection.close(closeCodes.tryAgainLater, 'Over its limit of calls')
        }
        send({ jsonrpc: '2.0', method: 'eth_subscription', params: { subscription, result } })
      },
      onLost: () => connection.close(closeCodes.tryAgainLater, 'Blocks were missed'),
    })

    async function onMessage(text: string, isBusy: boolean): Promise<void> {
      if (!isAdmitted(isBusy)) return refuse(text)
      const claim = claimBytes(context, caller)
      const begun: string[] = []
      try {
        const answer = await answerMessage(text, {
          subscriptions,
          chargeSubscription: () => pass(subscriptionWeight),
          onSubscribed: (id) => void begun.push(id),
          proxy: (body) =>
            orUnreachable(proxyRpc(chain.nodes, body, { signal: connection.signal, pass, claim })),
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
      for (const { feed } of chains.values()) feed.close()
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
