import { topics } from '../blockchain/history/readLog.js'

type Hex = `0x${string}`

export type Kind =
  | 'tokenIn'
  | 'tokenOut'
  | 'coinIn'
  | 'coinOut'
  | 'payout'
  | 'failed'
  | 'approve'
  /** Somebody else's call makes the account, which has code, pay coin. */
  | 'sponsored'
  /** Somebody else submits a delegation that the account signed (EIP-7702). */
  | 'delegation'

/** One transaction that concerns the account. */
export type Deed = {
  readonly kind: Kind
  readonly block: number
  readonly hash: Hex
  readonly from: Hex
  readonly to: Hex
  readonly value: bigint
  readonly input: Hex
  readonly nonce: number
  /** Coin that the called contract paid its caller. */
  readonly payout: bigint
  readonly isFailed: boolean
  /** The account's number of transactions and balance after the block. */
  readonly after: { readonly nonce: number; readonly balance: bigint }
}

export const account: Hex = `0x${'ac'.repeat(20)}`
const token: Hex = `0x${'70'.repeat(20)}`
const contract: Hex = `0x${'c0'.repeat(20)}`
export const gasUsed = 50_000n
export const gasPrice = 1_000_000_000n
/** Milliseconds of the first block and between two blocks. */
const [origin, interval] = [1_500_000_000_000, 12_000]

/** The default mix of a busy account. */
const mixed: readonly Kind[] = [
  ...(['tokenIn', 'tokenIn', 'tokenIn', 'tokenIn', 'tokenIn', 'tokenOut', 'tokenOut', 'tokenOut'] as const),
  ...(['coinIn', 'coinIn', 'coinIn', 'coinOut', 'coinOut', 'coinOut'] as const),
  ...(['payout', 'payout', 'payout', 'approve', 'approve', 'failed'] as const),
]

export function hex(number: number | bigint): Hex {
  return `0x${number.toString(16)}`
}

export function word(value: number | bigint | Hex): string {
  return (typeof value === 'string' ? value.slice(2) : value.toString(16)).padStart(64, '0')
}

export const blockHash = (number: number): Hex => `0xb10c${word(number).slice(4)}`
export const timeOf = (number: number): number => origin + number * interval

/** A number that looks random and is always the same. */
function scramble(seed: number): number {
  let value = (seed + 0x9e3779b9) | 0
  value = Math.imul(value ^ (value >>> 16), 0x21f0aaad)
  value = Math.imul(value ^ (value >>> 15), 0x735a2d97)
  return (value ^ (value >>> 15)) >>> 0
}

/** Makes the account's transactions, oldest first: one in each of as many parts of the chain. */
export function createDeeds({
  blocks,
  count,
  kinds = mixed,
}: {
  readonly blocks: number
  readonly count: number
  readonly kinds?: readonly Kind[] | undefined
}): readonly Deed[] {
  const gap = Math.floor((blocks - 1) / count)
  const deeds: Deed[] = []
  let [nonce, balance] = [0, 0n]
  for (let index = 0; index < count; index++) {
    const block = 1 + index * gap + (scramble(index) % gap)
    // The account needs coin before it can pay a fee.
    const kind = index === 0 ? 'coinIn' : (kinds[scramble(index + 77_777) % kinds.length] ?? 'coinIn')
    const isOwn = !['tokenIn', 'coinIn', 'sponsored', 'delegation'].includes(kind)
    const value = kind === 'coinIn' ? (index === 0 ? 10n ** 24n : BigInt(1 + scramble(index))) : 0n
    const spent = kind === 'coinOut' ? BigInt(1 + scramble(index)) : 0n
    const payout = kind === 'payout' || kind === 'sponsored' ? BigInt(1 + scramble(index)) : 0n
    balance += value - spent - (isOwn ? gasUsed * gasPrice : 0n)
    balance += kind === 'sponsored' ? -payout : payout
    if (kind === 'delegation') nonce++
    deeds.push({
      kind,
      block,
      hash: `0xdeed${word(index).slice(4)}`,
      from: isOwn ? account : otherOf(index),
      to: toOf(kind, index),
      value: value + spent,
      input: inputOf(kind, index),
      nonce: isOwn ? nonce++ : index,
      payout,
      isFailed: kind === 'failed',
      after: { nonce, balance },
    })
  }
  return deeds
}

/** Somebody else, of many. */
export function otherOf(index: number): Hex {
  return `0x${word(1_000_000 + (index % 1_000)).slice(24)}`
}

function toOf(kind: Kind, index: number): Hex {
  if (kind === 'coinIn' || kind === 'sponsored') return account
  if (kind === 'coinOut' || kind === 'delegation') return otherOf(index)
  return kind === 'payout' || kind === 'failed' ? contract : token
}

function inputOf(kind: Kind, index: number): Hex {
  const other = word(otherOf(index))
  if (kind === 'tokenIn') return `0xa9059cbb${word(account)}${word(index + 1)}`
  if (kind === 'tokenOut') return `0xa9059cbb${other}${word(index + 1)}`
  if (kind === 'approve') return `0x095ea7b3${other}${word(index + 1)}`
  return ['payout', 'failed', 'sponsored'].includes(kind) ? `0x12345678${word(index)}` : '0x'
}

export type SyntheticLog = { readonly topics: readonly Hex[]; readonly [name: string]: unknown }

/** The logs of a transaction, as a node tells them. */
export function logsOf(deed: Deed): readonly SyntheticLog[] {
  const { kind, block, hash, input } = deed
  if (kind !== 'tokenIn' && kind !== 'tokenOut' && kind !== 'approve') return []
  const event = kind === 'approve' ? topics.approval : topics.transfer
  return [
    {
      address: token,
      topics: [event, `0x${word(deed.from)}`, `0x${input.slice(10, 74)}`],
      data: `0x${input.slice(74)}`,
      blockNumber: hex(block),
      blockHash: blockHash(block),
      transactionHash: hash,
      transactionIndex: '0x0',
      logIndex: '0x0',
      removed: false,
      blockTimestamp: hex(timeOf(block) / 1_000),
    },
  ]
}

/** What a history should tell of a transaction: who moved how much of what. */
export function truthOf({ kind, hash, block, from, to, value, input, payout, isFailed }: Deed) {
  const sent = isFailed ? [] : value > 0n ? [`${from} ${to} ${value}`] : []
  const paid = payout > 0n ? [`${to} ${from} ${payout}`] : []
  const moved =
    kind === 'tokenIn' || kind === 'tokenOut'
      ? [`${from} 0x${input.slice(34, 74)} ${BigInt(`0x${input.slice(74)}`)} ${token}`]
      : []
  return { hash, block, status: isFailed ? 'failed' : 'confirmed', movements: [...sent, ...moved, ...paid] }
}
