import type { Hex } from 'viem'
import { type Call, encodeBatch } from './batch.js'
import { type AccountType, type Chain, chainNumber } from './Chain.js'
import { delegateAddress, readDelegateCode, readDelegation } from './delegate.js'
import { gasLimitOf, gasWithoutEstimate, mostGas, readFee } from './fees.js'
import { quantity } from './hex.js'
import { readQuantity } from './nodeReads.js'
import type { Operation } from './operations/Operation.js'
import { prepareOperation } from './operations/prepareOperation.js'
import type { AccessListEntry, PlannedTransaction } from './PlannedTransaction.js'
import { refuse } from './Refusal.js'
import { isNodeError, type Rpc } from './Rpc.js'

/** How calls of an account will be carried out, with everything that is signed. JSON. */
export type Plan = {
  readonly isAtomic: boolean
  /** The account delegates to the smart account's code with it; `other` names whom it had delegated to before. */
  readonly upgrade?: 'first' | 'other' | undefined
  /** The node says that it would fail. */
  readonly willFail: boolean
  readonly transactions: readonly PlannedTransaction[]
  readonly operation?: Operation | undefined
}

export declare namespace planCalls {
  type Parameters = {
    readonly chain: Chain
    readonly account: Hex
    readonly type: AccountType
    readonly calls: readonly Call[]
    /** All calls, or none of them. */
    readonly isAtomicNeeded: boolean
    /** What the app wishes for a single transaction. */
    readonly wishes?: Wishes | undefined
    readonly rpc: Rpc
    readonly bundler?: Rpc | undefined
    readonly paymaster?: Rpc | undefined
  }
  type Wishes = {
    readonly gas?: bigint | undefined
    readonly nonce?: bigint | undefined
    readonly accessList?: readonly AccessListEntry[] | undefined
  }
}

/** What an authorization costs on top of the estimate (EIP-7702). */
const authorizationGas = 37_500n

/**
 * Decides how calls are carried out: by an operation if there is a bundler, together if the account is a smart account
 * or the app demands it, else one after the other.
 *
 * @throws {Refusal} `atomicity`, `invalid` for a nonce that is taken or too far ahead
 */
export async function planCalls(parameters: planCalls.Parameters): Promise<Plan> {
  const { chain, account, type, calls, isAtomicNeeded, rpc, bundler, paymaster } = parameters
  const [delegation, delegateCode] = await Promise.all([
    readDelegation(rpc, chain.id, account),
    chain.hasSmartAccounts ? readDelegateCode(rpc, chain.id) : undefined,
  ])
  const isPossible = delegateCode !== undefined && delegation !== 'contract' && !calls.some(isCreation)
  const isDelegated = delegation === 'own'
  const upgrade = isDelegated ? undefined : delegation === 'other' ? 'other' : 'first'
  if (isPossible && type === 'smartAccount' && chain.hasBundler && bundler !== undefined) {
    const payer = chain.hasPaymaster ? paymaster : undefined
    const prepared = { chain, sender: account, calls, isDelegated, rpc, bundler, paymaster: payer }
    return {
      isAtomic: true,
      upgrade,
      willFail: false,
      transactions: [],
      operation: await prepareOperation(prepared),
    }
  }
  const isTogether =
    calls.length > 1 && isPossible && (isAtomicNeeded || isDelegated || type === 'smartAccount')
  if (!isTogether && calls.length > 1 && isAtomicNeeded) throw refuse('atomicity')
  const batched = isTogether ? [{ to: account, value: '0x0', data: encodeBatch(calls) } as const] : calls
  const override = isTogether && !isDelegated ? delegateCode : undefined
  // A node that knows no overrides cannot estimate the calls of an account that has no code yet.
  const without = gasWithoutEstimate * BigInt(isTogether ? calls.length : 1)
  const { transactions, willFail } = await planTransactions(parameters, batched, override, without)
  return {
    isAtomic: isTogether || calls.length === 1,
    ...(override === undefined ? {} : { upgrade }),
    transactions,
    willFail,
  }
}

const isCreation = ({ to }: Call) => to === undefined

async function planTransactions(
  { chain, account, wishes = {}, rpc }: planCalls.Parameters,
  calls: readonly Call[],
  delegateCode: Hex | undefined,
  without: bigint,
) {
  const [first, fee, estimates] = await Promise.all([
    readNonce(rpc, chain, account, wishes.nonce),
    readFee(rpc, chain.id),
    Promise.all(calls.map((call) => estimateGas(rpc, chain, account, call, delegateCode))),
  ])
  const transactions = calls.map(({ to, value, data }, index): PlannedTransaction => {
    const nonce = first + index
    return {
      ...{ chainId: chainNumber(chain.id), nonce, value, data, fee },
      ...(to === undefined ? {} : { to }),
      gas: quantity(gasOf(estimates[index], wishes.gas, without)),
      ...(wishes.accessList === undefined ? {} : { accessList: wishes.accessList }),
      // The sender's nonce has grown by one before the authorization is looked at.
      ...(delegateCode === undefined
        ? {}
        : { authorization: { chainId: chainNumber(chain.id), address: delegateAddress, nonce: nonce + 1 } }),
    }
  })
  // Later transactions may need what the earlier ones do.
  return { transactions, willFail: estimates[0] === 'reverts' }
}

function gasOf(
  estimate: bigint | 'reverts' | undefined,
  wished: bigint | undefined,
  without: bigint,
): bigint {
  const least = atMost(typeof estimate === 'bigint' ? gasLimitOf(estimate) : without)
  // An app may know that its call needs more than now; it cannot make the wallet send too little.
  return wished !== undefined && wished > least ? atMost(wished) : least
}

const atMost = (gas: bigint): bigint => (gas < mostGas ? gas : mostGas)

/** @returns `'reverts'` if the node says that it would fail, `undefined` if it says nothing */
async function estimateGas(
  rpc: Rpc,
  { id }: Chain,
  from: Hex,
  { to, value, data }: Call,
  code: Hex | undefined,
): Promise<bigint | 'reverts' | undefined> {
  const call = { from, ...(to === undefined ? {} : { to }), value, data }
  const overrides = code === undefined ? [] : ['latest', { [from]: { code } }]
  try {
    const estimate = await readQuantity(rpc, id, 'eth_estimateGas', [call, ...overrides])
    return code === undefined ? estimate : estimate + authorizationGas
  } catch (error) {
    return isRevert(error) ? 'reverts' : undefined
  }
}

/** Whether a node says that a call would fail, and not that it could not tell. */
export function isRevert(error: unknown): boolean {
  return (
    isNodeError(error) &&
    (error.code === 3 || /revert|insufficient funds|exceeds balance/i.test(error.message))
  )
}

/** The next nonce; a wished one only if it is free, or replaces a transaction that no block has. */
async function readNonce(rpc: Rpc, { id }: Chain, account: Hex, wished: bigint | undefined): Promise<number> {
  const count = (block: string) => readQuantity(rpc, id, 'eth_getTransactionCount', [account, block])
  const pending = Number(await count('pending'))
  if (wished === undefined || Number(wished) === pending) return pending
  const latest = Number(await count('latest'))
  if (wished > BigInt(pending))
    throw refuse('invalid', { field: 'nonce', problem: `the next one is ${pending}` })
  if (wished < BigInt(latest)) throw refuse('invalid', { field: 'nonce', problem: 'already used' })
  return Number(wished)
}
