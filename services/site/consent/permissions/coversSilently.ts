import type { Call } from '../../accounts/batch.js'
import { isSameHex } from '../../accounts/hex.js'
import { mostOperationFee } from '../../accounts/operations/Operation.js'
import { mostFee } from '../../accounts/PlannedTransaction.js'
import type { allows } from '../../accounts/permissions/allows.js'
import { permissionFor } from '../../accounts/permissions/keptPermissions.js'
import type { Plan } from '../../accounts/planCalls.js'
import type { Draft } from '../Draft.js'
import type { ReadContext, WalletRequest } from '../ReadContext.js'

/** What a permission does not answer: whether an earlier transaction is replaced, or more is sent than is there. */
const ownDecisions: ReadonlySet<string> = new Set(['insufficient', 'replaces'])

/**
 * Whether a permission of the page covers what was drafted, so that the wallet signs without asking. A simulation must
 * show that nothing else leaves the account, and that nobody gets an allowance.
 *
 * @returns The question that the permission answers, to be asked again just before it is signed
 */
export function coversSilently(
  draft: Draft,
  request: WalletRequest,
  context: ReadContext,
): allows.Request | undefined {
  const { content, calls, changes, warnings } = draft
  if (content.type !== 'calls' || calls === undefined || changes?.status !== 'simulated') return undefined
  const { plan } = content
  // Becoming a smart account is the visitor's own decision.
  if (plan.upgrade !== undefined || plan.willFail) return undefined
  if (warnings.some(({ severity, key }) => severity === 'block' || ownDecisions.has(key))) return undefined
  if (changes.allowances.some(({ units }) => units !== '0')) return undefined
  const isCovered = changes.assets.every(({ units, contract, tokenId }) => {
    const out = -BigInt(units)
    return out <= 0n || (tokenId === undefined && out <= declared(calls, contract))
  })
  if (!isCovered) return undefined
  const question = {
    origin: context.origin,
    account: context.account.eip155,
    chainId: request.chainId,
    calls,
    fee: feeOf(plan),
    now: Math.floor(context.now() / 1_000),
  }
  return permissionFor(context.records, question) === undefined ? undefined : question
}

/** What the calls themselves say that they send of an asset. */
function declared(calls: readonly Call[], contract: string | undefined): bigint {
  return calls.reduce((sum, { to, value, data }) => {
    if (contract === undefined) return sum + BigInt(value)
    const isTransfer =
      to !== undefined && isSameHex(to, contract) && data.startsWith('0xa9059cbb') && data.length === 138
    return isTransfer ? sum + BigInt(`0x${data.slice(74)}`) : sum
  }, 0n)
}

function feeOf({ transactions, operation }: Plan): bigint {
  if (operation !== undefined) return operation.paymaster === undefined ? mostOperationFee(operation) : 0n
  return transactions.reduce((sum, one) => sum + mostFee(one), 0n)
}
