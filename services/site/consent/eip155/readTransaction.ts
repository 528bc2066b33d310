import { keccak256 } from 'viem'
import { isBytes, isSameHex } from '../../accounts/hex.js'
import { refuse } from '../../accounts/Refusal.js'
import { type Draft, row } from '../Draft.js'
import { isRecord, listOf, type ReadContext, type WalletRequest } from '../ReadContext.js'
import { draftCalls } from './draftCalls.js'
import { readCall, readRecipient, readWishes, refuseUpgrades } from './readCallParams.js'

/** `eth_sendTransaction`. */
export async function readTransaction(request: WalletRequest, context: ReadContext): Promise<Draft> {
  const [params] = listOf(request)
  if (!isRecord(params)) throw refuse('invalid', { field: 'transaction', problem: 'must be an object' })
  refuseUpgrades(params)
  const wishes = readWishes(params, request, context)
  const call = readCall(params)
  const isCreation = params.to === undefined || params.to === null || params.to === ''
  if (isCreation && call.data === '0x') throw refuse('invalid', { field: 'to', problem: 'Required' })
  const recipient = isCreation ? undefined : await readRecipient(params.to, request, context)
  return draftCalls({
    ...{ request, context, wishes },
    calls: [{ ...call, ...(recipient === undefined ? {} : { to: recipient.to }) }],
    isAtomicNeeded: true,
    names: recipient?.name === undefined ? [] : [recipient.name],
  })
}

/** `eth_sendRawTransaction`: only what this wallet has signed, so that a page cannot send others' transactions in its name. */
export function readRawTransaction(request: WalletRequest, { records }: ReadContext): Draft {
  const [bytes] = listOf(request)
  if (!isBytes(bytes) || bytes === '0x')
    throw refuse('invalid', { field: 'transaction', problem: 'must be bytes' })
  const hash = keccak256(bytes)
  const isOwn = records.signed.some((one) => one.chainId === request.chainId && isSameHex(one.hash, hash))
  if (!isOwn) throw refuse('notSignedHere')
  return {
    title: 'rebroadcast',
    rows: [row('bytes', { type: 'hex', hex: bytes })],
    warnings: [],
    raw: { format: 'hex', text: bytes },
    content: { type: 'rawTransaction', bytes, hash },
  }
}
