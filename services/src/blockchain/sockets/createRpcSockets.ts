import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { repeat } from '../../shared/clock.js'
import { endStream } from '../../shared/endStream.js'
import { createBudgets } from '../budget/createBudgets.js'
import type { ListingContext } from '../families/Family.js'
import { rpcBodySize } from '../proxy.js'
import { createAdmission, refusalText } from './admission.js'
import { openRpcSocket } from './openRpcSocket.js'
import { closeCodes, type RpcSocket } from './rpcSocket.js'
import { createSocketChains } from './socketChains.js'

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

/**
 * JSON-RPC over WebSocket (decision 154): the same requests as by HTTP through the same gate and budgets, and
 * `eth_subscribe`. All subscribers of a chain share one look at its newest block.
 */
export function createRpcSockets(context: ListingContext): RpcSockets {
  const { clock, log } = context
  const budgets = createBudgets(context)
  const sockets = new Set<RpcSocket>()
  const chains = createSocketChains(context)
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
    server.handleUpgrade(request, stream, head, (socket) => {
      const onClose = () => void sockets.delete(connection)
      const connection = openRpcSocket(context, { socket, stream, admitted, chain, budgets, onClose })
      sockets.add(connection)
    })
    return true
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
