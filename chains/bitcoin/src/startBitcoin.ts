import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { openNode, payeeOf } from './bcoin.js'
import { createEsplora } from './createEsplora.js'
import { people } from './people.js'
import { type NetworkName, scriptOf } from './scripts.js'

export type LocalBitcoin = {
  /** Where its Esplora-shaped API is. */
  readonly url: string
  /** Mines blocks; their rewards go to an address, or to the miner. Returns the hashes. */
  readonly mine: (blocks: number, address?: string) => Promise<readonly string[]>
  readonly stop: () => Promise<void>
}

/** Segwit is active on bcoin's regtest from this height. */
const segwitHeight = 432
/** How many blocks must follow a reward before it can be spent. */
const maturity = 100

/**
 * Starts a Bitcoin regtest in this process, in memory, on the loopback address. Ada has ten spendable rewards of 50
 * coins each, on her payment address; Grace has one.
 *
 * @param options.network What it says it is: as a signet, it is a second chain beside the regtest.
 */
export async function startBitcoin({
  port = 0,
  network = 'regtest',
}: startBitcoin.Options = {}): Promise<LocalBitcoin> {
  const node = await openNode()
  const [ada, grace, miner] = people
  const mine = async (blocks: number, address: string = miner.payment) => {
    const hashes: string[] = []
    for (let count = 0; count < blocks; count++) {
      const block = await node.miner.mineBlock(null, payeeOf(scriptOf(address)))
      const entry = await node.chain.add(block)
      if (entry === null) throw new Error('the chain does not accept its own block')
      hashes.push(entry.rhash())
    }
    return hashes
  }
  const server = createEsplora(node, mine, network)
  await mine(10, ada.payment)
  await mine(1, grace.payment)
  await mine(Math.max(maturity, segwitHeight) - 11 + 8)
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mine,
    async stop() {
      server.closeAllConnections()
      server.close()
      await node.close()
    },
  }
}

export declare namespace startBitcoin {
  type Options = { readonly port?: number | undefined; readonly network?: NetworkName | undefined }
}
