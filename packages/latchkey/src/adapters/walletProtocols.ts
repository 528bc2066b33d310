import type { Adapter } from '../core/adapter.js'
import type { WalletProtocol } from '../core/walletProtocol.js'
import type { Namespace } from '../protocol/caip.js'
import { walletProtocol as bip122 } from './bip122/walletProtocol.js'
import { walletProtocol as eip155 } from './eip155/walletProtocol.js'
import { walletProtocol as polkadot } from './polkadot/walletProtocol.js'
import { walletProtocol as solana } from './solana/walletProtocol.js'

/** Wallet protocols of chain families for which a host has networks but no adapter. */
const known: { readonly [namespace: string]: WalletProtocol | undefined } = {
  eip155,
  solana,
  polkadot,
  bip122,
}
const unknown: WalletProtocol = { methods: [], events: [] }

/** Returns each family's wallet protocol: its adapter's, else the built-in one if there is one. */
export async function walletProtocolsOf(
  adapters: ReadonlyMap<Namespace, Adapter>,
): Promise<(namespace: Namespace) => WalletProtocol> {
  const own = new Map<Namespace, WalletProtocol | undefined>()
  for (const [namespace, adapter] of adapters) own.set(namespace, await adapter.walletProtocol?.())
  return (namespace) => own.get(namespace) ?? known[namespace] ?? unknown
}
