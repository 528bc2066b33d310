import * as v from 'valibot'
import { systemClock } from '../../core/clock.js'
import { jsonRpc, nodeRpc, RpcError } from '../../core/jsonRpc.js'
import { within } from '../../core/within.js'
import { accountError } from '../../protocol/accountErrors.js'
import type { Network } from '../../protocol/entities/Network.js'
import { isKitError, KitError } from '../../protocol/errors.js'

/** Asks a chain; the schema reads the answer. @throws `SERVICE_ANSWER_INVALID`, and what the transport throws */
export type Ask = <schema extends v.GenericSchema>(
  schema: schema,
  method: string,
  ...params: readonly unknown[]
) => Promise<v.InferOutput<schema>>

/** Bytes in hexadecimal, as nodes write them. */
export const hex = v.pipe(
  v.string(),
  v.regex(/^0x(?:[0-9a-f]{2})*$/i),
  v.transform((text) => text as `0x${string}`),
)
export const hash = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-f]{64}$/i),
  v.transform((text) => text.toLowerCase() as `0x${string}`),
)
/** How long the nodes of a network may take together until one has shown that it is of the network, in milliseconds. */
const openPatience = 12_000

/** Reads for display: from the host's service if it serves the chain, else from the network's nodes. */
export function askAnyone(network: Network): Ask {
  return (schema, method, ...params) =>
    jsonRpc({ clock: systemClock, network }, { method, params }).then((answer) =>
      read(network, schema, method, answer),
    )
}

/**
 * Hands something to the network: to the first of its nodes that answers.
 *
 * @throws `NETWORK_UNREADABLE` if none answers
 */
export function askNode(network: Network): Ask {
  return async (schema, method, ...params) => {
    const answer = await nodeRpc({ clock: systemClock, network }, { method, params }).catch(
      (cause: unknown) => {
        if (cause instanceof RpcError) throw cause
        throw unreadable(network, { cause })
      },
    )
    return read(network, schema, method, answer)
  }
}

/** A node of a network, and the hash of the network's first block. */
export type Node = { readonly ask: Ask; readonly genesis: `0x${string}` }

/**
 * Chooses the node for all questions of one operation: the first that answers, and whose first block is the one in the
 * network's id. Answers of several nodes would not fit together, and a node of another chain decides nothing here.
 *
 * @throws `NETWORK_UNREADABLE` if there is none
 */
export async function openNode(network: Network): Promise<Node> {
  const until = systemClock.now() + openPatience
  let failure: unknown
  for (const url of network.rpcUrls.default.http) {
    const ask = askNode({ ...network, rpcUrls: { default: { http: [url] } } })
    try {
      const late = () => unreadable(network, { details: 'timed out' })
      const genesis = await within(systemClock, until - systemClock.now(), genesisHash(ask, network), late)
      return { ask, genesis }
    } catch (cause) {
      failure = cause
    }
  }
  throw isKitError(failure, 'NETWORK_UNREADABLE') ? failure : unreadable(network, { cause: failure })
}

function unreadable({ name }: Network, why: { readonly cause?: unknown; readonly details?: string }) {
  return accountError('NETWORK_UNREADABLE', { slots: { network: name }, ...why })
}

function read<schema extends v.GenericSchema>(
  network: Network,
  schema: schema,
  method: string,
  answer: unknown,
): v.InferOutput<schema> {
  const result = v.safeParse(schema, answer)
  if (result.success) return result.output
  throw new KitError('SERVICE_ANSWER_INVALID', { slots: { service: network.name }, details: method })
}

/** The hash of the chain's first block, which a network's CAIP-2 id begins. @throws `NETWORK_UNREADABLE` */
async function genesisHash(ask: Ask, network: Network): Promise<`0x${string}`> {
  const genesis = await ask(hash, 'chain_getBlockHash', 0)
  if (`polkadot:${genesis.slice(2, 34)}` === network.caipNetworkId) return genesis
  throw unreadable(network, { details: 'another chain' })
}
