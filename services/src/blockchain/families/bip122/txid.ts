import { createHash } from 'node:crypto'

/** The longest transaction that is read, in characters of hex: what nodes pass on has at most 400,000 weight units. */
export const longestHex = 800_000

/** Reads a transaction's bytes one after the other; throws at their end. */
class Reader {
  at = 0
  readonly bytes: Buffer

  constructor(bytes: Buffer) {
    this.bytes = bytes
  }

  skip(count: number): void {
    if (count > this.bytes.length - this.at) throw new RangeError('ends too early')
    this.at += count
  }

  /** A number of variable length; none in a transaction is above four bytes. */
  count(): number {
    const start = this.at
    this.skip(1)
    const first = this.bytes[start] ?? 0
    if (first < 0xfd) return first
    const size = first === 0xfd ? 2 : 4
    if (first === 0xff) throw new RangeError('too many')
    this.skip(size)
    return this.bytes.readUIntLE(start + 1, size)
  }

  /** Skips a list whose items are each read by `item`. */
  list(item: () => void): number {
    const length = this.count()
    for (let index = 0; index < length; index++) item()
    return length
  }
}

/** Computes the id of a signed transaction, which its signatures are no part of; `undefined` for anything else. */
export function txidOf(hex: unknown): string | undefined {
  if (typeof hex !== 'string' || hex.length > longestHex || !/^([0-9a-f]{2})+$/i.test(hex)) return undefined
  const bytes = Buffer.from(hex, 'hex')
  try {
    return read(bytes)
  } catch {
    return undefined
  }
}

function read(bytes: Buffer): string | undefined {
  const reader = new Reader(bytes)
  reader.skip(4)
  const hasWitness = bytes[4] === 0 && bytes[5] === 1
  if (hasWitness) reader.skip(2)
  const start = reader.at
  const inputs = reader.list(() => {
    reader.skip(36)
    reader.skip(reader.count())
    reader.skip(4)
  })
  const outputs = reader.list(() => {
    reader.skip(8)
    reader.skip(reader.count())
  })
  const end = reader.at
  if (hasWitness) {
    for (let index = 0; index < inputs; index++) reader.list(() => reader.skip(reader.count()))
  }
  const lockTime = reader.at
  reader.skip(4)
  if (inputs === 0 || outputs === 0 || reader.at !== bytes.length) return undefined
  const parts = [bytes.subarray(0, 4), bytes.subarray(start, end), bytes.subarray(lockTime)]
  return Buffer.from(sha256(sha256(Buffer.concat(parts))))
    .reverse()
    .toString('hex')
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}
