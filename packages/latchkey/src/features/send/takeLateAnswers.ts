import type { LateAnswer } from '../../core/connector.js'
import { isTransfer, move, type Tracked, type TransferIntent } from '../../core/intent.js'
import type { Asked, Transfers } from '../../core/transfers.js'
import type { SessionRequester } from '../../core/walletProtocol.js'
import { accountError } from '../../protocol/accountErrors.js'
import { namespaceOf } from '../../protocol/caip.js'
import type { Network } from '../../protocol/entities/Network.js'
import { isKitError } from '../../protocol/errors.js'
import { saysNotDone } from '../../protocol/saysNotDone.js'
import { drainLateAnswers, type HeardAnswer, keepForLater } from '../connection/lateAnswers.js'
import { dropTracked, keepTracked, loadAsked, readAsked } from '../intent/asked.js'
import type { Kit } from '../Kit.js'
import { networkOf } from '../network/state.js'
import { showError } from '../notify/showSnackbar.js'
import { toErrorState } from '../notify/toErrorState.js'
import { keepRefused, unlessMoved } from './refused.js'
import { keepSent } from './sent.js'
import { sentOf } from './sentOf.js'
import { transferOf } from './transferOf.js'

/** How long after an intent is kept its request is made at most, in milliseconds. */
const tolerance = 5_000

/**
 * Settles the transfers that an earlier page asked a wallet for, by the answers that come only now: a refusal ends one,
 * a hash is held against it as ever, and after any other error it is unknown. An answer to something else changes
 * nothing. Never throws: what cannot be read now, because its family's code does not load, waits for the next time.
 */
export async function takeLateAnswers(kit: Kit): Promise<void> {
  await Promise.all(
    drainLateAnswers(kit).map((heard) => take(kit, heard).catch(() => keepForLater(kit, heard))),
  )
}

/** @throws Where the code of the chain's family cannot be loaded. */
async function take(kit: Kit, { connectorId, late }: HeardAnswer): Promise<void> {
  loadAsked(kit)
  // Another tab has heard the answer too, and may have settled it.
  readAsked(kit)
  const waiting = askedOf(kit, connectorId, late)
  const network = networkOf(kit.store.getState(), late.networkId)
  if (waiting.length === 0 || network === undefined) return
  const transfers = await kit.adapters.get(namespaceOf(late.networkId))?.transfers?.()
  // There is at most one, because its request was made just after it was kept.
  const [tracked, ...others] = waiting.filter(
    ({ asked }) => asked !== undefined && transfers?.methods?.[asked.kind] === late.method,
  )
  if (transfers === undefined || tracked?.asked === undefined || others.length > 0) return
  await settle(kit, tracked, tracked.asked, { network, transfers, late })
}

async function settle(
  kit: Kit,
  tracked: Tracked<TransferIntent>,
  asked: Asked,
  { network, transfers, late }: { network: Network; transfers: Transfers; late: LateAnswer },
): Promise<void> {
  const { intent } = tracked
  const { wallet } = intent
  const transfer = transferOf(intent)
  try {
    // The family reads this answer as it would have read it in time.
    const sending = transfers.send({
      provider: answering(late, intent.account),
      network,
      transfer,
      asked,
      wallet,
      fee: intent.fee,
      isRest: intent.isRest,
    })
    const answer = await sending.catch((error) =>
      unlessMoved(kit, { intent, asked, transfers, network }, error),
    )
    if (!isStillAsked(kit, tracked)) return
    keepSent(kit, sentOf(intent, answer, tracked.askedAt ?? kit.clock.now()))
    dropTracked(kit, move(tracked, 'sent'))
  } catch (cause) {
    if (!isStillAsked(kit, tracked)) return
    if (!isRefusal(late, cause)) {
      const error = accountError('SEND_UNCONFIRMED', { slots: { wallet }, cause })
      keepTracked(kit, move(tracked, 'unknown', { error: toErrorState(error) }))
      return
    }
    dropTracked(kit, tracked)
    keepRefused(kit, tracked, cause)
    showError(kit, cause)
    const message = isKitError(cause) ? cause.code : 'SEND_FAILED'
    kit.events.emit({ type: 'SEND_ERROR', network: intent.networkId, token: intent.symbol, message })
  }
}

/** Whether the wallet's own answer says that nothing was sent. An adapter that cannot read the answer says nothing of it. */
const isRefusal = ({ outcome }: LateAnswer, cause: unknown) =>
  'error' in outcome && saysNotDone(cause) && !isKitError(cause, 'REVIEW_OUTDATED')

/** The transfers that the wallet was asked for when the answer's request was made. */
function askedOf(kit: Kit, connectorId: string, late: LateAnswer): readonly Tracked<TransferIntent>[] {
  return (kit.store.getState().intent?.open ?? [])
    .filter(isTransfer)
    .filter(
      ({ intent, status, askedAt = Number.NaN }) =>
        status === 'asked' &&
        intent.connectorId === connectorId &&
        intent.networkId === late.networkId &&
        late.askedAt >= askedAt &&
        late.askedAt - askedAt < tolerance,
    )
}

const isStillAsked = (kit: Kit, { intent }: Tracked) =>
  kit.store.getState().intent?.open.some((one) => one.intent.id === intent.id && one.status === 'asked') ===
  true

/** A wallet behind the connection protocol that gives this answer and asks nobody. */
function answering({ method: known, networkId, outcome }: LateAnswer, account: string): SessionRequester {
  return {
    granted: () => ({ networkId, addresses: [account] }),
    async request({ method }: { readonly method: string }) {
      if (method !== known) throw new Error(`not asked for ${method}`)
      if ('error' in outcome) throw outcome.error
      return outcome.result
    },
  }
}
