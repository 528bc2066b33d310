import * as v from 'valibot'
import { systemClock } from '../../core/clock.js'
import { jsonRpc, nodeRpc, RpcError } from '../../core/jsonRpc.js'
import { accountError } from '../../protocol/accountErrors.js'
import type { Network } from '../../protocol/entities/Network.js'
import { KitError } from '../../protocol/errors.js'

/** Asks a network for something, and reads the answer with a schema. */
export type Ask = <const schema extends v.GenericSchema>(
  method: string,
  params: readonly unknown[],
  schema: schema,
) => Promise<v.InferOutput<schema>>

/** Reads for display: the host's service may answer. */
export const nodesOf = (network: Network): Ask => asking(network, jsonRpc)

/**
 * Reads that decide a transfer or whose a name is, and sending: only the network's own addresses answer (decision 254).
 *
 * @throws `NETWORK_UNREADABLE` if nothing answers soundly; `RpcError` as the node gave it.
 */
export const firmNodesOf = (network: Network): Ask => {
  const ask = asking(network, nodeRpc)
  return (...question) =>
    ask(...question).catch((cause: unknown) => {
      if (cause instanceof RpcError) throw cause
      throw accountError('NETWORK_UNREADABLE', { slots: { network: network.name }, cause })
    })
}

const asking =
  (network: Network, call: typeof jsonRpc | typeof nodeRpc): Ask =>
  async (method, params, schema) => {
    const result = v.safeParse(schema, await call({ clock: systemClock, network }, { method, params }))
    if (result.success) return result.output
    throw new KitError('SERVICE_ANSWER_INVALID', { slots: { service: network.name }, details: method })
  }

/** A count of a node. JSON numbers hold whole numbers up to 2^53; a larger one would be wrong, so it is refused. */
export const count = v.pipe(v.number(), v.check<number>(Number.isSafeInteger), v.minValue(0))
export const inContext = <const schema extends v.GenericSchema>(value: schema) => v.object({ value })
/** Bytes as a node sends them: a text and its encoding. */
export const base64 = v.pipe(
  v.array(v.string()),
  v.check(([, encoding]) => encoding === 'base64'),
  v.transform(([text = '']) => text),
)

export const accountSchema = v.nullable(
  v.object({
    owner: v.string(),
    executable: v.boolean(),
    data: base64,
    // An account may have more than a JSON number holds exactly; where that matters, nothing is enough.
    lamports: v.fallback(count, 0),
  }),
)
export type Account = v.InferOutput<typeof accountSchema>

/** The commitment that everything is read at (spec). */
export const commitment = 'confirmed'

export function readAccount(ask: Ask, address: string): Promise<Account> {
  return ask('getAccountInfo', [address, { encoding: 'base64', commitment }], inContext(accountSchema)).then(
    ({ value }) => value,
  )
}
