import { getBlockNumber, getTransactionCount } from 'viem/actions'
import { numberToHex } from 'viem/utils'
import { randomHex } from '../../core/randomHex.js'
import type { Transfers } from '../../core/transfers.js'
import { accountError } from '../../protocol/accountErrors.js'
import { isRecord } from '../../protocol/checks.js'
import { type Eip1193Provider, isEip1193Provider } from '../../protocol/Eip1193Provider.js'
import type { KitError } from '../../protocol/errors.js'
import { isTransactionHash } from '../../protocol/rpcMethods.js'
import { saysNotDone } from '../../protocol/saysNotDone.js'
import { toHexChainId } from '../../protocol/toHexChainId.js'
import { toWalletError } from '../../protocol/toWalletError.js'
import { walletAnswer } from '../../protocol/walletAnswer.js'
import { walletError } from '../../protocol/walletErrors.js'
import { callOf } from './callOf.js'
import { clearAnswer } from './clearAnswer.js'
import type { GasTerms } from './estimateTransfer.js'
import { firmClient, firmly } from './firmClient.js'

/** @see Transfers.prepare */
export const prepareTransfer: Transfers['prepare'] = async ({ network, from, isAtomic, witness }) => {
  const client = firmClient(network, witness)
  const countAt = (blockTag: 'pending' | 'latest') =>
    getTransactionCount(client, { address: from as `0x${string}`, blockTag })
  const [nonce, mined, height] = await firmly(
    Promise.all([countAt('pending'), countAt('latest'), getBlockNumber(client, { cacheTime: 0 })]),
  )
  const waiting = nonce - mined
  const known = { nonce, height: Number(height), ...(waiting > 0 && { waiting }) }
  // An app may choose a batch's id (EIP-5792), with which it can ask for the batch's status later.
  return isAtomic
    ? { kind: 'calls', callsId: `0x${randomHex(32)}`, ...known }
    : { kind: 'transaction', ...known }
}

/** @see Transfers.send */
export const sendTransfer: Transfers['send'] = async ({
  provider,
  network,
  transfer,
  asked,
  fee,
  isRest = false,
  wallet,
}) => {
  if (!isEip1193Provider(provider)) throw accountError('PROVIDER_UNDEFINED')
  const { to, data, value } = callOf(transfer)
  const call = { to, value: numberToHex(value), ...(data === undefined ? {} : { data }) }
  const isBatch = asked.kind === 'calls'
  const base = { from: transfer.from, chainId: toHexChainId(network.caipNetworkId) }
  const request = isBatch
    ? { version: '2.0.0', ...base, id: asked.callsId, atomicRequired: false, calls: [call] }
    : { ...base, ...call, ...(isRest ? gasOf(fee?.terms as GasTerms | undefined) : {}) }
  const method = isBatch ? 'wallet_sendCalls' : 'eth_sendTransaction'
  const answer = await requestOf(provider, { method, params: [request] }).catch((error) => {
    throw failureOf(error, method, wallet)
  })
  const id = isBatch && isRecord(answer) ? answer.id : answer
  const isSound = isBatch ? typeof id === 'string' && id !== '' && id.length <= 8194 : isTransactionHash(id)
  if (!isSound) throw walletError('WALLET_ANSWER_INVALID', { details: method })
  return { kind: asked.kind, id: id as string }
}

/** Asks the wallet. Async, because some wallets throw before they return a promise, or return a plain value. */
const requestOf = async (provider: Eip1193Provider, asked: Parameters<Eip1193Provider['request']>[0]) =>
  provider.request(asked)

function failureOf(error: unknown, method: string, wallet: string): KitError {
  try {
    const clearly = clearAnswer(error, method)
    if (clearly === 'refused') return walletError('REQUEST_REJECTED', { slots: { wallet }, cause: error })
    if (clearly === 'unsupported') {
      return walletError('WALLET_METHOD_UNSUPPORTED', { slots: { method }, cause: error })
    }
    const failure = toWalletError(error, { wallet, method })
    return walletAnswer(error).isUnasked ? failure : toUnclear(failure)
  } catch {
    // Reading the wallet's error threw, so nothing is known of what the wallet did.
    return walletError('WALLET_ANSWER_UNCLEAR')
  }
}

/**
 * Replaces an error that claims the wallet did nothing with one that leaves it open: a word like "reject" or "not
 * found" in an error need not come from the visitor. A node uses such words too, after the wallet has sent.
 */
function toUnclear(error: KitError): KitError {
  if (!saysNotDone(error) && error.code !== 'FRAME_ERROR') return error
  return walletError('WALLET_ANSWER_UNCLEAR', { cause: error.cause, details: error.details })
}

function gasOf(terms: GasTerms | undefined) {
  if (terms === undefined) return {}
  return {
    gas: numberToHex(BigInt(terms.gasLimit)),
    maxFeePerGas: numberToHex(BigInt(terms.gasPrice)),
    maxPriorityFeePerGas: numberToHex(BigInt(terms.tip)),
  }
}
