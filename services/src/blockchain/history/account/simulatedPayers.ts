import * as v from 'valibot'
import { toHex } from '../askAll.js'
import type { Hex } from '../Entry.js'
import { addressSchema, type Block, type Mined, quantitySchema, resultOf } from '../nodeAnswers.js'
import { topics } from '../readLog.js'
import { checkBusy, lacksMethod, mayHave, type Reading } from './Reading.js'

const method = 'eth_simulateV1'
/** The address in whose name a simulation logs transfers of the chain's own coin. */
const coin: Hex = `0x${'e'.repeat(40)}`

const logSchema = v.object({
  address: addressSchema,
  topics: v.pipe(v.array(v.string()), v.maxLength(4)),
  data: quantitySchema,
})
const answerSchema = v.tuple([
  v.object({
    calls: v.tuple([
      v.object({ status: quantitySchema, logs: v.pipe(v.array(v.unknown()), v.maxLength(10_000)) }),
    ]),
  }),
])

/**
 * Asks a node who would have paid the account in one of its calls, and how much, had the call come first in its block.
 * What others did before it in the block may change both.
 *
 * @returns `undefined` if no node tells, or if the call would have failed there
 * @throws `NodeError`, `BudgetSpent`
 */
export async function simulatedPayers(
  reading: Reading,
  block: Pick<Block, 'number' | 'timestamp' | 'miner'>,
  { from, to, input, value }: Mined,
): Promise<ReadonlyMap<Hex, bigint> | undefined> {
  // Who forbids traces forbids this, too.
  if (reading.traces === undefined || block.number === 0 || !mayHave(reading, method)) return undefined
  const call = { from, to, input, value: `0x${value.toString(16)}` }
  const blockOverrides = {
    time: toHex(Math.floor(block.timestamp / 1_000)),
    ...(block.miner !== null && { feeRecipient: block.miner }),
  }
  const simulation = {
    blockStateCalls: [{ blockOverrides, calls: [call] }],
    traceTransfers: true,
    validation: false,
  }
  const params = [simulation, toHex(block.number - 1)]
  const [reply] = await reading.nodes.ask([{ method, params }], reading.signal)
  checkBusy(reply)
  const told = resultOf(reply, answerSchema)
  if (told === undefined) {
    lacksMethod(reading, method)
    return undefined
  }
  const [{ calls }] = told
  const [{ status, logs }] = calls
  if (status !== 1n) return undefined
  const payers = new Map<Hex, bigint>()
  for (const { payer, units } of logs.flatMap((log) => paymentIn(log, reading.account)))
    payers.set(payer, (payers.get(payer) ?? 0n) + units)
  return payers
}

type Payment = { readonly payer: Hex; readonly units: bigint }

function paymentIn(log: unknown, account: Hex): readonly Payment[] {
  const read = v.safeParse(logSchema, log)
  if (!read.success || read.output.address !== coin || read.output.data === 0n) return []
  const [kind, from, to] = read.output.topics.map((topic) => topic.toLowerCase())
  const isPayment = kind === topics.transfer && addressIn(to) === account
  const payer = addressIn(from)
  return isPayment && payer !== undefined && payer !== account ? [{ payer, units: read.output.data }] : []
}

function addressIn(topic: string | undefined): Hex | undefined {
  const [, address] = /^0x0{24}([0-9a-f]{40})$/.exec(topic ?? '') ?? []
  return address === undefined ? undefined : `0x${address}`
}
