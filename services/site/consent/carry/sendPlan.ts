import type { Hex } from 'viem'
import { chainNumber } from '../../accounts/Chain.js'
import { findOperation } from '../../accounts/callsStatus.js'
import { entryPoint } from '../../accounts/delegate.js'
import { quantity } from '../../accounts/hex.js'
import { readQuantity } from '../../accounts/nodeReads.js'
import { type Operation, signOperation } from '../../accounts/operations/Operation.js'
import { signTransaction } from '../../accounts/PlannedTransaction.js'
import { refuse } from '../../accounts/Refusal.js'
import { isNodeError } from '../../accounts/Rpc.js'
import {
  type BatchRecord,
  findBatch,
  type WalletRecords,
  withBatch,
  withBatchChanged,
  withSigned,
} from '../../accounts/records.js'
import type { Signers } from '../../accounts/Signers.js'
import type { ConsentRequest, Content } from '../ConsentRequest.js'
import { broadcast } from './broadcast.js'
import { done, type Outcome, refused, unknown } from './Outcome.js'
import type { Tools } from './Tools.js'

type Calls = Extract<Content, { type: 'calls' }>
/** Changes the records in the same step in which a permission is used up. */
type Use = (records: WalletRecords) => WalletRecords

/** Signs and sends what was planned. The records are stored before anything is sent, so that a reload finds it. */
export async function sendPlan(
  consent: ConsentRequest,
  content: Calls,
  signers: Signers,
  tools: Tools,
  use: Use,
): Promise<Outcome> {
  const { operation } = content.plan
  if (operation !== undefined) return sendOperation(consent, content, operation, signers, tools, use)
  const signed = await Promise.all(
    content.plan.transactions.map(async (one) => ({
      nonce: one.nonce,
      ...(await signTransaction(one, signers.eip155)),
    })),
  )
  const batch = batchOf(consent, content, tools, {
    transactions: signed.map(({ hash, nonce }) => ({ hash, nonce })),
  })
  const { id } = consent.chain
  await tools.keep((records) => {
    const kept = withSigned(
      use(records),
      signed.map(({ hash }) => ({ chainId: id, hash })),
    )
    return batch === undefined ? kept : withNewBatch(kept, batch)
  })
  for (const [index, { bytes, hash }] of signed.entries()) {
    const sent = await broadcast(tools.rpc, id, bytes, hash)
    if (sent.status === 'sent') continue
    if (index > 0 && batch !== undefined) {
      const reached = batch.transactions.slice(0, sent.status === 'refused' ? index : index + 1)
      return keepPartial(
        { ...batch, transactions: reached, isPartial: reached.length < signed.length },
        tools,
      )
    }
    if (sent.status === 'unknown')
      return batch === undefined ? unknown(hash, hash) : unknown(batch.id, { id: batch.id })
    if (batch !== undefined) await tools.keep((records) => withoutBatch(records, batch))
    return refused(refuse('nodeRefused', { words: sent.words }))
  }
  return done(batch === undefined ? signed[0]?.hash : { id: batch.id })
}

/** The earlier transactions are on their way, so the batch exists; its status tells that it is not complete. */
async function keepPartial(batch: BatchRecord, { keep }: Tools): Promise<Outcome> {
  try {
    await keep((records) => withBatchChanged(records, batch))
  } catch {
    // What was sent is sent: the status then waits for transactions that do not come.
  }
  return done({ id: batch.id })
}

async function sendOperation(
  consent: ConsentRequest,
  content: Calls,
  operation: Operation,
  { eip155 }: Signers,
  tools: Tools,
  use: Use,
): Promise<Outcome> {
  const { rpc, bundler, keep } = tools
  const { id } = consent.chain
  if (bundler === undefined) throw refuse('unsupported', { what: 'operations' })
  const sinceBlock = quantity(await readQuantity(rpc, id, 'eth_blockNumber'))
  const { hash, wire } = await signOperation(operation, chainNumber(id), eip155)
  const batch = batchOf(consent, content, tools, {
    transactions: [],
    operation: { hash, sinceBlock, nonce: operation.nonce },
  })
  await keep((records) => (batch === undefined ? use(records) : withNewBatch(use(records), batch)))
  try {
    await bundler(id, 'eth_sendUserOperation', [wire, entryPoint])
  } catch (error) {
    if (!isNodeError(error) || !isRefusalOfBundler(error.code)) {
      if (batch !== undefined) return unknown(batch.id, { id: batch.id })
      // An operation's hash is no transaction's: no app could follow it as one.
      return unknown(hash, consent.method === 'eth_sendUserOperation' ? hash : undefined)
    }
    if (batch !== undefined) await keep((records) => withoutBatch(records, batch))
    return refused(refuse('nodeRefused', { words: error.message.slice(0, 200) }))
  }
  if (batch !== undefined) return done({ id: batch.id })
  if (consent.method === 'eth_sendUserOperation') return done(hash)
  return untilCarried(hash, sinceBlock, operation.sender, consent, tools)
}

/** How long a page that wants a transaction's hash waits for the operation to have one. */
const patience = 60_000
const pause = 1_000

async function untilCarried(
  hash: Hex,
  sinceBlock: Hex,
  account: Hex,
  { chain }: ConsentRequest,
  { rpc, wait, now }: Tools,
): Promise<Outcome> {
  for (const endsAt = now() + patience; now() < endsAt; ) {
    const found = await findOperation(rpc, chain.id, { hash, sinceBlock, account })
    if (found !== undefined) return done(found.transaction)
    await wait(pause)
  }
  return unknown(hash)
}

/** Codes with which a bundler says that it has not taken an operation (ERC-7769). */
const isRefusalOfBundler = (code: number): boolean => (code <= -32500 && code >= -32521) || code === -32602

function batchOf(
  { origin, account, chain }: ConsentRequest,
  { batch, plan }: Calls,
  { now }: Tools,
  carriers: Pick<BatchRecord, 'transactions' | 'operation'>,
): BatchRecord | undefined {
  if (batch === undefined) return undefined
  return {
    ...{ id: batch.id, origin, account: account.address as Hex, chainId: chain.id, sentAt: now() },
    ...{ isAtomic: plan.isAtomic, ...carriers },
  }
}

/** Another request of the page with the same id may have been shown beside this one. @throws {Refusal} `duplicateId` */
function withNewBatch(records: WalletRecords, batch: BatchRecord): WalletRecords {
  if (findBatch(records, batch.origin, batch.id) !== undefined) throw refuse('duplicateId')
  return withBatch(records, batch)
}

function withoutBatch(records: WalletRecords, batch: BatchRecord): WalletRecords {
  return {
    ...records,
    batches: records.batches.filter(({ id, origin }) => id !== batch.id || origin !== batch.origin),
  }
}
