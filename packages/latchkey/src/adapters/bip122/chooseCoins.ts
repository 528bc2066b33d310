import type { Kind } from './addresses.js'

/** A coin that can be spent, in satoshi. */
export type Spendable = {
  readonly txid: string
  readonly vout: number
  readonly value: bigint
  readonly isConfirmed: boolean
  /** It must be spent, so that an earlier transfer cannot be carried out besides. */
  readonly isDue?: boolean | undefined
  /** It is said to hold an inscription or a rune. */
  readonly collectible?: boolean | undefined
}

/** The kind of the sender's address. `sh` is P2WPKH nested in P2SH: wallets have no other. */
export type SenderKind = Exclude<Kind, 'wsh'>

/** The inputs and the amounts of a transaction, in satoshi: the inputs' sum is `units` + `change` + `fee`. */
export type Choice = {
  readonly coins: readonly Spendable[]
  readonly units: bigint
  /** 0 if there is no output for it. */
  readonly change: bigint
  readonly fee: bigint
}

type Question = {
  readonly coins: readonly Spendable[]
  readonly sender: SenderKind
  /** The length of the recipient's script in bytes. */
  readonly recipientSize: number
  /** In satoshi per 1,000 virtual bytes. */
  readonly rate: bigint
}

/** The most inputs of a transaction: for each of them a node is asked for the transaction that it comes from. */
const inputLimit = 100

/** The weight units of an input with a signature of the largest size. */
const inputWeight: { readonly [kind in SenderKind]: bigint } = { pkh: 592n, sh: 364n, wpkh: 272n, tr: 231n }
/** The length of the script that an address of the kind stands for, in bytes. */
const scriptSize: { readonly [kind in SenderKind]: number } = { pkh: 25, sh: 23, wpkh: 22, tr: 34 }

/**
 * Chooses coins for a payment: those that are due, then confirmed ones first, then the largest. The remainder is change, unless that would be
 * dust: then it is part of the fee. `undefined` if the coins do not suffice.
 */
export function chooseCoins({
  units,
  ...question
}: Question & { readonly units: bigint }): Choice | undefined {
  const { sender } = question
  const chosen: Spendable[] = []
  let sum = 0n
  const worth = worthSpending(question)
  for (const coin of worth) {
    chosen.push(coin)
    sum += coin.value
    const least = feeOf(question, chosen.length, false)
    if (sum < units + least || worth[chosen.length]?.isDue) continue
    const rest = sum - units - feeOf(question, chosen.length, true)
    const change = rest < dustOf(scriptSize[sender]) ? 0n : rest
    return { coins: chosen, units, change, fee: sum - units - change }
  }
  return undefined
}

/** Spends all coins to the recipient. `undefined` if nothing would be left for them. */
export function chooseAll(question: Question): Choice | undefined {
  const coins = worthSpending(question)
  const fee = feeOf(question, coins.length, false)
  const units = sumOf(coins) - fee
  return units > 0n ? { coins, units, change: 0n, fee } : undefined
}

/**
 * The smallest amount that an output may have: nodes do not pass on an output that costs more to spend than a third of
 * it (Bitcoin Core, at 3 satoshi per byte).
 *
 * @param size The length of its script in bytes.
 */
export function dustOf(size: number): bigint {
  // A witness program's input is counted as 67 bytes, any other as 148.
  const isWitness = size === 22 || size === 34
  return 3n * BigInt(9 + size + (isWitness ? 67 : 148))
}

/** The fee of a transaction with so many inputs, rounded up to whole satoshi. */
const feeOf = (question: Question, inputs: number, hasChange: boolean): bigint =>
  (sizeOf(question, inputs, hasChange) * question.rate + 999n) / 1000n

/** The rate that a choice pays, in tenths of a satoshi per virtual byte; what would be dust is part of its fee. */
export const rateOf = (question: Question, { coins, change, fee }: Choice): bigint =>
  (fee * 10n) / sizeOf(question, coins.length, change > 0n)

/** The size of a transaction with so many inputs, rounded up to whole virtual bytes. */
function sizeOf({ sender, recipientSize }: Question, inputs: number, hasChange: boolean): bigint {
  // Version, lock time, the number of inputs (one byte for up to 252) and of outputs, marker and flag.
  const frame = 4n * (4n + 4n + 1n + 1n) + 2n
  const outputs = outputWeight(recipientSize) + (hasChange ? outputWeight(scriptSize[sender]) : 0n)
  const weight = frame + BigInt(inputs) * inputWeight[sender] + outputs
  return (weight + 3n) / 4n
}

const outputWeight = (size: number) => 4n * BigInt(9 + size)

/** The coins that a transaction can spend, the best first, without those that cost more than they are worth. */
export function worthSpending({ coins, sender, rate }: Question): readonly Spendable[] {
  return coins
    .filter(({ value, isDue }) => isDue || value * 4000n > inputWeight[sender] * rate)
    .sort((a, b) => rankOf(b) - rankOf(a) || Number(b.value - a.value))
    .slice(0, inputLimit)
}

export const sumOf = (list: readonly ({ readonly value: bigint } | undefined)[]): bigint =>
  list.reduce((sum, one) => sum + (one?.value ?? 0n), 0n)

const rankOf = ({ isDue = false, isConfirmed }: Spendable) => 2 * Number(isDue) + Number(isConfirmed)
