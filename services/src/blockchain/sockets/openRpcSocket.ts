import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { type Claim, claimBytes } from '../../outbound/byteRoom.js'
import { messageOf } from '../../shared/log.js'
import type { createBudgets } from '../budget/createBudgets.js'
import { inBackground } from '../budget/meter.js'
import { orUnreachable } from '../chain.js'
import type { ListingContext } from '../families/Family.js'
import { proxyRpc } from '../proxy.js'
import type { Admitted } from './admission.js'
import { answerMessage, refuseMessage } from './answerMessage.js'
import { closeCodes, createRpcSocket, type RpcSocket } from './rpcSocket.js'
import type { SocketChain } from './socketChains.js'
import type { SubscriptionId } from './subscriptions.js'

/** What a subscription counts against the client's calls when it begins. Each notification counts one. */
const subscriptionWeight = 10
/** Messages in a row that are refused before the socket is closed, and the longest one that is read for its id. */
const refusalLimit = 1_000
const refusalSize = 4_096
/** Bytes that a frame needs besides its text while it waits. */
const frameOverhead = 512

type Opening = {
  readonly socket: WebSocket
  readonly stream: Duplex
  readonly admitted: Admitted
  readonly chain: SocketChain
  readonly budgets: ReturnType<typeof createBudgets>
  onClose(): void
}

/** Serves the messages of one admitted client until its socket closes. */
export function openRpcSocket(
  context: ListingContext,
  { socket, stream, admitted, chain, budgets, onClose }: Opening,
): RpcSocket {
  const { settings, clock, log } = context
  const { caller, http } = admitted
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
      onClose()
      subscriptions.clear()
      log.debug('blockchain.socketClosed', { code })
    },
  })
  return connection
}
