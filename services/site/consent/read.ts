import { type CaipNetworkId, namespaceOf } from 'latchkey/protocol'
import { bytesToHex, getAddress } from 'viem/utils'
import type { allows } from '../accounts/permissions/allows.js'
import { Refusal, refuse } from '../accounts/Refusal.js'
import { isNodeError } from '../accounts/Rpc.js'
import { answerLocally, type LocalAnswer } from './answerLocally.js'
import type { ConsentRequest } from './ConsentRequest.js'
import { type Draft, sortWarnings } from './Draft.js'
import { readCalls } from './eip155/readCalls.js'
import { readPersonalSign } from './eip155/readPersonalSign.js'
import { readRawTransaction, readTransaction } from './eip155/readTransaction.js'
import { readTypedMessage } from './eip155/readTypedMessage.js'
import { readUserOperation } from './eip155/readUserOperation.js'
import { freezeConsent } from './freezeConsent.js'
import { coversSilently } from './permissions/coversSilently.js'
import { readRevoke } from './permissions/describeGrant.js'
import { readGrant } from './permissions/readGrant.js'
import { chainOf, type ReadContext, type WalletRequest } from './ReadContext.js'
import { requireChain } from './requireChain.js'
import { readSolanaMessage } from './solana/readSolanaMessage.js'
import { readSolanaTransactions } from './solana/readSolanaTransactions.js'
import { treatmentOf } from './treatmentOf.js'

/** What is to be done with a request. */
export type Reading =
  | LocalAnswer
  /** It only reads: goes to a node, or to a bundler, as it is. */
  | { readonly status: 'pass'; readonly to: 'node' | 'bundler' }
  | { readonly status: 'ask'; readonly consent: ConsentRequest }
  /** Carried out without asking: the visitor has approved it before. */
  | {
      readonly status: 'carry'
      readonly consent: ConsentRequest
      readonly permission?: allows.Request | undefined
    }

/**
 * Reads a request of a page: decides what is to be done with it, and for what needs consent prepares everything that is
 * shown and signed. Signs and sends nothing.
 *
 * @throws {Refusal}
 *
 * @example
 * ```ts
 * const reading = await read({ method, params, chainId }, context)
 * if (reading.status === 'ask') show(reading.consent)
 * ```
 */
export async function read(request: WalletRequest, context: ReadContext): Promise<Reading> {
  const treatment = treatmentOf(request.method)
  if (treatment === 'refuse') throw refuse('forbidden')
  chainOf(context, request.chainId)
  if (treatment === 'node' || treatment === 'bundler') return { status: 'pass', to: treatment }
  try {
    if (treatment === 'answer') return await answerLocally(request, context)
    const reader = readers[request.method]
    if (reader === undefined || reader.namespace !== namespaceOf(request.chainId)) throw refuse('forbidden')
    if (reader.asksChain) await requireChain(context.rpc, request.chainId)
    return toReading(await reader.read(request, context), request, context)
  } catch (error) {
    throw toRefusal(error)
  }
}

type Reader = {
  readonly namespace: string
  /** Whether what is signed depends on what a node says. */
  readonly asksChain: boolean
  readonly read: (request: WalletRequest, context: ReadContext) => Draft | Promise<Draft>
}

const readers: { readonly [method: string]: Reader | undefined } = {
  personal_sign: { namespace: 'eip155', asksChain: false, read: readPersonalSign },
  eth_signTypedData_v4: { namespace: 'eip155', asksChain: true, read: readTypedMessage },
  eth_sendTransaction: { namespace: 'eip155', asksChain: true, read: readTransaction },
  eth_sendRawTransaction: { namespace: 'eip155', asksChain: true, read: readRawTransaction },
  eth_sendUserOperation: { namespace: 'eip155', asksChain: true, read: readUserOperation },
  wallet_sendCalls: { namespace: 'eip155', asksChain: true, read: readCalls },
  wallet_grantPermissions: { namespace: 'eip155', asksChain: true, read: readGrant },
  wallet_revokePermissions: { namespace: 'eip155', asksChain: false, read: readRevoke },
  solana_signMessage: { namespace: 'solana', asksChain: false, read: readSolanaMessage },
  solana_signTransaction: { namespace: 'solana', asksChain: true, read: readSolanaTransactions },
  solana_signAllTransactions: { namespace: 'solana', asksChain: true, read: readSolanaTransactions },
  solana_signAndSendTransaction: { namespace: 'solana', asksChain: true, read: readSolanaTransactions },
}

function toReading(draft: Draft, request: WalletRequest, context: ReadContext): Reading {
  const consent = toConsent(draft, request, context)
  // Its bytes were approved when the wallet signed them.
  if (draft.content.type === 'rawTransaction') return { status: 'carry', consent }
  const permission = coversSilently(draft, request, context)
  return permission === undefined ? { status: 'ask', consent } : { status: 'carry', consent, permission }
}

/** Longer raw requests are cut: the lines above them show what counts. */
const rawLimit = 64 * 1024

function toConsent(draft: Draft, request: WalletRequest, context: ReadContext): ConsentRequest {
  const { id, name } = chainOf(context, request.chainId)
  const warnings = sortWarnings(draft.warnings)
  const severities = new Set(warnings.map(({ severity }) => severity))
  return freezeConsent({
    id: bytesToHex(context.randomBytes(16)),
    method: request.method,
    title: draft.title,
    origin: context.origin,
    chain: { id, name },
    account: { address: addressOn(id, context), type: context.account.type },
    rows: draft.rows,
    warnings,
    ...(draft.changes === undefined ? {} : { changes: draft.changes }),
    raw: { ...draft.raw, text: draft.raw.text.slice(0, rawLimit) },
    canApprove: !severities.has('block'),
    preferred: severities.has('block') || severities.has('danger') ? 'cancel' : 'approve',
    names: draft.names ?? [],
    readAt: context.now(),
    content: draft.content,
  })
}

function addressOn(id: CaipNetworkId, { account }: ReadContext): string {
  return namespaceOf(id) === 'eip155' ? getAddress(account.eip155) : account.solana
}

/** A node that does not answer, and anything unexpected, ends as a refusal: nothing was signed. */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (isNodeError(error)) return refuse('nodeRefused', { words: error.message.slice(0, 200) })
  const refusal = refuse('nodeFailed')
  refusal.cause = error
  return refusal
}
