import { sleep } from '../../core/sleep.js'
import { defineSlot } from '../../core/slots.js'
import { within } from '../../core/within.js'
import { accountError } from '../../protocol/accountErrors.js'
import { type Kit, update } from '../Kit.js'
import { latest } from '../latest.js'
import { toErrorState } from '../notify/toErrorState.js'
import { earlierOf } from './earlierOf.js'
import { sendPlanOf } from './sendPlan.js'
import { type Fee, initialSendState } from './state.js'

/** How long the form must stay unchanged before a node is asked: it changes with every key. */
const debounce = 250
/** A node may answer each of several questions late: the visitor waits for all of them together no longer than this. */
const patience = 12_000
/** The running estimate of the form, for {@link latest}. */
export const estimateSlot = defineSlot<AbortController>('send.estimate')

/**
 * Estimates what the form would cost, into `state.send.fee`; the newest form wins. Before there is a recipient, it
 * estimates a transfer to the account itself, since Max needs the fee. Never throws.
 */
export async function estimateSend(kit: Kit): Promise<void> {
  const signal = latest(kit, estimateSlot)
  const set = (fee: Fee) => {
    if (signal.aborted) return
    update(kit, 'send', (send = initialSendState) => ({ ...send, fee }))
  }
  try {
    const plan = sendPlanOf(kit.store.getState())
    const adapter = plan && kit.adapters.get(plan.account.namespace)
    if (plan === undefined || adapter?.transfers === undefined) return set({ status: 'idle' })
    const { account, network, sendable, units } = plan
    const { send } = kit.store.getState()
    const isCoin = sendable.contract === undefined
    const isRest = isCoin && send?.isMax === true
    if (send?.fee.status !== 'ready') set({ status: 'pending' })
    await sleep(kit.clock, debounce, signal)
    const transfer = {
      from: account.address,
      ...(account.facts && { sender: account.facts }),
      to: send?.recipient.status === 'valid' ? send.recipient.address : account.address,
      // All of the coin cannot be sent and pay for itself: one unit of it costs the same.
      units: units === undefined || units > sendable.units || isRest ? smallest(sendable.units) : units,
      ...(isCoin ? {} : { tokenAddress: sendable.contract }),
    }
    const transfers = await adapter.transfers()
    const earlier = earlierOf(kit, account)
    const estimate = transfers.estimate({ network, transfer, isRest, earlier, speed: send?.speed, signal })
    const late = () => accountError('FEE_ESTIMATE_FAILED', { details: 'timed out' })
    const quote = await within(kit.clock, patience, estimate, late)
    set({ status: 'ready', ...quote })
  } catch (error) {
    if (signal.aborted) return
    set({ status: 'error', error: toErrorState(error, toErrorState(accountError('FEE_ESTIMATE_FAILED'))) })
  }
}

const smallest = (units: bigint) => (units > 0n ? 1n : 0n)
