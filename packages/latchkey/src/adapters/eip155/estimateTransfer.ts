import { type BaseError, type Client, parseAbi } from 'viem'
import { estimateFeesPerGas, estimateGas, readContract } from 'viem/actions'
import { serializeTransaction, size } from 'viem/utils'
import type { Transfer, Transfers } from '../../core/transfers.js'
import { untilAborted } from '../../core/untilAborted.js'
import { accountError } from '../../protocol/accountErrors.js'
import type { Network } from '../../protocol/entities/Network.js'
import type { KitError } from '../../protocol/errors.js'
import { callOf } from './callOf.js'
import { chainClient } from './chainClient.js'
import { firmClient, unreadableIn } from './firmClient.js'
import { withheldBy } from './withheldBy.js'

const oracleAbi = parseAbi(['function getL1FeeUpperBound(uint256 unsignedTxSize) view returns (uint256)'])
/** The OP Stack's gas price oracle, which returns a rollup's data fee. */
const oracleAddress = '0x420000000000000000000000000000000000000F'
/** The OP Stack's larger chains; other chains have no data fee. */
const rollups = new Set([10, 130, 480, 1135, 1868, 7777777, 8453, 34443, 57073, 60808])

/** The gas terms of an eip155 quote. If the whole balance is sent, the kit asks the wallet to use exactly these. */
export type GasTerms = { readonly gasLimit: string; readonly gasPrice: string; readonly tip: string }

/** @see Transfers.estimate */
export const estimateTransfer: Transfers['estimate'] = async ({
  network,
  transfer,
  signal = new AbortController().signal,
  isFirm = false,
  witness,
}) => {
  const client = isFirm ? firmClient(network, witness) : chainClient(network)
  const call = { account: transfer.from as `0x${string}`, ...callOf(transfer) }
  const fees = estimateFeesPerGas(client).catch((error: unknown) => {
    throw unreadableIn(error) ?? accountError('FEE_ESTIMATE_FAILED', { cause: error })
  })
  // Estimated without fees: with fees, a node rejects an account that cannot pay them before it returns the gas.
  const gas = estimateGas(client, call).catch((error: unknown) => {
    throw unreadableIn(error) ?? refusalOf(error)
  })
  const [{ maxFeePerGas, maxPriorityFeePerGas }, gasUsed, dataFeeUnits, withheld] = await untilAborted(
    Promise.all([
      fees,
      gas,
      dataFee(client, network, transfer),
      // Once, for the review: the host's service does not offer the method.
      isFirm ? withheldBy(client, transfer) : 0n,
    ]),
    signal,
  )
  // A token transfer may need more gas once it is mined; a coin transfer to a plain account always needs the same.
  const gasLimit = gasUsed === 21_000n ? gasUsed : (gasUsed * 12n) / 10n
  // viem adds the tip to the base fee, so the difference is never below 0.
  const expected = (maxFeePerGas - maxPriorityFeePerGas) / 2n
  const terms: GasTerms = {
    gasLimit: String(gasLimit),
    gasPrice: String(maxFeePerGas),
    tip: String(maxPriorityFeePerGas),
  }
  return {
    // The network refuses a transaction whose worst case the account cannot pay.
    most: String(gasLimit * maxFeePerGas + dataFeeUnits),
    about: String(gasUsed * (expected + maxPriorityFeePerGas) + dataFeeUnits),
    ...(withheld > 0n && { withheld: String(withheld) }),
    terms,
  }
}

async function dataFee(client: Client, network: Network, transfer: Transfer): Promise<bigint> {
  const chainId = Number(network.id)
  if (!rollups.has(chainId)) return 0n
  const { to, value, data } = callOf(transfer)
  const unsigned = serializeTransaction({ chainId, to, value, data, type: 'eip1559' })
  try {
    return await readContract(client, {
      address: oracleAddress,
      abi: oracleAbi,
      // Stryker disable next-line StringLiteral: the ABI has only this function.
      functionName: 'getL1FeeUpperBound',
      args: [BigInt(size(unsigned))],
    })
  } catch (error) {
    throw unreadableIn(error) ?? accountError('FEE_ESTIMATE_FAILED', { cause: error })
  }
}

/**
 * Turns a node's reason for rejecting a call into the catalogue's error; the contract's own message goes in the
 * details.
 */
function refusalOf(error: unknown): KitError {
  // viem's message has sentences of its own; the details are the node's words alone.
  const { message, details } = error as BaseError
  if (
    /insufficient funds|exceeds (the )?balance of the account|gas required exceeds allowance/i.test(message)
  ) {
    return accountError('INSUFFICIENT_FEE_FUNDS', { cause: error })
  }
  if (!/revert/i.test(message)) return accountError('FEE_ESTIMATE_FAILED', { cause: error })
  const reason = /(?:execution reverted|reverted with reason string|reason):?\s*["']?([^"'\n]{1,120})/i.exec(
    details,
  )?.[1]
  return accountError('TRANSFER_REFUSED', { cause: error, details: reason?.trim() })
}
