import { PublicKey } from '@solana/web3.js'
import { createChain } from './chain.js'
import { createMint, mints } from './mints.js'
import { loadPeople } from './people.js'
import { serve } from './serve.js'

const sol = 1_000_000_000n

/**
 * Starts a Solana ledger with its JSON-RPC: funded people and two mints, of which the visitor and harbor have some.
 *
 * @param options.slotMs How often a block is made, in milliseconds; 0 if only `advance` makes blocks.
 * @param options.genesisHash What it says its first block is, for a second ledger beside the usual one.
 */
export async function startLedger({ port = 0, slotMs = 400, genesisHash }: startLedger.Options = {}) {
  const chain = createChain()
  const people = await loadPeople()
  for (const { address } of Object.values(people)) chain.airdrop(address, 100n * sol)
  const owners = [people.visitor, people.harbor].map(({ address }) => ({
    owner: new PublicKey(address),
    units: 1_000_000_000n,
  }))
  createMint(chain, mints.coin, 100, owners)
  createMint(chain, mints.charging, 101, owners)
  chain.advance(40)
  const { url, webSocketUrl, close } = await serve(chain, port, genesisHash)
  const timer = slotMs > 0 ? setInterval(() => chain.advance(), slotMs) : undefined
  return {
    url,
    webSocketUrl,
    people,
    mints,
    chain,
    async close() {
      clearInterval(timer)
      await close()
    },
  }
}

export declare namespace startLedger {
  type Options = {
    readonly port?: number | undefined
    readonly slotMs?: number | undefined
    readonly genesisHash?: string | undefined
  }
}

export type Ledger = Awaited<ReturnType<typeof startLedger>>
