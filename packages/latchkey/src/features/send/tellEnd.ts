import { currentView } from '../../core/router.js'
import { amountTextOf } from '../../protocol/amounts/amountText.js'
import { isModalShown } from '../isModalShown.js'
import type { Kit } from '../Kit.js'
import { showsRequest } from '../modal/showsRequest.js'
import { showSnackbar } from '../notify/showSnackbar.js'
import type { TransferEnd } from '../notify/state.js'
import { loadSent } from './sent.js'
import type { Sent } from './state.js'

const ends: { readonly [status in Sent['status']]?: TransferEnd } = {
  confirmed: 'sent',
  failed: 'failed',
  replaced: 'replaced',
  lost: 'lost',
}

type Told = Pick<Sent, 'id' | 'intentId' | 'units' | 'decimals' | 'symbol'>

/**
 * Tells by a snackbar how a transfer ended (spec §4 "Send"), in an open modal that shows something else: the transfer's
 * own screen says it, and a closed modal shows nothing.
 */
export function tellEnd(kit: Kit, told: Told, end?: TransferEnd): void {
  const { modal, locale } = kit.store.getState()
  const view = currentView(modal.stack)
  const isSeen = [told.id, told.intentId ?? told.id].some((id) =>
    showsRequest(kit, view, { id, kind: 'transfer' }),
  )
  const ended = end ?? endOf(kit, told)
  if (isSeen || !isModalShown(kit) || ended === undefined) return
  const amount = amountTextOf(BigInt(told.units), told.decimals, locale.tag)
  showSnackbar(kit, {
    variant: ended === 'sent' ? 'success' : 'error',
    message: { ended, amount, symbol: told.symbol },
  })
}

function endOf(kit: Kit, { id, intentId }: Told): TransferEnd | undefined {
  const sent = loadSent(kit).find((one) =>
    intentId === undefined ? one.id === id : one.intentId === intentId,
  )
  return sent && ends[sent.status]
}
