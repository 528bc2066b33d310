import * as v from 'valibot'
import type { Transfer } from '../../core/transfers.js'
import type { Network } from '../../protocol/entities/Network.js'
import { KitError } from '../../protocol/errors.js'
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
 * The outcome of a transaction, by the events of its block: the chain's word for it, and the movement itself.
 *
 * @returns `other` if the transaction was carried out, but did not move the transfer's amount
 */
export async function outcomeOf(
  ask: Ask,
  network: Network,
  runtime: Runtime,
  { blockHash, index }: Included,
  transfer: Transfer | undefined,
): Promise<'confirmed' | 'failed' | 'other'> {
  const storage = runtime.builder.buildStorage('System', 'Events')
  const raw = await ask(hex, 'state_getStorage', storage.keys.enc(), blockHash)
  const own = eventsOf(storage.value, raw).filter(
    ({ phase }) => phase.type === 'ApplyExtrinsic' && phase.value === index,
  )
  const has = (pallet: string, name: string) =>
    own.some(({ event }) => event.type === pallet && event.value.type === name)
  if (has('System', 'ExtrinsicFailed')) return 'failed'
  if (!has('System', 'ExtrinsicSuccess')) {
    throw new KitError('SERVICE_ANSWER_INVALID', {
      slots: { service: network.name },
      details: 'System.Events',
    })
  }
  if (transfer === undefined) return 'confirmed'
  const isMoved = own.some(
    ({ event }) =>
      event.type === 'Balances' && event.value.type === 'Transfer' && isOf(event.value.value, transfer),
  )
  return isMoved ? 'confirmed' : 'other'
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
