import { base58, base64 } from '@scure/base'
import type { CaipNetworkId } from 'latchkey/protocol'
import { hexToBytes } from 'viem/utils'
import { refuse } from '../../accounts/Refusal.js'
import { isNodeError, type Rpc } from '../../accounts/Rpc.js'
import type { BytesSigner } from '../../accounts/Signers.js'
import type { ConsentRequest, Content } from '../ConsentRequest.js'
import { isRecord } from '../ReadContext.js'
import { isDurable } from '../solana/describeTransaction.js'
import { readTransactionWire } from '../solana/wire.js'
import { done, type Outcome, refused, unknown } from './Outcome.js'
import type { Tools } from './Tools.js'

type Transactions = Extract<Content, { type: 'solanaTransactions' }>

/** Signs Solana transactions, and sends one if it was shown so. */
export async function signSolana(
  { chain, method }: ConsentRequest,
  { transactions, isSent, options = {} }: Transactions,
  signer: BytesSigner,
  { rpc }: Tools,
): Promise<Outcome> {
  const wires = transactions.map(({ wire }) => hexToBytes(wire))
  if (isSent) await requireFresh(rpc, chain.id, wires)
  const signed = await Promise.all(
    transactions.map(({ signerIndex }, index) =>
      signWire(wires[index] ?? new Uint8Array(), signerIndex, signer),
    ),
  )
  const [only] = signed
  if (only === undefined) throw refuse('invalid', { field: 'transactions', problem: 'Required' })
  if (isSent) return send(rpc, chain.id, only.wire, options)
  if (method === 'solana_signAllTransactions') {
    return done({ transactions: signed.map(({ wire }) => base64.encode(wire)) })
  }
  return done({ signature: base58.encode(only.signature), transaction: base64.encode(only.wire) })
}

async function signWire(wire: Uint8Array, signerIndex: number, signer: BytesSigner) {
  const { messageBytes, signatures } = readTransactionWire(wire)
  const signature = await signer.sign(messageBytes)
  if (signature.length !== 64) throw new TypeError('the signer returned no signature')
  const signed = wire.slice()
  // The signatures stand before the message, after their number.
  signed.set(signature, wire.length - messageBytes.length - 64 * (signatures.length - signerIndex))
  return { wire: signed, signature }
}

/** A transaction whose blockhash has grown old can no longer be sent. */
async function requireFresh(rpc: Rpc, id: CaipNetworkId, wires: readonly Uint8Array[]) {
  for (const wire of wires) {
    const { message } = readTransactionWire(wire)
    const programs = message.instructions.map(({ programIndex, data }) => ({
      program: message.accounts[programIndex] ?? '',
      data,
    }))
    if (isDurable(programs)) continue
    const answer = await rpc(id, 'isBlockhashValid', [message.blockhash, { commitment: 'processed' }])
    if (isRecord(answer) && answer.value === false) throw refuse('expired')
  }
}

async function send(rpc: Rpc, id: CaipNetworkId, wire: Uint8Array, options: object): Promise<Outcome> {
  // The first signature is the transaction's id.
  const signature = base58.encode(wire.slice(1, 65))
  const params = [base64.encode(wire), { encoding: 'base64', ...options }]
  try {
    await rpc(id, 'sendTransaction', params)
    return done({ signature })
  } catch (error) {
    if (isNodeError(error) && /already (?:been )?processed/i.test(error.message)) return done({ signature })
    const statuses = await rpc(id, 'getSignatureStatuses', [[signature]]).catch(() => undefined)
    const [status] = isRecord(statuses) && Array.isArray(statuses.value) ? statuses.value : []
    if (isRecord(status)) return done({ signature })
    // The node has tried it, or checked its signatures, before it would have passed it on.
    if (isNodeError(error) && [-32002, -32003, -32602].includes(error.code)) {
      if (/blockhash not found/i.test(error.message)) return refused(refuse('expired'))
      return refused(refuse('nodeRefused', { words: error.message.slice(0, 200) }))
    }
    return unknown(signature)
  }
}
