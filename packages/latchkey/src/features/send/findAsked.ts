import type { Tracked, TransferIntent } from '../../core/intent.js'
import type { Found } from '../../core/transfers.js'
import { namespaceOf } from '../../protocol/caip.js'
import { accountOf } from '../account/state.js'
import { walletProvider } from '../connection/walletProvider.js'
import { witnessOf } from '../connection/witnessOf.js'
import type { Kit } from '../Kit.js'
import { networkOf } from '../network/state.js'
import { othersOf } from './sent.js'
import { transferOf } from './transferOf.js'

/**
 * Looks once for a transfer that a wallet was asked for, by what was known just before.
 *
 * @throws Where the node does not answer.
 */
export async function findAsked(kit: Kit, { intent, asked }: Tracked<TransferIntent>): Promise<Found> {
  const { networkId } = intent
  const namespace = namespaceOf(networkId)
  const network = networkOf(kit.store.getState(), networkId)
  const transfers = await kit.adapters.get(namespace)?.transfers?.()
  if (network === undefined || transfers === undefined || asked === undefined) return { status: 'open' }
  const isConnected = accountOf(kit.store.getState(), namespace)?.connectorId === intent.connectorId
  // Without the wallet's provider, the chain is asked all the same.
  const reach = async () => (isConnected ? walletProvider(kit, { namespace }) : undefined)
  const provider = await reach().catch(() => undefined)
  const witness = await witnessOf(kit, intent)
  const others = othersOf(kit, intent.id)
  const { fee } = intent
  return transfers.find({ provider, witness, network, transfer: transferOf(intent), asked, others, fee })
}
