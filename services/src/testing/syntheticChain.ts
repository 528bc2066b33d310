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
  /** A bundler submits what the account, which has code, signed: it sends tokens (ERC-4337). */
  | 'operation'
  /** Somebody else submits a delegation that the account signed (EIP-7702). */
  | 'delegation'
  /** ERC-721 and ERC-1155. */
  | 'artIn'
  | 'artOut'
  | 'itemsIn'
  /** Coin and tokens to oneself. */
  | 'coinSelf'
  | 'tokenSelf'
  /** Transfers of nothing: by the account, and by others in the account's name. */
  | 'coinNothing'
  | 'tokenNothing'
  /** A failed transaction that would have moved coin. */
  | 'coinFailed'

/** One transaction that concerns the account. */
export type Deed = {
  readonly kind: Kind
  readonly block: number
  /** Its place in the block. */
  readonly index: number
  readonly hash: Hex
  readonly from: Hex
  readonly to: Hex
  readonly value: bigint
  readonly input: Hex
  readonly nonce: number
  /** Coin that the called contract paid its caller. */
  readonly payout: bigint
  readonly isFailed: boolean
  /** What a rollup adds to the fee. */
  readonly l1Fee?: bigint | undefined
  /** The account's number of transactions and balance after the block. */
  readonly after: { readonly nonce: number; readonly balance: bigint }
}

export const account: Hex = `0x${'ac'.repeat(20)}`
export const token: Hex = `0x${'70'.repeat(20)}`
export const art: Hex = `0x${'a7'.repeat(20)}`
export const items: Hex = `0x${'17'.repeat(20)}`
const contract: Hex = `0x${'c0'.repeat(20)}`
/** Version 0.7 of the entry point. */
const entryPoint: Hex = '0x0000000071727de22e5e9d8baf0edac6f37da032'
const gasUsed = 50_000n
/** What a transfer of coin uses, and may use at most. */
const transferGas = 21_000n
export const gasPrice = 1_000_000_000n
/** Milliseconds of the first block and between two blocks. */
const [origin, interval] = [1_500_000_000_000, 12_000]

/** Returns how much gas a transaction uses; a plain transfer may use no more. */
export function gasOf(kind: Kind): bigint {
  return isTransfer(kind) ? transferGas : gasUsed
}

/** Whether a transaction only moves coin. */
export function isTransfer(kind: Kind): boolean {
  return ['coinIn', 'coinOut', 'coinSelf', 'coinNothing'].includes(kind)
}

/** The default mix of a busy account. */
const mixed: readonly Kind[] = [
  ...(['tokenIn', 'tokenIn', 'tokenIn', 'tokenIn', 'tokenIn', 'tokenOut', 'tokenOut', 'tokenOut'] as const),
  ...(['coinIn', 'coinIn', 'coinIn', 'coinOut', 'coinOut', 'coinOut'] as const),
  ...(['payout', 'payout', 'payout', 'approve', 'approve', 'failed'] as const),
]

/** All kinds, the usual ones more often. */
export const everyKind: readonly Kind[] = [
  ...mixed,
  ...(['artIn', 'artIn', 'artOut', 'itemsIn', 'coinSelf', 'tokenSelf'] as const),
  ...(['coinNothing', 'tokenNothing', 'coinFailed'] as const),
]
/** What a smart account does and has done to it; nothing of it raises its nonce. */
export const smartKinds: readonly Kind[] = [
  ...(['operation', 'operation', 'operation', 'sponsored'] as const),
  ...(['tokenIn', 'tokenIn', 'coinIn', 'artIn', 'tokenNothing'] as const),
]
const fromOthers: ReadonlySet<Kind> = new Set([
  'tokenIn',
  'coinIn',
  'artIn',
  'itemsIn',
  'tokenNothing',
  'sponsored',
  'delegation',
  'operation',
])

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

/**
 * Makes the account's transactions, oldest first: one in each of as many parts of the chain.
 *
 * @param isPaired Every other one is in the block of the one before, some places later.
 * @param isRollup Each of the account's own costs a fee of the base chain too.
 */
export function createDeeds({
  blocks,
  count,
  kinds = mixed,
  isPaired = false,
  isRollup = false,
}: {
  readonly blocks: number
  readonly count: number
  readonly kinds?: readonly Kind[] | undefined
  readonly isPaired?: boolean | undefined
  readonly isRollup?: boolean | undefined
}): readonly Deed[] {
  const gap = Math.floor((blocks - 1) / count)
  const deeds: Deed[] = []
  let [nonce, balance] = [0, 0n]
  for (let index = 0; index < count; index++) {
    const isSecond = isPaired && index % 2 === 1
    const part = isSecond ? index - 1 : index
    const block = 1 + part * gap + (scramble(part) % gap)
    // The account needs coin before it can pay a fee.
    const kind = index === 0 ? 'coinIn' : (kinds[scramble(index + 77_777) % kinds.length] ?? 'coinIn')
    const isOwn = !fromOthers.has(kind)
    const value = kind === 'coinIn' ? (index === 0 ? 10n ** 24n : BigInt(1 + scramble(index))) : 0n
    const spent = kind === 'coinOut' ? BigInt(1 + scramble(index)) : 0n
    const payout = kind === 'payout' || kind === 'sponsored' ? BigInt(1 + scramble(index)) : 0n
    // Coin that moves nothing: to oneself, or in a failed transaction.
    const idle = kind === 'coinSelf' || kind === 'coinFailed' ? BigInt(1 + scramble(index)) : 0n
    const l1Fee = isRollup ? BigInt(1 + scramble(index)) : undefined
    balance += value - spent - (isOwn ? gasOf(kind) * gasPrice + (l1Fee ?? 0n) : 0n)
    balance += kind === 'sponsored' ? -payout : payout
    if (kind === 'delegation') nonce++
    deeds.push({
      kind,
      block,
      index: isSecond ? 2 : 0,
      hash: `0xdeed${word(index).slice(4)}`,
      from: isOwn ? account : otherOf(index),
      to: toOf(kind, index),
      value: value + spent + idle,
      input: inputOf(kind, index),
      nonce: isOwn ? nonce++ : index,
      payout,
      isFailed: kind === 'failed' || kind === 'coinFailed',
      l1Fee,
      after: { nonce, balance },
    })
  }
  return deeds
}

/** Somebody else, of many. */
export function otherOf(index: number): Hex {
  // No two may look alike: the service takes that for an imitation.
  const part = (seed: number) =>
    scramble(1_000_000 + 7 * (index % 1_000) + seed)
      .toString(16)
      .padStart(8, '0')
  return `0x${[0, 1, 2, 3, 4].map(part).join('')}`
}

function toOf(kind: Kind, index: number): Hex {
  if (['coinIn', 'coinSelf', 'sponsored'].includes(kind)) return account
  if (['coinOut', 'coinNothing', 'coinFailed', 'delegation'].includes(kind)) return otherOf(index)
  if (kind === 'artIn' || kind === 'artOut') return art
  if (kind === 'itemsIn') return items
  if (kind === 'operation') return entryPoint
  return kind === 'payout' || kind === 'failed' ? contract : token
}

function inputOf(kind: Kind, index: number): Hex {
  const other = word(otherOf(index))
  if (kind === 'tokenIn') return `0xa9059cbb${word(account)}${word(index + 1)}`
  if (kind === 'tokenOut') return `0xa9059cbb${other}${word(index + 1)}`
  if (kind === 'tokenSelf') return `0xa9059cbb${word(account)}${word(index + 1)}`
  if (kind === 'tokenNothing') return `0xa9059cbb${word(account)}${word(0)}`
  if (kind === 'artIn') return `0x42842e0e${other}${word(account)}${word(index)}`
  if (kind === 'artOut') return `0x42842e0e${word(account)}${other}${word(index)}`
  if (kind === 'itemsIn') return `0xf242432a${other}${word(account)}${word(index)}${word(index + 1)}`
  if (kind === 'approve') return `0x095ea7b3${other}${word(index + 1)}`
  if (kind === 'operation') return `0x765e827f${other}${word(index + 1)}`
  return ['payout', 'failed', 'sponsored'].includes(kind) ? `0x12345678${word(index)}` : '0x'
}

export type SyntheticLog = { readonly topics: readonly Hex[]; readonly [name: string]: unknown }

/** The logs of a transaction, as a node tells them. */
export function logsOf(deed: Deed): readonly SyntheticLog[] {
  const { block, hash, index: place } = deed
  return eventsOf(deed).map((event, index) => ({
    ...event,
    blockNumber: hex(block),
    blockHash: blockHash(block),
    transactionHash: hash,
    transactionIndex: hex(place),
    logIndex: hex(2 * place + index),
    removed: false,
    blockTimestamp: hex(timeOf(block) / 1_000),
  }))
}

type SyntheticEvent = { readonly address: Hex; readonly topics: readonly Hex[]; readonly data: Hex }

function eventsOf({ kind, from, hash, input }: Deed): readonly SyntheticEvent[] {
  const [first, second, rest]: readonly Hex[] = [
    `0x${input.slice(10, 74)}`,
    `0x${input.slice(74, 138)}`,
    `0x${input.slice(138)}`,
  ]
  if (first === undefined || second === undefined || rest === undefined) return []
  switch (kind) {
    case 'tokenIn':
    case 'tokenOut':
    case 'tokenSelf':
    case 'tokenNothing':
      return [{ address: token, topics: [topics.transfer, `0x${word(from)}`, first], data: second }]
    case 'operation':
      return [
        { address: token, topics: [topics.transfer, `0x${word(account)}`, first], data: second },
        {
          address: entryPoint,
          topics: [topics.userOperation, hash, `0x${word(account)}`, `0x${word(0)}`],
          data: `0x${word(0)}${word(1)}${word(0)}${word(0)}`,
        },
      ]
    case 'approve':
      return [{ address: token, topics: [topics.approval, `0x${word(from)}`, first], data: second }]
    case 'artIn':
    case 'artOut':
      return [{ address: art, topics: [topics.transfer, first, second, rest], data: '0x' }]
    case 'itemsIn':
      return [{ address: items, topics: [topics.single, `0x${word(from)}`, first, second], data: rest }]
    default:
      return []
  }
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
