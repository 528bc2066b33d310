import * as v from 'valibot'
import { readExact } from '../exactJson.js'
import { count } from '../methods.js'

const address = v.pipe(v.string(), v.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/))
const index = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255))
const held = v.object({
  accountIndex: index,
  mint: address,
  // Transactions of before 2021 do not say.
  owner: v.nullish(address),
  uiTokenAmount: v.object({
    amount: v.pipe(v.string(), v.regex(/^\d{1,20}$/)),
    // Whoever makes a token decides, and programs take any byte.
    decimals: index,
  }),
})
const tokens = v.nullish(v.pipe(v.array(held), v.maxLength(256)))
const keys = v.pipe(v.array(address), v.maxLength(256))

/** A transaction as `getTransaction` tells it with the encoding `json`. */
export const transactionSchema = v.object({
  slot: count,
  blockTime: v.nullish(count),
  transaction: v.object({
    signatures: v.pipe(v.array(v.string()), v.minLength(1)),
    message: v.object({
      accountKeys: v.pipe(keys, v.minLength(1)),
      header: v.object({ numRequiredSignatures: index }),
      instructions: v.array(v.object({ programIdIndex: index })),
    }),
  }),
  meta: v.object({
    err: v.unknown(),
    fee: count,
    preBalances: v.array(count),
    postBalances: v.array(count),
    preTokenBalances: tokens,
    postTokenBalances: tokens,
    loadedAddresses: v.nullish(v.object({ writable: keys, readonly: keys })),
  }),
})

/** A token account in a transaction. */
type TokenChange = {
  readonly mint: string
  readonly decimals: number
  /** Absent where the node does not know. */
  readonly owner?: string | undefined
  readonly units: bigint
  /** Whether the transaction made it. */
  readonly isNew: boolean
  /** What it had before for another owner, or of another token. `units` is then all that it has. */
  readonly left?: Pick<TokenChange, 'mint' | 'decimals' | 'owner' | 'units'> | undefined
}

/** What a transaction did to each account. It does not depend on the account that is asked for. */
export type Facts = {
  readonly isFailed: boolean
  readonly fee: bigint
  /** The fee's payer is the first. */
  readonly signers: readonly string[]
  /** The program of its first instruction that does more than set limits. */
  readonly program?: string | undefined
  readonly accounts: readonly {
    readonly key: string
    /** In lamports. */
    readonly units: bigint
    readonly token?: TokenChange | undefined
  }[]
}

const limitsProgram = 'ComputeBudget111111111111111111111111111111'

/** Reads what a transaction did; `undefined` for one that contradicts itself. */
export function factsOf({
  transaction: { message },
  meta,
}: v.InferOutput<typeof transactionSchema>): Facts | undefined {
  const { writable = [], readonly = [] } = meta.loadedAddresses ?? {}
  const all = [...message.accountKeys, ...writable, ...readonly]
  const isWhole = meta.preBalances.length === all.length && meta.postBalances.length === all.length
  const fee = readExact(meta.fee)
  if (!isWhole || fee === undefined) return undefined
  const before = new Map((meta.preTokenBalances ?? []).map((one) => [one.accountIndex, one]))
  const after = new Map((meta.postTokenBalances ?? []).map((one) => [one.accountIndex, one]))
  const tokenAt = (index: number): TokenChange | undefined => {
    const [old, recent] = [before.get(index), after.get(index)]
    const one = recent ?? old
    if (one === undefined) return undefined
    const now = unitsOf(recent)
    const isNew = old === undefined
    return old !== undefined && recent !== undefined && isHandedOver(old, recent)
      ? { ...assetOf(recent), units: now, isNew, left: { ...assetOf(old), units: unitsOf(old) } }
      : { ...assetOf(one), units: now - unitsOf(old), isNew }
  }
  const programs = message.instructions.map(({ programIdIndex }) => all[programIdIndex])
  return {
    isFailed: meta.err !== null && meta.err !== undefined,
    fee,
    signers: message.accountKeys.slice(0, message.header.numRequiredSignatures),
    program: programs.find((one) => one !== limitsProgram),
    accounts: all.map((key, index) => ({
      key,
      units: (readExact(meta.postBalances[index]) ?? 0n) - (readExact(meta.preBalances[index]) ?? 0n),
      token: tokenAt(index),
    })),
  }
}

type Held = v.InferOutput<typeof held>

const unitsOf = (one: Held | undefined) => BigInt(one?.uiTokenAmount.amount ?? 0)
const assetOf = ({ mint, owner, uiTokenAmount: { decimals } }: Held) => ({
  mint,
  decimals,
  owner: owner ?? undefined,
})

/** Whether a token account has another owner, or was made anew for another token. */
function isHandedOver(old: Held, recent: Held): boolean {
  return old.mint !== recent.mint || (old.owner != null && recent.owner != null && old.owner !== recent.owner)
}
