import * as v from 'valibot'
import type { Transfer } from '../../core/transfers.js'
import type { Included } from './blocks.js'
import { type Ask, hex } from './node.js'
import type { Runtime } from './runtime.js'
import { isSameAddress } from './ss58Parts.js'

const eventSchema = v.object({
  phase: v.object({ type: v.string(), value: v.unknown() }),
  event: v.object({ type: v.string(), value: v.object({ type: v.string(), value: v.unknown() }) }),
})
const movedSchema = v.object({ from: v.string(), to: v.string(), amount: v.bigint() })

/**
 * The outcome of a transaction, by the events of its block: the chain's word for it, and the movement itself. A transfer
 * from an account to itself moves nothing: there, that its call succeeded is all.
 *
 * @returns `other` if the transaction was carried out, but did not move the transfer's amount; `undefined` if the node
 *   keeps no events that old, or nobody can read them
 */
export async function outcomeOf(
  ask: Ask,
  runtime: Runtime,
  { blockHash, index }: Included,
  transfer: Transfer | undefined,
): Promise<'confirmed' | 'failed' | 'other' | undefined> {
  const events = await readEvents(ask, runtime, blockHash)
  const own = events.filter(({ phase }) => phase.type === 'ApplyExtrinsic' && phase.value === index)
  const has = (pallet: string, name: string) =>
    own.some(({ event }) => event.type === pallet && event.value.type === name)
  if (has('System', 'ExtrinsicFailed')) return 'failed'
  if (!has('System', 'ExtrinsicSuccess')) return undefined
  if (transfer === undefined || isSameAddress(transfer.from, transfer.to)) return 'confirmed'
  const isMoved = own.some(
    ({ event }) =>
      event.type === 'Balances' && event.value.type === 'Transfer' && isOf(event.value.value, transfer),
  )
  return isMoved ? 'confirmed' : 'other'
}

async function readEvents(ask: Ask, { builder }: Runtime, blockHash: string) {
  try {
    const storage = builder.buildStorage('System', 'Events')
    return eventsOf(storage.value, await ask(hex, 'state_getStorage', storage.keys.enc(), blockHash))
  } catch {
    return []
  }
}

function eventsOf(codec: { readonly dec: (bytes: string) => unknown }, raw: string) {
  const events = v.safeParse(v.array(v.unknown()), codec.dec(raw))
  return (events.success ? events.output : []).flatMap((one) => {
    const event = v.safeParse(eventSchema, one)
    return event.success ? [event.output] : []
  })
}

function isOf(value: unknown, { from, to, units }: Transfer): boolean {
  const moved = v.safeParse(movedSchema, value)
  if (!moved.success) return false
  const { output } = moved
  return isSameAddress(output.from, from) && isSameAddress(output.to, to) && output.amount === units
}
