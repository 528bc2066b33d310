import * as v from 'valibot'
import { accountError } from '../../protocol/accountErrors.js'
import type { KitError } from '../../protocol/errors.js'
import { type Ask, commitment, count, inContext } from './nodes.js'
import { toBase64 } from './SolanaWallet.js'

const answerSchema = inContext(
  v.object({
    err: v.unknown(),
    unitsConsumed: v.optional(count),
    accounts: v.optional(v.nullable(v.array(v.nullable(v.object({ lamports: count }))))),
  }),
)

export type Simulated = {
  /** Why the network would refuse it, as it says: a word, or JSON. */
  readonly error: string | undefined
  readonly units: bigint
  /** What the account that was asked about would have afterwards, in lamports. */
  readonly lamports: bigint
}

/** Lets a node carry a transaction out without its signatures, and without putting it in a block. */
export async function simulate(
  ask: Ask,
  transaction: Uint8Array,
  { isAnyBlockhash, account }: simulate.Options,
): Promise<Simulated> {
  const accounts = account && { accounts: { encoding: 'base64', addresses: [account] } }
  const options = { encoding: 'base64', commitment, ...accounts }
  const { value } = await ask(
    'simulateTransaction',
    [toBase64(transaction), { ...options, replaceRecentBlockhash: isAnyBlockhash }],
    answerSchema,
  )
  const { err } = value
  return {
    error: typeof err === 'string' ? err : err ? JSON.stringify(err) : undefined,
    units: BigInt(value.unitsConsumed ?? 0),
    lamports: BigInt(value.accounts?.[0]?.lamports ?? 0),
  }
}

export declare namespace simulate {
  type Options = {
    /** Whether the node is to put a fresh blockhash in place of the transaction's. */
    readonly isAnyBlockhash: boolean
    readonly account?: string | undefined
  }
}

/** The index of the account that a transaction would leave with less than its rent. */
export function poorAccountOf(error = ''): number | undefined {
  const index = /"InsufficientFundsForRent":\{"account_index":(\d+)/.exec(error)?.[1]
  return index === undefined ? undefined : Number(index)
}

/** Turns the reason why the network would refuse a transfer into the catalogue's error. */
export function refusalOf(error: string): KitError {
  const isPoor =
    error === 'AccountNotFound' || error === 'InsufficientFundsForFee' || poorAccountOf(error) === 0
  if (isPoor) return accountError('INSUFFICIENT_FEE_FUNDS', { details: error })
  return accountError('TRANSFER_REFUSED', { details: error.slice(0, 120) })
}
