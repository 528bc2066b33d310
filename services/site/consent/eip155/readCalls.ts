import { frameRequests } from 'latchkey/frame'
import * as v from 'valibot'
import { bytesToHex } from 'viem/utils'
import { refuse } from '../../accounts/Refusal.js'
import { findBatch } from '../../accounts/records.js'
import type { Draft } from '../Draft.js'
import { isRecord, listOf, type ReadContext, type WalletRequest } from '../ReadContext.js'
import { draftCalls } from './draftCalls.js'
import { readCall, readRecipient, readWishes, refuseUpgrades } from './readCallParams.js'

/** More calls than anybody looks at; the frame's schema has the same limit. */
const mostCalls = 50

/** What an app may ask for with a batch, by the name of its capability. */
const knownCapabilities = new Set(['atomic'])

/** `wallet_sendCalls` (EIP-5792). */
export async function readCalls(request: WalletRequest, context: ReadContext): Promise<Draft> {
  const [params] = listOf(request)
  const count = isRecord(params) && Array.isArray(params.calls) ? params.calls.length : 0
  if (count > mostCalls) throw refuse('bundleTooLarge')
  const schema = v.safeParse(frameRequests.RPC_REQUEST.payload, request)
  if (!schema.success) throw refuse('invalid', issueOf(schema.issues[0]))
  if (!isRecord(params)) throw refuse('invalid', { field: 'params', problem: 'must be an object' })
  refuseUpgrades(params)
  requireCapabilities(params.capabilities)
  readWishes({ from: params.from, chainId: params.chainId }, request, context)
  const calls = await Promise.all(
    (params.calls as readonly { readonly [name: string]: unknown }[]).map(async (call, index) => {
      refuseUpgrades(call)
      requireCapabilities(call.capabilities)
      const { to } = await readRecipient(call.to, request, context, `calls.${index}.`)
      return { ...readCall(call, `calls.${index}.`), to }
    }),
  )
  return draftCalls({
    ...{ request, context, calls },
    isAtomicNeeded: params.atomicRequired === true,
    batch: { id: readId(params.id, context) },
  })
}

/** The app's id if it gives one, else one that nobody can guess (EIP-5792 `id`). */
function readId(id: unknown, { records, origin, randomBytes }: ReadContext): string {
  if (id === undefined) return bytesToHex(randomBytes(32))
  if (typeof id !== 'string' || id === '' || id.length > 4_096) {
    throw refuse('invalid', { field: 'id', problem: 'must be a text' })
  }
  if (findBatch(records, origin, id) !== undefined) throw refuse('duplicateId')
  return id
}

/** Refuses what an app demands and the wallet does not do; a paymaster of the app is such a thing. */
function requireCapabilities(capabilities: unknown) {
  if (capabilities === undefined) return
  if (!isRecord(capabilities))
    throw refuse('invalid', { field: 'capabilities', problem: 'must be an object' })
  for (const [name, wanted] of Object.entries(capabilities)) {
    const isOptional = isRecord(wanted) && wanted.optional === true
    if (!knownCapabilities.has(name) && !isOptional) {
      throw refuse('capability', { what: name.replace(/\W/g, '?').slice(0, 40) })
    }
  }
}

/** The schema's own words, with the path of the field. */
function issueOf(issue: v.BaseIssue<unknown>) {
  const path = v.getDotPath(issue) ?? 'request'
  return { field: path, problem: issue.message }
}
