import type { CaipNetworkId } from '../../protocol/caip.js'
import { isRecord } from '../../protocol/checks.js'
import type { StandardAccount } from './readStandardWallet.js'

/** The provider of a wallet of the Wallet Standard: the wallet's own object, and what it grants now. */
export type StandardProvider = {
  readonly kind: 'wallet-standard'
  readonly wallet: object
  networkId(): CaipNetworkId | undefined
  /** The wallet's name of a chain; `undefined` if it does not have it. */
  chainOf(networkId: CaipNetworkId): string | undefined
  accounts(): Promise<readonly StandardAccount[]>
}

export function isStandardProvider(value: unknown): value is StandardProvider {
  return isRecord(value) && value.kind === 'wallet-standard' && typeof value.accounts === 'function'
}
