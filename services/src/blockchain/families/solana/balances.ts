import type { CaipNetworkId } from 'latchkey/protocol'
import * as v from 'valibot'
import { NodeError } from '../../../outbound/post.js'
import type { Context } from '../../../shared/context.js'
import type { Nodes } from '../../nodes.js'
import { createFamilyBalances } from '../createFamilyBalances.js'
import { expectResult } from '../expectResult.js'
import { bytesOfAddress } from './address.js'
import { associatedAmong } from './associatedAccount.js'
import { account, type TokenReader } from './createTokenReader.js'
import { readExact } from './exactJson.js'
import { count, inContext } from './methods.js'
import { type Holding, holdingSize, readHolding, tokenPrograms } from './tokens.js'

const coin = { name: 'Solana', symbol: 'SOL', decimals: 9 }
const commitment = 'confirmed'
/** Most tokens that are told. */
const tokenLimit = 200

const heldSchema = inContext(v.array(v.object({ pubkey: v.string(), account })))

/** Reads how much an account has of the coin and of tokens. */
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
      .flatMap(({ account, pubkey }): Held[] => {
        const holding = readHolding(account, key)
        return holding === undefined || holding.units === 0n ? [] : [{ ...holding, pubkey }]
      })
    return { units, holdings: byMint(holdings) }
  }

  return createFamilyBalances(context, chainId, {
    coin: () => coin,
    async held(owner) {
      const { units, holdings } = await readHoldings(owner)
      // Those that a list vouches for come first, so that nobody crowds them out.
      const sorted = [...holdings].sort(
        (left, right) => Number(tokens.isListed(right.mint)) - Number(tokens.isListed(left.mint)),
      )
      const told = sorted.slice(0, tokenLimit).flatMap((one) => sendableOf(owner, one) ?? [])
      const known = await tokens.of(told.map(({ mint }) => mint))
      return {
        units,
        tokens: told.flatMap(({ mint, units }) => {
          const token = known.get(mint)
          // Without decimals it is a collectible. An imitation has no place beside the visitor's money.
          const isShown =
            token !== undefined &&
            token.decimals !== 0 &&
            (token.isListed || !tokens.isImitation(mint, token.symbol))
          return isShown ? [{ address: mint, units, token }] : []
        }),
      }
    },
    tokens: (mints) => tokens.of(mints.filter((mint) => bytesOfAddress(mint) !== undefined)),
  })
}

type Held = Holding & { readonly pubkey: string }
type OfMint = { readonly mint: string; readonly accounts: readonly Held[] }

/** An owner may have several accounts of one token. */
function byMint(holdings: readonly Held[]): readonly OfMint[] {
  const mints = new Map<string, Held[]>()
  for (const one of holdings) mints.set(one.mint, [...(mints.get(one.mint) ?? []), one])
  return [...mints].map(([mint, accounts]) => ({ mint, accounts }))
}

/** What an owner can send of a token: what its associated account holds (docs/decisions/252). */
function sendableOf(owner: string, { mint, accounts }: OfMint): Holding | undefined {
  const [first] = accounts
  if (first === undefined) return undefined
  const { program } = first
  const place = associatedAmong(
    accounts.map(({ pubkey }) => pubkey),
    { owner, program, mint },
  )
  return accounts.find(({ pubkey }) => pubkey === place)
}
