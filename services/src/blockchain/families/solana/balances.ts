import { type Balance, type CaipNetworkId, formatUnits, toCaipAddress } from 'latchkey/protocol'
import * as v from 'valibot'
import { NodeError } from '../../../outbound/post.js'
import type { Context } from '../../../shared/context.js'
import type { Nodes } from '../../nodes.js'
import { createFamilyBalances } from '../createFamilyBalances.js'
import { expectResult } from '../expectResult.js'
import { bytesOfAddress } from './address.js'
import { account, type TokenReader } from './createTokenReader.js'
import { readExact } from './exactJson.js'
import { count, inContext } from './methods.js'
import { type Holding, holdingSize, readHolding, tokenPrograms } from './tokens.js'

const coin = { name: 'Solana', symbol: 'SOL', decimals: 9 }
const commitment = 'confirmed'
/** Most tokens that are told. */
const tokenLimit = 200

const heldSchema = inContext(v.array(v.object({ account })))

/** Reads how much an account has of the coin and of tokens; names and decimals are from the chain. */
export function createSolanaBalances(
  context: Context,
  chainId: CaipNetworkId,
  { nodes, tokens }: { readonly nodes: Nodes; readonly tokens: TokenReader },
) {
  async function readHoldings(owner: string) {
    const dataSlice = { offset: 0, length: holdingSize }
    const [native, ...held] = await nodes.ask([
      { method: 'getBalance', params: [owner, { commitment }] },
      ...tokenPrograms.map((programId) => ({
        method: 'getTokenAccountsByOwner',
        params: [owner, { programId }, { encoding: 'base64', commitment, dataSlice }],
      })),
    ])
    const units = readExact(expectResult(native, inContext(count)).value)
    const key = bytesOfAddress(owner)
    if (units === undefined || key === undefined) throw new NodeError('no balance')
    const holdings = held
      .flatMap((reply) => expectResult(reply, heldSchema).value)
      .flatMap((one) => readHolding(one.account, key) ?? [])
    return { units, holdings: sumsOf(holdings) }
  }

  async function describe(holdings: readonly Holding[]): Promise<readonly Balance[]> {
    const facts = await tokens.of(holdings.map(({ mint }) => mint))
    return holdings.flatMap(({ mint, units }) => {
      const known = facts.get(mint)
      // Without decimals it is a collectible.
      if (known === undefined || known.decimals === 0) return []
      const { name, symbol, decimals } = known
      return [
        {
          name,
          symbol,
          chainId,
          address: toCaipAddress(chainId, mint),
          price: 0,
          quantity: { decimals: String(decimals), numeric: formatUnits(units, decimals) },
          iconUrl: '',
        },
      ]
    })
  }

  return createFamilyBalances(context, chainId, async (owner) => {
    const { units, holdings } = await readHoldings(owner)
    return { coin, units, tokens: await describe(holdings.slice(0, tokenLimit)) }
  })
}

/** An owner may have several accounts of one token. */
function sumsOf(holdings: readonly Holding[]): readonly Holding[] {
  const sums = new Map<string, bigint>()
  for (const { mint, units } of holdings) sums.set(mint, (sums.get(mint) ?? 0n) + units)
  return [...sums].filter(([, units]) => units > 0n).map(([mint, units]) => ({ mint, units }))
}
