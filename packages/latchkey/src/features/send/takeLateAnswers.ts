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
import { isTaken, keepSent } from './sent.js'
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
  const [tracked, ...others] = waiting.filter(
    ({ asked }) => asked !== undefined && transfers?.methods?.[asked.kind] === late.method,
  )
  if (transfers === undefined || tracked?.asked === undefined) return
  if (others.length === 0) return await settle(kit, tracked, tracked.asked, { network, transfers, late })
  // Nobody can say whose answer it is.
  for (const one of [tracked, ...others]) keepUnclear(kit, one)
}

async function settle(
  kit: Kit,
  { intent, requestId }: Tracked<TransferIntent>,
  asked: Asked,
  { network, transfers, late }: { network: Network; transfers: Transfers; late: LateAnswer },
): Promise<void> {
  const { wallet } = intent
  const transfer = transferOf(intent)
  const openNow = () => open(kit).find((one) => one.intent.id === intent.id)
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
    const now = openNow()
    if (now === undefined) return
    const sent = sentOf(intent, answer, now.askedAt ?? kit.clock.now())
    keepSent(kit, sent)
    // Where the wallet answered the same for another transfer before, this one is unknown.
    if (!isTaken(kit, sent)) dropTracked(kit, now)
  } catch (cause) {
    const now = openNow()
    if (now?.status !== 'asked') return
    // Without an id it may be the answer to another request, of the app say.
    if (requestId === undefined || !isRefusal(late, cause)) return keepUnclear(kit, now, cause)
    dropTracked(kit, now)
    keepRefused(kit, now, cause)
    showError(kit, cause)
    const message = isKitError(cause) ? cause.code : 'SEND_FAILED'
    kit.events.emit({ type: 'SEND_ERROR', network: intent.networkId, token: intent.symbol, message })
  }
}

/** The wallet may have sent it: the chain tells. */
function keepUnclear(kit: Kit, tracked: Tracked<TransferIntent>, cause?: unknown): void {
  if (tracked.status !== 'asked') return
  const error = accountError('SEND_UNCONFIRMED', { slots: { wallet: tracked.intent.wallet }, cause })
  keepTracked(kit, move(tracked, 'unknown', { error: toErrorState(error) }))
}

/** Whether the wallet's own answer says that nothing was sent. An adapter that cannot read the answer says nothing of it. */
const isRefusal = ({ outcome }: LateAnswer, cause: unknown) =>
  'error' in outcome && saysNotDone(cause) && !isKitError(cause, 'REVIEW_OUTDATED')

/**
 * The transfer whose request is answered: the one with the request's id. Where the browser could not store the id, those
 * that the wallet was asked for at that time. What the visitor has given up is among them: its hash is kept too.
 */
function askedOf(kit: Kit, connectorId: string, late: LateAnswer): readonly Tracked<TransferIntent>[] {
  const own = open(kit).filter(
    ({ intent }) => intent.connectorId === connectorId && intent.networkId === late.networkId,
  )
  const known = own.filter(({ requestId }) => requestId === late.requestId)
  if (known.length > 0) return known
  const isThen = (at: number) => late.askedAt >= at && late.askedAt - at < tolerance
  return own.filter(({ requestId, askedAt }) => requestId === undefined && isThen(askedAt ?? Number.NaN))
}

const open = (kit: Kit) => (kit.store.getState().intent?.open ?? []).filter(isTransfer)

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
