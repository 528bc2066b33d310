import { type ScriptedRemoteWallet, scriptedRemoteWallet } from './scriptedRemoteWallet.js'
import type { ScriptedWallet, scriptedWallet } from './scriptedWallet.js'

/** The fixtures that a test receives. */
export type WalletFixtures = {
  /** A wallet in this browser, announced to the app like an extension. */
  readonly wallet: ScriptedWallet
  /** A wallet on another device: pass the app's link to `pair`. */
  readonly remoteWallet: ScriptedRemoteWallet
}

/** For both wallets; `relayUrl` is needed by tests that use `remoteWallet`. */
export type WalletFixtureOptions = scriptedWallet.Parameters &
  Omit<Partial<scriptedRemoteWallet.Parameters>, keyof scriptedWallet.Parameters>

/** The wallet on another device for one test. */
export async function withRemoteWallet(
  { relayUrl, ...options }: WalletFixtureOptions,
  use: (wallet: ScriptedRemoteWallet) => Promise<void>,
): Promise<void> {
  if (relayUrl === undefined) {
    throw new Error(
      'The fixture remoteWallet needs the relay that the app uses: walletFixtures({ relayUrl, … }).',
    )
  }
  const wallet = await scriptedRemoteWallet({ ...options, relayUrl })
  await use(wallet)
  await wallet.close()
}
