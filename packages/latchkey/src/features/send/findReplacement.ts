import { toCaipAddress } from '../../protocol/caip.js'
import type { Transaction } from '../../protocol/entities/Transaction.js'
import { formatUnits } from '../../protocol/formatUnits.js'
import type { State } from '../Kit.js'
import type { Sent } from './state.js'

export type Replacement = {
  readonly hash: string
  readonly status: 'pending' | 'confirmed' | 'failed'
  /** It does what the other one was to do: the wallet has only sped it up. */
  readonly isSame: boolean
}

/** The transaction that took the place of one that was sent: the account's other one of the same number, as far as its history is known. */
export function findReplacement({ account }: State, sent: Sent): Replacement | undefined {
  const { from, hash, networkId, nonce } = sent
  const { transactions = [] } = account.activities?.[toCaipAddress(networkId, from)] ?? {}
  const found = transactions.find(
    ({ metadata }) =>
      metadata.nonce === nonce &&
      isSameText(metadata.sentFrom, from) &&
      !isSameText(metadata.hash, hash ?? sent.id),
  )
  if (found === undefined) return undefined
  const { hash: other, status } = found.metadata
  return {
    hash: other,
    status: status === 'confirmed' || status === 'failed' ? status : 'pending',
    isSame: doesTheSame(found, sent),
  }
}

function doesTheSame({ metadata, transfers }: Transaction, { to, symbol, units, decimals }: Sent): boolean {
  if (metadata.operationType !== 'send') return false
  // What failed has moved nothing: it was meant for whom it was sent to.
  if (metadata.status === 'failed' && transfers.length === 0) return isSameText(metadata.sentTo, to)
  return transfers.some(
    ({ direction, recipient, quantity, fungible_info: token }) =>
      direction === 'out' &&
      isSameText(recipient, to) &&
      token?.symbol === symbol &&
      quantity.numeric === formatUnits(BigInt(units), decimals),
  )
}

const isSameText = (one: string | undefined, other: string) => one?.toLowerCase() === other.toLowerCase()
