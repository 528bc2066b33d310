import * as v from 'valibot'
import { accountError } from '../../protocol/accountErrors.js'
import type { KitError } from '../../protocol/errors.js'
import { buildTransfer, type Work } from './buildTransaction.js'
import { type Ask, commitment, count, inContext, readAccount } from './nodes.js'
import { toBase64 } from './SolanaWallet.js'
import { tokenAccountOf, tokenOwner } from './tokens.js'

const answerSchema = inContext(
  v.object({
    err: v.unknown(),
    unitsConsumed: v.optional(count),
    accounts: v.optional(v.nullable(v.array(v.nullable(v.object({ lamports: count }))))),
  }),
)

/** Stands for any blockhash: the node puts its own in place of it. */
const noBlockhash = '11111111111111111111111111111111'

/**
 * Lets a node carry a transfer out without its signatures, and without putting it in a block.
 *
 * @throws What the network would refuse; `TRANSFER_REFUSED` if the recipient has given its token account away, which a
 *   transfer to it does not tell; `FEE_ESTIMATE_FAILED` without the cost of a new one.
 */
export async function simulate(ask: Ask, work: Work, options: simulate.Options): Promise<simulate.Result> {
  const { transfer, token } = work
  const { blockhash = noBlockhash } = options
  const place = token && (await tokenAccountOf(transfer.to, token))
  const parameters = {
    encoding: 'base64',
    commitment,
    replaceRecentBlockhash: blockhash === noBlockhash,
    ...(place && { accounts: { encoding: 'base64', addresses: [place] } }),
  }
  const wire = toBase64(await buildTransfer(work, blockhash))
  const [{ value }, held] = await Promise.all([
    ask('simulateTransaction', [wire, parameters], answerSchema),
    place === undefined ? null : readAccount(ask, place),
  ])
  const { err, unitsConsumed = 0, accounts } = value
  const error = typeof err === 'string' ? err : err ? JSON.stringify(err) : ''
  const isTooLittle = options.isProbe === true && (poorAccountOf(error) ?? 0) > 0
  if (error !== '' && !isTooLittle) throw refusalOf(error, token?.rent !== undefined)
  const units = BigInt(unitsConsumed)
  const owner = token && tokenOwner(held, token)
  if (owner !== undefined && owner !== transfer.to) {
    throw accountError('TRANSFER_REFUSED', { details: 'owner' })
  }
  if (token === undefined || owner !== undefined) return { units, isTooLittle }
  const [after] = accounts ?? []
  // Without it, the fee would be shown too low by a large part of it.
  if (!after) throw accountError('FEE_ESTIMATE_FAILED')
  // Anybody can send lamports to the place of an account: so many less it costs.
  return { units, rent: BigInt(Math.max(after.lamports - (held?.lamports ?? 0), 0)) }
}

export declare namespace simulate {
  type Options = {
    /** @default any that is valid now */
    readonly blockhash?: string | undefined
    /** The amount may be less than a new account has to have: the result says so. */
    readonly isProbe?: boolean
  }
  type Result = {
    readonly units: bigint
    /** What the recipient's token account costs, in lamports; absent if none has to be created. */
    readonly rent?: bigint
    /** The recipient has no account, and the amount is less than a new one has to have. */
    readonly isTooLittle?: boolean
  }
}

/** The index of the account that a transaction would leave with less than its rent. */
function poorAccountOf(error: string): number | undefined {
  const index = /"InsufficientFundsForRent":\{"account_index":(\d+)/.exec(error)?.[1]
  return index === undefined ? undefined : Number(index)
}

/**
 * Turns the reason why the network would refuse a transfer into the catalogue's error.
 *
 * @param isCreating Its third instruction creates the recipient's token account, and fails so without the lamports.
 */
function refusalOf(error: string, isCreating: boolean): KitError {
  const isPoor =
    error === 'AccountNotFound' ||
    error === 'InsufficientFundsForFee' ||
    poorAccountOf(error) === 0 ||
    (isCreating && error === '{"InstructionError":[2,{"Custom":1}]}')
  if (isPoor) return accountError('INSUFFICIENT_FEE_FUNDS', { details: error })
  return accountError('TRANSFER_REFUSED', { details: error.slice(0, 120) })
}
