import { sleep } from '../../core/sleep.js'
import { watch } from '../../core/store.js'
import type { CaipNetworkId } from '../../protocol/caip.js'
import { isKitError } from '../../protocol/errors.js'
import { fetchPortfolio } from '../account/fetchPortfolio.js'
import { accountOf } from '../account/state.js'
import { type Kit, update } from '../Kit.js'
import { switchNetwork } from '../network/switchNetwork.js'
import { toErrorState } from '../notify/toErrorState.js'
import { beginSend, setSendRecipient } from './editSend.js'
import { initialSendState } from './state.js'

/** How long a wallet that has moved may take to report it. */
const patience = 5_000

/**
 * Moves to the network that the form's payment link is for (`recipient.networkId`), then applies the link whole. Where
 * the wallet does not move, the form stays as it is, and why is in `state.send.error`; a "no" needs no words. Never
 * throws.
 */
export async function followLinkNetwork(kit: Kit): Promise<void> {
  const { text, recipient } = kit.store.getState().send ?? initialSendState
  if (recipient.status !== 'invalid' || recipient.networkId === undefined) return
  const { networkId } = recipient
  try {
    await switchNetwork(kit, { networkId: networkId })
  } catch (error) {
    if (isKitError(error, 'SWITCH_DECLINED')) return
    const failed = toErrorState(error)
    return update(kit, 'send', (send = initialSendState) => ({ ...send, error: failed }))
  }
  if (!(await isThere(kit, networkId))) return
  beginSend(kit)
  // The link may ask for a token. The form finds it among the account's balances there; without them it knows only the
  // coin.
  await fetchPortfolio(kit).catch(() => {})
  const now = kit.store.getState()
  // Somebody typed meanwhile, or went on to another network: the link is not what is wanted any more.
  if (accountOf(now)?.networkId !== networkId || (now.send?.text ?? '') !== '') return
  setSendRecipient(kit, { text })
}

/** Whether the account is on a network, as soon as its wallet has said so. */
async function isThere(kit: Kit, networkId: CaipNetworkId): Promise<boolean> {
  const now = () => accountOf(kit.store.getState())?.networkId === networkId
  if (now()) return true
  const late = new AbortController()
  const stop = watch(kit.store, now, () => late.abort())
  await sleep(kit.clock, patience, late.signal).catch(() => {})
  stop()
  return now()
}
