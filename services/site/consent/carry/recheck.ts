import { base58 } from '@scure/base'
import { type CaipNetworkId, namespaceOf } from 'latchkey/protocol'
import type { Hex } from 'viem'
import { readDelegateCode, readDelegation } from '../../accounts/delegate.js'
import { isSameHex } from '../../accounts/hex.js'
import { readQuantity } from '../../accounts/nodeReads.js'
import { readOperationNonce } from '../../accounts/operations/prepareOperation.js'
import type { Plan } from '../../accounts/planCalls.js'
import { refuse } from '../../accounts/Refusal.js'
import type { Signers } from '../../accounts/Signers.js'
import type { ConsentRequest } from '../ConsentRequest.js'
import { namesAt, resolveName } from '../describe/names.js'
import { isOurs } from '../freezeConsent.js'
import { requireChain } from '../requireChain.js'
import type { Tools } from './Tools.js'

/**
 * Checks again, just before it is signed, that what was shown still holds: the keys are those of the account, the nodes
 * serve the chain, names lead where they led, nonces are free, and the delegate's code is what it was.
 *
 * @throws {Refusal} Nothing was signed
 */
export async function recheck(consent: ConsentRequest, signers: Signers, tools: Tools): Promise<void> {
  if (!isOurs(consent)) throw refuse('notShown')
  if (!consent.canApprove) throw refuse('cannotApprove')
  requireKeys(consent, signers)
  const { type } = consent.content
  if (type === 'message' || type === 'solanaMessage' || type === 'revocation') return
  await requireChain(tools.rpc, consent.chain.id)
  await requireNames(consent, tools)
  if (consent.content.type === 'calls') await requirePlan(consent, consent.content.plan, tools)
}

function requireKeys({ account, chain }: ConsentRequest, { eip155, solana }: Signers) {
  const isOwn =
    namespaceOf(chain.id) === 'eip155'
      ? isSameHex(eip155.address, account.address)
      : base58.encode(solana.publicKey) === account.address
  if (!isOwn) throw refuse('notOwnAccount', { field: 'account' })
}

/** A name that leads elsewhere by now stands for somebody else. */
async function requireNames({ names, chain }: ConsentRequest, { rpc, chains }: Tools) {
  const own = chains.find(({ id }) => id === chain.id)
  const place = own && namesAt(chains, own)
  if (place === undefined) return
  for (const { name, address } of names) {
    const now = await resolveName(rpc, place, name, chain.id)
    if (now !== undefined && isSameHex(now, address)) continue
    throw refuse('nameChanged', { name, before: address, now: now ?? 'nobody' })
  }
}

async function requirePlan(consent: ConsentRequest, plan: Plan, { rpc }: Tools) {
  const { id } = consent.chain
  const account = consent.account.address as Hex
  await requireDelegate(id, account, plan, rpc)
  if (plan.operation !== undefined) {
    const { nonce, sender } = plan.operation
    const next = await readOperationNonce(rpc, id, sender, BigInt(nonce) >> 64n)
    if (next !== BigInt(nonce)) throw refuse('nonceUsed')
    return
  }
  const [first] = plan.transactions
  if (first === undefined) return
  // One that takes the place of another has its nonce; any other nonce must still be the next.
  const replaces = consent.warnings.some(({ key }) => key === 'replaces')
  const block = replaces ? 'latest' : 'pending'
  const count = Number(await readQuantity(rpc, id, 'eth_getTransactionCount', [account, block]))
  if (replaces ? count > first.nonce : count !== first.nonce) throw refuse('nonceUsed')
}

/** With the calls of a smart account, its code: it decides what the calls do. */
async function requireDelegate(id: CaipNetworkId, account: Hex, plan: Plan, rpc: Tools['rpc']) {
  const { operation, transactions, upgrade } = plan
  const isBatch = transactions.some(({ to }) => to !== undefined && isSameHex(to, account))
  if (operation === undefined && !isBatch && upgrade === undefined) return
  const [delegation, code] = await Promise.all([readDelegation(rpc, id, account), readDelegateCode(rpc, id)])
  const isAsShown =
    upgrade === undefined
      ? delegation === 'own' || (operation === undefined && delegation === 'none')
      : delegation === (upgrade === 'first' ? 'none' : 'other')
  // A transaction to oneself needs no code, unless there is other code by now.
  const needsCode = operation !== undefined || upgrade !== undefined || delegation === 'own'
  if (!isAsShown || (needsCode && code === undefined)) throw refuse('delegateChanged')
}
