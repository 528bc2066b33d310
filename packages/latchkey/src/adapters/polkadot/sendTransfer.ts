import { blake2b } from '@noble/hashes/blake2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import * as v from 'valibot'
import { RpcError } from '../../core/jsonRpc.js'
import type { FeeQuote, Transfer, Transfers } from '../../core/transfers.js'
import { accountError } from '../../protocol/accountErrors.js'
import type { Network } from '../../protocol/entities/Network.js'
import type { KitError } from '../../protocol/errors.js'
import { saysNotDone } from '../../protocol/saysNotDone.js'
import { toWalletError } from '../../protocol/toWalletError.js'
import { walletError } from '../../protocol/walletErrors.js'
import { clearAnswer } from './clearAnswer.js'
import { quote } from './estimateTransfer.js'
import { finalHead } from './finalHead.js'
import { type Ask, askNode, hash, hex, openNode } from './node.js'
import { isKnownKind, isOwnTransaction, payloadOf, type Terms, transactionOf, withKind } from './payload.js'
import { readProvider, signTransactionMethod } from './provider.js'
import { readMade, readSignature } from './readSignature.js'
import { loadRuntime, type Runtime } from './runtime.js'
import { readSs58, toSs58 } from './ss58.js'

/** What a transaction names besides the intent. */
type Ground = { readonly runtime: Runtime; readonly genesisHash: string; readonly blockHash: string }

/** What the last preparations have read, by network and height: then nothing can fail between them and the wallet. */
const grounds = new Map<string, Ground>()
const groundLimit = 8
const keyOf = (network: Network, height: number) => `${network.caipNetworkId} ${height}`

/** @see Transfers.prepare */
export const prepareTransfer: Transfers['prepare'] = async ({ network, from, transfer, fee }) => {
  const { ask, genesis } = await openNode(network)
  const head = await finalHead(ask)
  const [nonce, runtime] = await Promise.all([nextNonce(ask, from), loadRuntime(ask, network, head.hash)])
  const ground = { runtime, genesisHash: genesis, blockHash: head.hash }
  if (transfer !== undefined) {
    // What the chain would refuse, and what cannot be built, is refused here.
    payloadOf({ ...ground, networkId: network.caipNetworkId, transfer, nonce, height: head.height })
    checkReview(await quote(ask, network, { runtime, head, transfer }), transfer, fee)
  }
  for (const oldest of grounds.keys()) if (grounds.size >= groundLimit) grounds.delete(oldest)
  grounds.set(keyOf(network, head.height), ground)
  return { kind: 'transaction', nonce, height: head.height }
}

/** @throws `REVIEW_OUTDATED` if it costs more than was reviewed; `INSUFFICIENT_FEE_FUNDS` */
function checkReview(
  { fee, price, free }: Awaited<ReturnType<typeof quote>>,
  { units }: Transfer,
  reviewed: FeeQuote | undefined,
): void {
  if (reviewed !== undefined && price > BigInt(reviewed.most)) throw accountError('REVIEW_OUTDATED')
  if (units + price + BigInt(fee.kept ?? 0) > free) throw accountError('INSUFFICIENT_FEE_FUNDS')
}

async function readGround(network: Network, height: number): Promise<Ground> {
  const known = grounds.get(keyOf(network, height))
  if (known !== undefined) return known
  const { ask, genesis } = await openNode(network)
  const blockHash = await ask(hash, 'chain_getBlockHash', height)
  return { runtime: await loadRuntime(ask, network, blockHash), genesisHash: genesis, blockHash }
}

/** The nonce after the transactions that wait in the node. */
function nextNonce(ask: Ask, address: string): Promise<number> {
  const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(0xffff_ffff))
  const read = readSs58(address)
  if (read === undefined) throw accountError('ADDRESS_NOT_FOUND')
  // Some nodes take only addresses of their own network; all take the generic prefix.
  return ask(count, 'system_accountNextIndex', toSs58(read.accountId, 42))
}

/**
 * The wallet signs, and this hands the transaction to a node. It is built from the intent, and from the nonce and the
 * height that were stored before: what is found later can be nothing else.
 *
 * @see Transfers.send
 */
export const sendTransfer: Transfers['send'] = async (parameters) => {
  const { network, transfer, wallet, isWanted = () => true } = parameters
  const { signer, terms, payload } = await readyToAsk(parameters)
  if (!isWanted()) throw accountError('REVIEW_OUTDATED', { details: 'given up' })
  const answer = await signer.signPayload(payload).catch((error: unknown) => {
    throw failureOf(error, wallet)
  })
  const type = transfer.sender?.type
  const transactions = transactionsOf(answer, terms, type)
  const transaction = isKnownKind(type) ? transactions[0] : await validOf(network, terms, transactions)
  if (transaction === undefined) {
    throw walletError('WALLET_ANSWER_INVALID', { details: signTransactionMethod })
  }
  if (!isWanted()) throw walletError('WALLET_ANSWER_UNCLEAR', { details: 'given up' })
  await submit(askNode(network), transaction)
  return { kind: 'transaction', id: `0x${bytesToHex(blake2b(transaction, { dkLen: 32 }))}` }
}

/** All that is needed to ask the wallet. @throws `REVIEW_OUTDATED`, because the wallet was not asked */
async function readyToAsk({ provider, network, transfer, asked }: Parameters<Transfers['send']>[0]) {
  try {
    const { signer } = readProvider(provider)
    const { nonce, height } = asked
    if (nonce === undefined || height === undefined) throw new Error('not prepared')
    if (transfer.tokenAddress !== undefined) throw accountError('TOKEN_UNREADABLE')
    const ground = await readGround(network, height)
    const terms = { ...ground, networkId: network.caipNetworkId, transfer, nonce, height }
    return { signer, terms, payload: payloadOf(terms) }
  } catch (cause) {
    throw accountError('REVIEW_OUTDATED', { cause })
  }
}

/** The transactions that a signer's answer may mean; the one that it made itself, if that is the kit's own. */
function transactionsOf(answer: unknown, terms: Terms, type: string | undefined): readonly Uint8Array[] {
  const made = readMade(answer)
  if (made !== undefined && isOwnTransaction(terms, made)) return [made]
  const readings = withKind(readSignature(answer, signTransactionMethod), type)
  return readings.map((signature) => transactionOf(terms, signature))
}

/**
 * The first transaction whose signature the chain finds to be the account's. The chain checks it without taking the
 * transaction. A node that does not say lets the submission decide.
 */
async function validOf(
  network: Network,
  { blockHash }: Ground,
  transactions: readonly Uint8Array[],
): Promise<Uint8Array | undefined> {
  for (const transaction of transactions) {
    // From outside, at this block.
    const question = `0x02${bytesToHex(transaction)}${blockHash.slice(2)}`
    const answer = await openNode(network)
      .then(({ ask }) => ask(hex, 'state_call', 'TaggedTransactionQueue_validate_transaction', question))
      .catch(() => '0x')
    if (!answer.startsWith(badSignature)) return transaction
  }
  return undefined
}

/** An error, of an invalid transaction, by its proof. */
const badSignature = '0x010004'

/** The pool's codes for a transaction that it has already, or had. */
const isKnown = ({ code }: RpcError) => code === 1012 || code === 1013

async function submit(ask: Ask, transaction: Uint8Array): Promise<void> {
  try {
    await ask(hash, 'author_submitExtrinsic', `0x${bytesToHex(transaction)}`)
  } catch (error) {
    if (error instanceof RpcError && isKnown(error)) return
    // One node's refusal is no proof: another one may have it, from here or from the wallet.
    throw accountError('SEND_UNCONFIRMED', { slots: { wallet: 'the network' }, cause: error })
  }
}

/** Keeps only a clear refusal; any other error leaves open what the wallet did. */
function failureOf(error: unknown, wallet: string): KitError {
  const clear = clearAnswer(error)
  if (clear === 'refused') return walletError('REQUEST_REJECTED', { slots: { wallet }, cause: error })
  if (clear === 'unsupported') {
    return walletError('WALLET_METHOD_UNSUPPORTED', {
      slots: { method: signTransactionMethod },
      cause: error,
    })
  }
  const failure = toWalletError(error, { wallet, method: signTransactionMethod })
  if (clear === 'notAsked' || !saysNotDone(failure)) return failure
  return walletError('WALLET_ANSWER_UNCLEAR', { cause: failure.cause, details: failure.details })
}
