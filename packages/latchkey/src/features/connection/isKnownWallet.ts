import { connectionsItem } from '../../protocol/storageItems.js'
import type { Kit } from '../Kit.js'

/** Whether the visitor has connected a wallet of this rdns, is connected with it, or the host features it. */
export function isKnownWallet(kit: Kit, rdns: string): boolean {
  const { connection, options, wallets } = kit.store.getState()
  const listed = [...wallets.recent, ...wallets.featured.wallets, ...(options.customWallets ?? [])]
  if (connection.connections[rdns] !== undefined || listed.some((wallet) => wallet.rdns === rdns)) return true
  return Object.values(kit.storage.read(connectionsItem) ?? {}).some((stored) => stored?.connectorId === rdns)
}
