import { base64 } from '@scure/base'
import { frameRequests } from 'latchkey/frame'
import * as v from 'valibot'
import { bytesToHex } from 'viem/utils'
import { refuse } from '../../accounts/Refusal.js'
import type { Changes } from '../ConsentRequest.js'
import { type Draft, group } from '../Draft.js'
import { chainOf, isRecord, listOf, type ReadContext, type WalletRequest } from '../ReadContext.js'
import { describeTransaction } from './describeTransaction.js'
import { mostWire, readTransactionWire, type SolanaTransaction } from './wire.js'

/** More than these nobody looks at. */
const mostTransactions = 20

/** `solana_signTransaction`, `solana_signAllTransactions` and `solana_signAndSendTransaction`. */
export async function readSolanaTransactions(request: WalletRequest, context: ReadContext): Promise<Draft> {
  const [params] = listOf(request)
  if (!isRecord(params)) throw refuse('invalid', { field: 'params', problem: 'must be an object' })
  const isSent = request.method === 'solana_signAndSendTransaction'
  const isAll = request.method === 'solana_signAllTransactions'
  const { solana: account } = context.account
  if (params.pubkey !== undefined && params.pubkey !== account) throw refuse('noPublicKey')
  const chain = chainOf(context, request.chainId)
  const all = (isAll ? listIn(params.transactions) : [params.transaction]).map((one) =>
    readOne(one, account, isSent),
  )
  const described = await Promise.all(
    all.map(({ wire, transaction }) =>
      describeTransaction({ wire, transaction }, { rpc: context.rpc, chain, account }),
    ),
  )
  const [only] = described
  return {
    title: isSent ? (only?.isTransfer ? 'send' : 'call') : isAll ? 'signTransactions' : 'signTransaction',
    rows: isAll ? described.map(({ rows }) => group('transaction', rows)) : (only?.rows ?? []),
    warnings: described.flatMap(({ warnings }) => warnings),
    raw: { format: 'json', text: JSON.stringify(params, undefined, 2) },
    content: {
      type: 'solanaTransactions',
      transactions: all.map(({ wire, signerIndex }) => ({ wire: bytesToHex(wire), signerIndex })),
      isSent,
      ...(isSent && params.options !== undefined ? { options: optionsOf(request, params) } : {}),
    },
    changes: described.length === 1 ? only?.changes : together(described.map(({ changes }) => changes)),
  }
}

function listIn(value: unknown): readonly unknown[] {
  if (!Array.isArray(value) || value.length === 0) {
    throw refuse('invalid', { field: 'transactions', problem: 'must be a list' })
  }
  if (value.length > mostTransactions) throw refuse('tooLarge', { field: 'transactions' })
  return value
}

function readOne(value: unknown, account: string, isSent: boolean) {
  const wire = readWire(value)
  let transaction: SolanaTransaction
  try {
    transaction = readTransactionWire(wire)
  } catch {
    throw refuse('invalid', { field: 'transaction', problem: 'cannot be read' })
  }
  const { message, signatures } = transaction
  const signerIndex = message.accounts.slice(0, message.required).indexOf(account)
  if (signerIndex === -1) throw refuse('noPublicKey')
  const missing = signatures.findIndex(
    (one, index) => index !== signerIndex && one.every((byte) => byte === 0),
  )
  if (isSent && missing !== -1) throw refuse('missingSignature', { account: message.accounts[missing] ?? '' })
  return { wire, transaction, signerIndex }
}

function readWire(value: unknown): Uint8Array {
  if (typeof value !== 'string')
    throw refuse('invalid', { field: 'transaction', problem: 'must be a text in base64' })
  if (value.length > mostWire * 2) throw refuse('tooLarge', { field: 'transaction' })
  let wire: Uint8Array
  try {
    wire = base64.decode(value)
  } catch {
    throw refuse('invalid', { field: 'transaction', problem: 'must be a text in base64' })
  }
  if (wire.length > mostWire) throw refuse('tooLarge', { field: 'transaction' })
  return wire
}

/** The options for sending, as the frame's schema has them; others are left out. */
function optionsOf(request: WalletRequest, { options }: { readonly [name: string]: unknown }) {
  const read = v.safeParse(frameRequests.RPC_REQUEST.payload, request)
  if (!read.success) throw refuse('invalid', { field: 'options', problem: read.issues[0].message })
  const names = ['skipPreflight', 'preflightCommitment', 'maxRetries', 'minContextSlot']
  const entries = Object.entries(isRecord(options) ? options : {}).filter(([name]) => names.includes(name))
  return Object.fromEntries(entries) as { readonly [name: string]: string | number | boolean }
}

/** Several transactions are tried one by one, so their changes add up only if each was tried. */
function together(all: readonly Changes[]): Changes {
  if (all.some(({ status }) => status === 'unknown')) return { status: 'unknown' }
  const failed = all.find((one) => one.status === 'fails')
  if (failed !== undefined) return failed
  const simulated = all.flatMap((one) => (one.status === 'simulated' ? [one] : []))
  if (simulated.length < all.length) return { status: 'succeeds' }
  const sums = new Map<string, (typeof simulated)[number]['assets'][number]>()
  for (const asset of simulated.flatMap(({ assets }) => assets)) {
    const key = asset.contract ?? ''
    const before = BigInt(sums.get(key)?.units ?? '0')
    sums.set(key, { ...asset, units: String(before + BigInt(asset.units)) })
  }
  const assets = [...sums.values()].filter(({ units }) => units !== '0')
  return { status: 'simulated', assets, allowances: simulated.flatMap(({ allowances }) => allowances) }
}
