import { type Balance, type CaipNetworkId, formatUnits, toCaipAddress } from 'latchkey/protocol'
import * as v from 'valibot'
import { NodeError } from '../../../outbound/post.js'
import type { Context } from '../../../shared/context.js'
import type { Nodes } from '../../nodes.js'
import { createFamilyBalances } from '../createFamilyBalances.js'
import { expectResult } from '../expectResult.js'
import { bytesOfAddress } from './address.js'
import { createMetadataPlaces } from './createMetadataPlaces.js'
import { readExact } from './exactJson.js'
import { metadataProgram } from './metadataAddress.js'
import { count, inContext } from './methods.js'
import {
  decimalsIn,
  type Holding,
  holdingSize,
  type RawAccount,
  readHolding,
  type TokenText,
  textInMetadata,
  textInMint,
  textOfMint,
  tokenPrograms,
} from './tokens.js'

const coin = { name: 'Solana', symbol: 'SOL', decimals: 9 }
const commitment = 'confirmed'
/** Most tokens that are told, and accounts that a node gives at once. */
const tokenLimit = 200
const accountsAtOnce = 100

const account = v.pipe(
  v.object({ owner: v.string(), data: v.tuple([v.string(), v.literal('base64')]) }),
  v.transform(({ owner, data: [text] }): RawAccount => ({ owner, data: Buffer.from(text, 'base64') })),
)
const heldSchema = inContext(v.array(v.object({ account })))
const accountsSchema = inContext(v.array(v.nullable(account)))

/** Reads how much an account has of the coin and of tokens; names and decimals are from the chain. */
export function createSolanaBalances(context: Context, chainId: CaipNetworkId, nodes: Nodes) {
  const places = createMetadataPlaces()

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

  async function readAccounts(addresses: readonly string[]): Promise<readonly (RawAccount | null)[]> {
    const parts = Array.from({ length: Math.ceil(addresses.length / accountsAtOnce) }, (_, index) =>
      addresses.slice(index * accountsAtOnce, (index + 1) * accountsAtOnce),
    )
    if (parts.length === 0) return []
    const options = { encoding: 'base64', commitment }
    const replies = await nodes.ask(
      parts.map((part) => ({ method: 'getMultipleAccounts', params: [part, options] })),
    )
    const read = replies.flatMap((reply) => expectResult(reply, accountsSchema).value)
    if (read.length !== addresses.length) throw new NodeError('other accounts')
    return read
  }

  /** The names of tokens that are not in their mints. */
  async function readTexts(mints: readonly string[]): Promise<ReadonlyMap<string, TokenText>> {
    const found = [...(await places.of(mints))]
    const accounts = await readAccounts(found.map(([, place]) => place))
    return new Map(
      found.flatMap(([mint], index) => {
        const account = accounts[index] ?? undefined
        const text = account?.owner === metadataProgram ? textInMetadata(account, mint) : undefined
        return text === undefined ? [] : [[mint, text]]
      }),
    )
  }

  async function describe(holdings: readonly Holding[]): Promise<readonly Balance[]> {
    const accounts = await readAccounts(holdings.map(({ mint }) => mint))
    const tokens = holdings.flatMap(({ mint, units }, index) => {
      const account = accounts[index] ?? undefined
      const decimals = account && decimalsIn(account)
      // Without decimals it is a collectible.
      if (account === undefined || decimals === undefined || decimals === 0) return []
      return [{ mint, units, decimals, own: textInMint(account) }]
    })
    const texts = await readTexts(tokens.filter(({ own }) => own === undefined).map(({ mint }) => mint))
    return tokens.map(({ mint, units, decimals, own }) => ({
      ...(own ?? texts.get(mint) ?? textOfMint(mint)),
      chainId,
      address: toCaipAddress(chainId, mint),
      price: 0,
      quantity: { decimals: String(decimals), numeric: formatUnits(units, decimals) },
      iconUrl: '',
    }))
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
