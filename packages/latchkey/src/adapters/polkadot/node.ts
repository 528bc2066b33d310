import * as v from 'valibot'
import { systemClock } from '../../core/clock.js'
import { jsonRpc, nodeRpc, RpcError } from '../../core/jsonRpc.js'
import { accountError } from '../../protocol/accountErrors.js'
import type { Network } from '../../protocol/entities/Network.js'
import { KitError } from '../../protocol/errors.js'

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
/** A block's number, as headers have it. */
const blockNumber = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-f]{1,12}$/i),
  v.transform((text) => Number(text)),
)
const header = v.object({ number: blockNumber })

/** Reads for display: from the host's service if it serves the chain, else from the network's nodes. */
export function askAnyone(network: Network): Ask {
  return (schema, method, ...params) =>
    jsonRpc({ clock: systemClock, network }, { method, params }).then((answer) =>
      read(network, schema, method, answer),
    )
}

/**
 * Reads what decides a transfer: from the network's own nodes only.
 *
 * @throws `NETWORK_UNREADABLE` if none answers
 */
export function askNode(network: Network): Ask {
  return async (schema, method, ...params) => {
    const answer = await nodeRpc({ clock: systemClock, network }, { method, params }).catch(
      (cause: unknown) => {
        if (cause instanceof RpcError) throw cause
        throw accountError('NETWORK_UNREADABLE', { slots: { network: network.name }, cause })
      },
    )
    return read(network, schema, method, answer)
  }
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

/** The newest final block. */
export async function finalHead(
  ask: Ask,
): Promise<{ readonly hash: `0x${string}`; readonly height: number }> {
  const head = await ask(hash, 'chain_getFinalizedHead')
  const { number } = await ask(header, 'chain_getHeader', head)
  return { hash: head, height: number }
}

/**
 * The hash of the chain's first block, which a network's CAIP-2 id begins.
 *
 * @throws `NETWORK_UNREADABLE` for a node of another chain: what is signed for that one would be of no use here, or of
 *   another.
 */
export async function genesisHash(ask: Ask, network: Network): Promise<`0x${string}`> {
  const genesis = await ask(hash, 'chain_getBlockHash', 0)
  if (`polkadot:${genesis.slice(2, 34)}` === network.caipNetworkId) return genesis
  throw accountError('NETWORK_UNREADABLE', { slots: { network: network.name }, details: 'another chain' })
}
