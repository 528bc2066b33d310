import type { Kit } from '../Kit.js'
import type { WalletChoice } from '../wallets/connectGroups.js'
import { walletPlatforms } from '../wallets/walletPlatforms.js'
import { methodOf } from './methodOf.js'

/** Tells which wallet a visitor chose, and how they will reach it: by the way that its screen shows first. */
export function tellChoice(
  kit: Kit,
  { choice, isMobile }: { readonly choice: WalletChoice; readonly isMobile: boolean },
): void {
  const isConnector = choice.type === 'connector'
  const { name } = isConnector ? choice.connector : choice.wallet
  const platform = isConnector
    ? methodOf(choice.connector)
    : walletPlatforms(choice.wallet, { connector: undefined, isMobile })[0]
  kit.events.emit({ type: 'SELECT_WALLET', name, platform })
}
