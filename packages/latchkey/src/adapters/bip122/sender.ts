import type { Transfer } from '../../core/transfers.js'
import { accountError } from '../../protocol/accountErrors.js'
import type { Network } from '../../protocol/entities/Network.js'
import { readTarget, type Target } from './addresses.js'
import { prefixesOf } from './chains.js'
import type { SenderKind } from './chooseCoins.js'
import type { BtcSigner } from './peer.js'

export type Sender = Target & {
  readonly kind: SenderKind
  /** Coins of this address may hold an inscription or a rune; nothing that the kit reads says which. */
  readonly mayHold: boolean
}

/**
 * The two ends of a transfer, read for its network.
 *
 * @throws `TRANSFER_REFUSED` for an address of another network, for a token, and for an account that is for ordinals:
 *   the kit never spends from that; and for nested segwit without the account's public key.
 */
export function endsOf(
  btc: BtcSigner,
  network: Network,
  { from, sender, to, tokenAddress }: Omit<Transfer, 'units'>,
): { readonly from: Sender; readonly to: Target } {
  const prefixes = prefixesOf(network.caipNetworkId)
  const source = readTarget(btc, from, prefixes)
  const target = readTarget(btc, to, prefixes)
  if (source === undefined || target === undefined) throw refusal('network')
  if (tokenAddress !== undefined) throw refusal('token')
  if (sender?.type === 'ordinal') throw refusal(sender.type)
  const { kind } = source
  if (kind === 'wsh' || (kind === 'sh' && sender?.publicKey === undefined)) throw refusal(kind)
  // A wallet with one address keeps everything there; one that tells the two apart says which is for payments.
  return { from: { ...source, kind, mayHold: sender?.type !== 'payment' }, to: target }
}

const refusal = (details: string) => accountError('TRANSFER_REFUSED', { details })
