import * as v from 'valibot'
import { type Hex, keccak256 } from 'viem'
import type { Block, Log } from './Block.js'

/** Most contracts of one subscription, and most alternatives for one topic. */
const addressLimit = 100
const topicLimit = 100

const lower = (text: string) => text.toLowerCase()
const address = v.pipe(v.string(), v.regex(/^0x[0-9a-f]{40}$/i), v.transform(lower))
const topic = v.pipe(v.string(), v.regex(/^0x[0-9a-f]{64}$/i), v.transform(lower))
const none = v.pipe(
  v.nullish(v.null()),
  v.transform(() => []),
)
const alone = <schema extends v.GenericSchema<string, string>>(schema: schema) =>
  v.pipe(
    schema,
    v.transform((value) => [value]),
  )

const filterSchema = v.object({
  address: v.union([alone(address), v.pipe(v.array(address), v.minLength(1), v.maxLength(addressLimit))]),
  topics: v.optional(
    v.nullable(
      v.pipe(
        v.array(v.union([none, alone(topic), v.pipe(v.array(topic), v.maxLength(topicLimit))])),
        v.maxLength(4),
      ),
    ),
  ),
})

/** What a subscriber wants to hear of: logs of these contracts, by topics. All in small letters. */
export type LogFilter = {
  readonly addresses: ReadonlySet<string>
  /** By position. An empty list means any. */
  readonly topics: readonly (readonly string[])[]
}

/** Reads the filter of `eth_subscribe`; `undefined` unless it names contracts. */
export function readLogFilter(value: unknown): LogFilter | undefined {
  const result = v.safeParse(filterSchema, value)
  if (!result.success) return undefined
  return { addresses: new Set(result.output.address), topics: result.output.topics ?? [] }
}

export function isWanted({ addresses, topics: wanted }: LogFilter, { address, topics }: Log): boolean {
  if (!addresses.has(address.toLowerCase())) return false
  return wanted.every((choices, index) => {
    const topic = topics[index]
    if (topic === undefined) return false
    return choices.length === 0 || choices.includes(topic)
  })
}

/**
 * Returns whether a block may hold logs of an address, by its bloom filter. A block with transactions and an empty filter
 * comes from a chain that fills none.
 */
export function mayHold({ bloom, isEmpty }: Pick<Block, 'bloom' | 'isEmpty'>, address: string): boolean {
  if (bloom === undefined || /^0x0*$/.test(bloom)) return !isEmpty
  return bitsOf(address).every((bit) => {
    // The filter's last digit holds its lowest four bits.
    const digit = Number.parseInt(bloom[bloom.length - 1 - (bit >> 2)] ?? '0', 16)
    return (digit & (1 << (bit & 3))) !== 0
  })
}

const bits = new Map<string, readonly number[]>()

/** The three bits that an address sets in a bloom filter. Each block is asked for the same addresses. */
function bitsOf(address: string): readonly number[] {
  const known = bits.get(address)
  if (known !== undefined) return known
  const digest = keccak256(address as Hex)
  const own = [2, 6, 10].map((start) => Number.parseInt(digest.slice(start, start + 4), 16) & 2_047)
  if (bits.size >= 20_000) bits.clear()
  bits.set(address, own)
  return own
}
