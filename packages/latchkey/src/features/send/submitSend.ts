import type { TransferFee } from '../../core/adapter.js'
import { accountError } from '../../protocol/accountErrors.js'
import { KitError } from '../../protocol/errors.js'
import { capabilitiesOf } from '../account/capabilitiesOf.js'
import { getProvider } from '../connection/getProvider.js'
import { walletNameOf } from '../connection/walletNameOf.js'
import { type Kit, update } from '../Kit.js'
import { toErrorState } from '../notify/toErrorState.js'
import { confirmName } from './checkRecipient.js'
import { resetSend, submissionKey } from './editSend.js'
import { sendPlanOf } from './sendPlan.js'
import { keepSent, loadSent } from './sent.js'
import { type Fee, initialSendState, type Sent } from './state.js'

/**
 * Asks the wallet to send what the form says, and resolves when it has taken it: what was sent is kept, and can be
 * followed to its receipt by `followSent`.
 *
 * - Called again while the wallet has not answered, it gives the same promise: nothing is ever asked for twice.
 * - An account that is a contract is sent by `wallet_sendCalls` (EIP-5792), others by `eth_sendTransaction`.
 *
 * @throws `NOT_CONNECTED`, `SEND_FAILED`, `RECIPIENT_CHANGED`, `NAME_RESOLUTION_FAILED`, `REQUEST_REJECTED`, `REQUEST_ALREADY_PENDING`, `WALLET_ANSWER_INVALID`
 */
export function submitSend(kit: Kit): Promise<Sent> {
  const underWay = kit.live.get(submissionKey) as Promise<Sent> | undefined
  if (underWay !== undefined) return underWay
  const submission = submit(kit).finally(() => kit.live.delete(submissionKey))
  kit.live.set(submissionKey, submission)
  return submission
}

async function submit(kit: Kit): Promise<Sent> {
  const state = kit.store.getState()
  const plan = sendPlanOf(state)
  const form = state.send ?? initialSendState
  if (plan === undefined) throw new KitError('NOT_CONNECTED')
  const { account, network, sendable, transfer, fault } = plan
  const adapter = kit.adapters.get(account.namespace)
  if (fault !== undefined || transfer === undefined || adapter?.transfers === undefined) {
    throw accountError('SEND_FAILED', { details: fault ?? 'no transfer' })
  }
  const set = (isWaiting: boolean, error?: unknown) =>
    update(kit, 'send', (send = initialSendState) => ({
      ...send,
      isWaiting,
      error: error === undefined ? undefined : toErrorState(error),
    }))
  set(true)
  try {
    loadSent(kit)
    await confirmName(kit, account)
    const transfers = await adapter.transfers()
    const [provider, { isAtomic }] = await Promise.all([
      getProvider(kit, { namespace: account.namespace }),
      capabilitiesOf(kit, account),
    ])
    // A wallet that reckoned with a higher fee would find too little left for it.
    const isRest = form.isMax && sendable.contract === undefined && !isAtomic
    const { kind, id } = await transfers.send({
      provider,
      network,
      transfer,
      isAtomic,
      wallet: walletNameOf(state, account.connectorId),
      ...(isRest && form.fee.status === 'ready' ? { fee: feeOf(form.fee) } : {}),
    })
    const { token, decimals } = sendable
    const sent: Sent = {
      kind,
      id,
      ...(kind === 'transaction' ? { hash: id } : {}),
      networkId: network.caipNetworkId,
      from: account.address,
      to: transfer.to,
      ...(form.recipient.status === 'valid' && form.recipient.name ? { name: form.recipient.name } : {}),
      symbol: token.symbol,
      decimals,
      units: String(transfer.units),
      ...(token.iconUrl === '' ? {} : { iconUrl: token.iconUrl }),
      sentAt: kit.clock.now(),
      status: 'pending',
    }
    keepSent(kit, sent)
    kit.live.delete(submissionKey)
    resetSend(kit)
    return sent
  } catch (error) {
    const failure =
      error instanceof KitError && error.code !== 'FRAME_ERROR'
        ? error
        : accountError('SEND_FAILED', { cause: error })
    // A name that was moved is told of by a warning beside its new address.
    set(false, failure.code === 'RECIPIENT_CHANGED' ? undefined : failure)
    throw failure
  }
}

function feeOf(fee: Extract<Fee, { status: 'ready' }>): TransferFee {
  return {
    gasLimit: BigInt(fee.gasLimit),
    gasPriceUnits: BigInt(fee.gasPriceUnits),
    tipUnits: BigInt(fee.tipUnits),
    dataFeeUnits: BigInt(fee.dataFeeUnits),
    feeUnits: BigInt(fee.feeUnits),
  }
}
