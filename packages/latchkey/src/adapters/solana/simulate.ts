import * as v from 'valibot'
import { accountError } from '../../protocol/accountErrors.js'
import type { KitError } from '../../protocol/errors.js'
import { type Ask, commitment, count, inContext } from './nodes.js'
import { toBase64 } from './SolanaWallet.js'

const answerSchema = inContext(
  v.object({
    err: v.nullable(v.union([v.string(), v.record(v.string(), v.unknown())])),
    unitsConsumed: v.optional(count),
    accounts: v.optional(v.nullable(v.array(v.nullable(v.object({ lamports: count }))))),
  }),
)

type RuntimeError = NonNullable<v.InferOutput<typeof answerSchema>['value']['err']>
export type Simulated = {
  readonly error: RuntimeError | undefined
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
  const options = { encoding: 'base64', commitment, sigVerify: false, ...accounts }
  const { value } = await ask(
    'simulateTransaction',
    [toBase64(transaction), { ...options, replaceRecentBlockhash: isAnyBlockhash }],
    answerSchema,
  )
  return {
    error: value.err ?? undefined,
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
export function poorAccountOf(error: RuntimeError | undefined): number | undefined {
  if (typeof error !== 'object') return undefined
  const read = v.safeParse(v.object({ account_index: count }), error.InsufficientFundsForRent)
  return read.success ? read.output.account_index : undefined
}

/** Turns the reason why the network would refuse a transfer into the catalogue's error. */
export function refusalOf(error: RuntimeError): KitError {
  const words = typeof error === 'string' ? error : JSON.stringify(error)
  const isPoor =
    words === 'AccountNotFound' || words === 'InsufficientFundsForFee' || poorAccountOf(error) === 0
  if (isPoor) return accountError('INSUFFICIENT_FEE_FUNDS', { details: words })
  return accountError('TRANSFER_REFUSED', { details: words.slice(0, 120) })
}
