import { formatUnits, namespaceOf } from 'latchkey/protocol'
import type { Hex } from 'viem'
import { readAssets } from './assets.js'
import type { Chain } from './Chain.js'
import type { Rpc } from './Rpc.js'

/** An amount that an account holds, in whole units: `1.5`, of `ETH`, on `Ethereum`. */
export type Holding = { readonly amount: string; readonly symbol: string; readonly chain: string }

/**
 * Reads what a wallet's accounts hold: the coins of both families, and the tokens of EVM networks that the operator lists. It
 * leaves out a chain that does not answer.
 */
export async function readHoldings(
  chains: readonly Chain[],
  { eip155, solana }: { readonly eip155: string; readonly solana: string },
  rpc: Rpc,
): Promise<readonly Holding[]> {
  const held = await Promise.all(
    chains.map(async (chain) => {
      const read =
        namespaceOf(chain.id) === 'eip155' ? ofEip155(chain, eip155, rpc) : ofSolana(chain, solana, rpc)
      const amounts = await read.catch(() => [])
      return amounts
        .filter(({ units }) => units > 0n)
        .map(({ units, symbol, decimals }) => ({
          amount: formatUnits(units, decimals),
          symbol,
          chain: chain.name || chain.id,
        }))
    }),
  )
  return held.flat()
}

type Amount = { readonly units: bigint; readonly symbol: string; readonly decimals: number }

async function ofEip155(chain: Chain, account: string, rpc: Rpc): Promise<readonly Amount[]> {
  const assets = Object.values(await readAssets([chain], account as Hex, rpc)).flat()
  return assets.map(({ balance, metadata }) => ({ units: BigInt(balance), ...metadata }))
}

async function ofSolana({ id, coin }: Chain, account: string, rpc: Rpc): Promise<readonly Amount[]> {
  const answer = (await rpc(id, 'getBalance', [account])) as { readonly value?: unknown } | null
  const lamports = answer?.value
  return typeof lamports === 'number' && Number.isSafeInteger(lamports)
    ? [{ units: BigInt(lamports), ...coin }]
    : []
}
