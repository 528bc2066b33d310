import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { u32, u128 } from '@polkadot-api/substrate-bindings'
import { RpcError } from '../../core/jsonRpc.js'
import type { FeeQuote, Transfer, Transfers } from '../../core/transfers.js'
import { untilAborted } from '../../core/untilAborted.js'
import { accountError } from '../../protocol/accountErrors.js'
import type { Network } from '../../protocol/entities/Network.js'
import { finalHead, type Head } from './finalHead.js'
import { type Ask, hex, openNode } from './node.js'
import { checkExtensions, transactionOf } from './payload.js'
import { readAccount } from './readAccount.js'
import { loadRuntime, type Runtime } from './runtime.js'

/** @see Transfers.estimate */
export const estimateTransfer: Transfers['estimate'] = async ({
  network,
  transfer,
  signal = new AbortController().signal,
  isRest = false,
  isFirm = false,
}) => {
  if (transfer.tokenAddress !== undefined) throw accountError('TOKEN_UNREADABLE')
  // While the visitor types, the form tells the least amount; one unit stands there for an amount that is not known yet.
  // With `isRest` it stands for all that is left.
  const isProbe = isRest || !isFirm
  return untilAborted(estimate(network, transfer, isProbe), signal)
}

async function estimate(network: Network, transfer: Transfer, isProbe: boolean): Promise<FeeQuote> {
  const { ask } = await openNode(network)
  const head = await finalHead(ask)
  const runtime = await loadRuntime(ask, network, head.hash)
  return (await quote(ask, network, { runtime, head, transfer, isProbe })).fee
}

/** What a transfer costs now, and what the sender has. @throws `TRANSFER_REFUSED`, `FEE_ESTIMATE_FAILED` */
export async function quote(
  ask: Ask,
  network: Network,
  {
    runtime,
    head,
    transfer,
    isProbe = false,
  }: {
    readonly runtime: Runtime
    readonly head: Head
    readonly transfer: Transfer
    readonly isProbe?: boolean
  },
): Promise<{ readonly fee: FeeQuote; readonly price: bigint; readonly free: bigint }> {
  checkExtensions(runtime)
  const networkId = network.caipNetworkId
  const [price, sender, recipient] = await Promise.all([
    readFee(ask, { runtime, networkId, transfer, nonce: 0, height: head.height }),
    readAccount(ask, transfer.from),
    readAccount(ask, transfer.to),
  ])
  const { existentialDeposit } = runtime
  const least = recipient.free === 0n ? existentialDeposit : 0n
  if (!isProbe && transfer.units < least) {
    throw accountError('TRANSFER_REFUSED', { details: `less than ${existentialDeposit} for a new account` })
  }
  const isLockedMore = sender.locked > existentialDeposit
  // The price of weight may rise with each block until it is in one. What is shown covers that.
  const most = String((price * 12n) / 10n)
  return {
    free: sender.free,
    price,
    fee: {
      most,
      about: most,
      ...(least > 0n && { least: String(least) }),
      kept: String(isLockedMore ? sender.locked : existentialDeposit),
    },
  }
}

/** The chain's own fee for the transfer, with a signature that nobody checks. */
async function readFee(ask: Ask, terms: Parameters<typeof transactionOf>[0]): Promise<bigint> {
  const signature = Uint8Array.of(1, ...new Uint8Array(64))
  const transaction = transactionOf(terms, signature)
  const size = u32.enc(transaction.length)
  const question = `0x${bytesToHex(transaction)}${bytesToHex(size)}`
  try {
    const answer = await ask(hex, 'state_call', 'TransactionPaymentApi_query_info', question)
    // Before the fee come the weight and the class, whose lengths vary.
    return u128.dec(hexToBytes(answer.slice(-32)))
  } catch (cause) {
    if (cause instanceof RpcError) throw accountError('FEE_ESTIMATE_FAILED', { cause })
    throw cause
  }
}
