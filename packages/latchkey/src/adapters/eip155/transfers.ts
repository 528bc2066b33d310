import { encodeFunctionData, parseAbi } from 'viem'
import {
  estimateFeesPerGas,
  estimateGas,
  getBalance,
  getCode,
  getTransaction,
  getTransactionCount,
  getTransactionReceipt,
  readContract,
} from 'viem/actions'
import { numberToHex, serializeTransaction, size } from 'viem/utils'
import { toWalletError } from '../../connectors/injected/toWalletError.js'
import type { SentTransfer, Transfer, TransferStatus, Transfers } from '../../core/adapter.js'
import { untilAborted } from '../../core/untilAborted.js'
import { accountError } from '../../protocol/accountErrors.js'
import { isRecord } from '../../protocol/checks.js'
import { isEip1193Provider } from '../../protocol/Eip1193Provider.js'
import type { Network } from '../../protocol/entities/Network.js'
import { KitError } from '../../protocol/errors.js'
import { toHexChainId } from '../../protocol/toHexChainId.js'
import { chainClient } from './chainClient.js'

// No return value is declared: older tokens (USDT among them) give none, and a call that fails reverts either way.
const tokenAbi = parseAbi([
  'function transfer(address to, uint256 value)',
  'function balanceOf(address owner) view returns (uint256)',
])
const oracleAbi = parseAbi(['function getL1FeeUpperBound(uint256 unsignedTxSize) view returns (uint256)'])
/** Where rollups of the OP Stack tell what they take for data. */
const oracleAddress = '0x420000000000000000000000000000000000000F'
/** The OP Stack's larger chains; on others there is nothing on top. */
const rollups = new Set([10, 130, 480, 1135, 1868, 7777777, 8453, 34443, 57073, 60808])

const hashPattern = /^0x[0-9a-f]{64}$/i

/** @see Adapter.transfers */
export const transfers: Transfers = {
  async estimate({ network, transfer, signal = new AbortController().signal }) {
    const client = chainClient(network)
    const call = { account: transfer.from as `0x${string}`, ...callOf(transfer) }
    const fees = estimateFeesPerGas(client).catch((error: unknown) => {
      throw accountError('ESTIMATE_GAS_FAILED', { cause: error })
    })
    // Estimated without fees: a node that adds them refuses an account that cannot pay them, before it says how much.
    const gas = estimateGas(client, call).catch((error: unknown) => {
      throw refusalOf(error)
    })
    const [{ maxFeePerGas, maxPriorityFeePerGas }, gasUsed, dataFeeUnits] = await untilAborted(
      Promise.all([fees, gas, dataFee(network, transfer)]),
      signal,
    )
    // A token's transfer may need more by the time it is mined than now; a coin's to an account needs what it needs.
    const gasLimit = gasUsed === 21_000n ? gasUsed : (gasUsed * 12n) / 10n
    const expected = maxFeePerGas > maxPriorityFeePerGas ? (maxFeePerGas - maxPriorityFeePerGas) / 2n : 0n
    return {
      gasLimit,
      gasPriceUnits: maxFeePerGas,
      tipUnits: maxPriorityFeePerGas,
      dataFeeUnits,
      feeUnits: gasUsed * (expected + maxPriorityFeePerGas) + dataFeeUnits,
    }
  },

  async balance({ network, address, tokenAddress }) {
    const client = chainClient(network)
    const owner = address as `0x${string}`
    if (tokenAddress === undefined) return getBalance(client, { address: owner })
    return readContract(client, {
      address: tokenAddress as `0x${string}`,
      abi: tokenAbi,
      functionName: 'balanceOf',
      args: [owner],
    })
  },

  async isContract({ network, address }) {
    const code = await getCode(chainClient(network), { address: address as `0x${string}` })
    // An account that only delegates to code (EIP-7702) can still send what it gets.
    return code !== undefined && code !== '0x' && !code.startsWith('0xef0100')
  },

  async send({ provider, network, transfer, fee, isAtomic, wallet }) {
    if (!isEip1193Provider(provider)) throw accountError('PROVIDER_UNDEFINED')
    const { to, data, value } = callOf(transfer)
    const call = { to, value: numberToHex(value), ...(data === undefined ? {} : { data }) }
    const method = isAtomic ? 'wallet_sendCalls' : 'eth_sendTransaction'
    const params = isAtomic
      ? [
          {
            version: '2.0.0',
            from: transfer.from,
            chainId: toHexChainId(network.caipNetworkId),
            atomicRequired: false,
            calls: [call],
          },
        ]
      : [
          {
            from: transfer.from,
            ...call,
            ...(fee === undefined
              ? {}
              : {
                  gas: numberToHex(fee.gasLimit),
                  maxFeePerGas: numberToHex(fee.gasPriceUnits),
                  maxPriorityFeePerGas: numberToHex(fee.tipUnits ?? 0n),
                }),
          },
        ]
    const answer = await provider.request({ method, params }).catch((error) => {
      throw toWalletError(error, { wallet, method })
    })
    const id = isAtomic && isRecord(answer) ? answer.id : answer
    const isSound = isAtomic ? typeof id === 'string' && id !== '' && id.length <= 8194 : isHash(id)
    if (!isSound) throw new KitError('WALLET_ANSWER_INVALID', { details: method })
    return { kind: isAtomic ? 'calls' : 'transaction', id: id as string }
  },

  async status({ provider, network, sent }) {
    if (sent.kind === 'calls') return callsStatus(provider, sent)
    const client = chainClient(network)
    const hash = sent.id as `0x${string}`
    // viem throws for one that is not in a block yet, and for one that nobody knows.
    const receipt = await getTransactionReceipt(client, { hash }).catch((error: unknown) => {
      if ((error as Error).name === 'TransactionReceiptNotFoundError') return undefined
      throw error
    })
    if (receipt === undefined) return { status: 'pending', hash, ...(await placeOf(network, sent)) }
    if (receipt.status === 'success') return { status: 'confirmed', hash }
    if (receipt.status === 'reverted') return { status: 'failed', hash }
    // Who is told that nothing was sent sends again: only a receipt that says so may tell it.
    throw new KitError('SERVICE_ANSWER_INVALID', { slots: { service: network.name }, details: 'receipt' })
  },
}

/** Where a transaction that no block has stands among its account's: its number, and whether that is used up. */
async function placeOf(network: Network, { id, from, nonce }: Parameters<Transfers['status']>[0]['sent']) {
  const client = chainClient(network)
  const hash = id as `0x${string}`
  const number =
    nonce ??
    (await getTransaction(client, { hash }).then(
      (transaction) => transaction.nonce,
      // Nobody knows it: it is on its way, or has gone.
      () => undefined,
    ))
  if (number === undefined || from === undefined) return {}
  const next = await getTransactionCount(client, { address: from as `0x${string}`, blockTag: 'latest' })
  return { nonce: number, isOutrun: next > number }
}

function callOf({ to, units, tokenAddress }: Transfer) {
  const recipient = to as `0x${string}`
  if (tokenAddress === undefined) return { to: recipient, value: units, data: undefined }
  const data = encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [recipient, units] })
  return { to: tokenAddress as `0x${string}`, value: 0n, data }
}

async function dataFee(network: Network, transfer: Transfer): Promise<bigint> {
  const chainId = Number(network.id)
  if (!rollups.has(chainId)) return 0n
  const { to, value, data } = callOf(transfer)
  const unsigned = serializeTransaction({ chainId, to, value, data, type: 'eip1559' })
  try {
    return await readContract(chainClient(network), {
      address: oracleAddress,
      abi: oracleAbi,
      functionName: 'getL1FeeUpperBound',
      args: [BigInt(size(unsigned))],
    })
  } catch (error) {
    throw accountError('ESTIMATE_GAS_FAILED', { cause: error })
  }
}

/** Why a node would not carry out a call, in the catalogue's words; the contract's own in the details. */
function refusalOf(error: unknown): KitError {
  const text = textOf(error)
  if (/insufficient funds|exceeds (the )?balance of the account|gas required exceeds allowance/i.test(text)) {
    return accountError('INSUFFICIENT_GAS_FUNDS', { cause: error })
  }
  const reason = /(?:execution reverted|reverted with reason string|reason):?\s*["']?([^"'\n]{1,120})/i.exec(
    text,
  )?.[1]
  if (/revert/i.test(text)) return accountError('TRANSFER_REFUSED', { cause: error, details: reason?.trim() })
  return accountError('ESTIMATE_GAS_FAILED', { cause: error })
}

function textOf(error: unknown): string {
  const parts: string[] = []
  for (let cause = error, depth = 0; cause instanceof Error && depth < 6; depth++) {
    parts.push(cause.message)
    cause = cause.cause
  }
  return parts.join('\n')
}

/** How it stands with a batch (EIP-5792 `wallet_getCallsStatus`): 1xx pending, 2xx confirmed, 4xx to 6xx failed. */
async function callsStatus(provider: unknown, { id }: SentTransfer): Promise<TransferStatus> {
  if (!isEip1193Provider(provider)) throw accountError('PROVIDER_UNDEFINED')
  const answer = await provider.request({ method: 'wallet_getCallsStatus', params: [id] })
  if (!isRecord(answer)) throw new KitError('WALLET_ANSWER_INVALID', { details: 'wallet_getCallsStatus' })
  const receipts = Array.isArray(answer.receipts) ? answer.receipts.filter(isRecord) : []
  const receipt = receipts.at(-1)
  const hash = isHash(receipt?.transactionHash) ? receipt.transactionHash : undefined
  const code = typeof answer.status === 'number' ? answer.status : Number.NaN
  // Wallets of the first version say it in words.
  if ((code >= 100 && code < 200) || answer.status === 'PENDING') return { status: 'pending', hash }
  const hasReverted = receipts.some(({ status }) => status === '0x0' || status === 'reverted')
  const isDone = (code >= 200 && code < 300) || answer.status === 'CONFIRMED'
  if (isDone) return { status: hasReverted ? 'failed' : 'confirmed', hash }
  if (code >= 400 && code < 700) return { status: 'failed', hash }
  throw new KitError('WALLET_ANSWER_INVALID', { details: 'wallet_getCallsStatus' })
}

function isHash(value: unknown): value is string {
  return typeof value === 'string' && hashPattern.test(value)
}
