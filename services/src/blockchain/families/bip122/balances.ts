import type { CaipNetworkId } from 'latchkey/protocol'
import type { Context } from '../../../shared/context.js'
import type { Nodes } from '../../nodes.js'
import { createFamilyBalances } from '../createFamilyBalances.js'
import { expectResult } from '../expectResult.js'
import { coinsSchema, get } from './paths.js'

const coin = { name: 'Bitcoin', symbol: 'BTC', decimals: 8 }

/** Reads how much an address has: the sum of its unspent coins, confirmed or not. */
export function createBitcoinBalances(context: Context, chainId: CaipNetworkId, nodes: Nodes) {
  return createFamilyBalances(context, chainId, {
    coin: () => coin,
    async held(owner) {
      const [reply] = await nodes.ask([get(`/address/${owner}/utxo`)])
      const coins = expectResult(reply, coinsSchema)
      return { units: coins.reduce((sum, { value }) => sum + BigInt(value), 0n), tokens: [] }
    },
  })
}
