import { systemClock } from '../../core/clock.js'
import type { Asked, Transfers } from '../../core/transfers.js'
import { within } from '../../core/within.js'
import { type ChainTx, readHistory } from './esplora.js'

/** How many ids are noted: stored facts are at most 300 characters long. */
const mostKnown = 4
/** How long the history is waited for, in milliseconds. Where it does not come, the wallet is asked without it. */
const patience = 4_000

/**
 * Notes the account's newest transactions, so that later ones can be told from them: one that waits for a block, or the
 * newest in a block. The transfer itself is found by the coins that its quote names, also without these.
 *
 * @see Transfers.prepare
 */
export const prepareTransfer: Transfers['prepare'] = async ({ network, from, transfer }) => {
  const asked = { kind: 'transaction' } as const
  if (transfer === undefined) return asked
  const reading = within(systemClock, patience, readHistory(network, from), () => Error('history'))
  const history = await reading.catch(() => undefined)
  if (history === undefined) return asked
  const newest = history.find(({ status }) => status.confirmed)?.txid ?? ''
  const waiting = history.filter(({ status }) => !status.confirmed).map(({ txid }) => txid)
  return { ...asked, terms: { newest, waiting: waiting.slice(0, mostKnown).join() } }
}

/** Of the account's transactions, newest first, those since the wallet was asked; none if that is not known. */
export function laterThan({ terms }: Asked, history: readonly ChainTx[]): readonly ChainTx[] {
  const { newest, waiting = '' } = terms ?? {}
  const end = newest === '' ? history.length : history.findIndex(({ txid }) => txid === newest)
  if (newest === undefined || end < 0) return []
  return history.slice(0, end).filter(({ txid }) => !waiting.split(',').includes(txid))
}
