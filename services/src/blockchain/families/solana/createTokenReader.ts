import * as v from 'valibot'
import { NodeError } from '../../../outbound/post.js'
import { requireCalls } from '../../budget/meter.js'
import { imitationsOf } from '../../history/isSpam.js'
import type { Nodes } from '../../nodes.js'
import type { Described } from '../createFamilyBalances.js'
import { expectResult } from '../expectResult.js'
import type { ListingContext } from '../Family.js'
import { createMetadataPlaces } from './createMetadataPlaces.js'
import { metadataProgram } from './metadataAddress.js'
import { inContext } from './methods.js'
import {
  decimalsIn,
  type RawAccount,
  type TokenText,
  textInMetadata,
  textInMint,
  textOfMint,
  wrappedCoin,
} from './tokens.js'

/** Accounts that a node gives at once. */
const accountsAtOnce = 100
/** How long a token's facts are kept, in milliseconds, and of how many. */
const maxAge = 600_000
/** How long it is kept that an address is of no token: somebody may make one there. */
const emptyAge = 60_000
const maxEntries = 20_000

export const account = v.pipe(
  v.object({ owner: v.string(), data: v.tuple([v.string(), v.literal('base64')]) }),
  v.transform(({ owner, data: [text] }): RawAccount => ({ owner, data: Buffer.from(text, 'base64') })),
)
const accountsSchema = inContext(v.array(v.nullable(account)))

export type TokenReader = {
  /** Whether a list of the operator's vouches for a token. */
  isListed(mint: string): boolean
  /** Whether a token that no list has uses the symbol of the coin or of a listed one, or one that looks like it. */
  isImitation(mint: string, symbol: string): boolean
  /**
   * Describes tokens by their mints on the chain. Leaves out addresses that are not mints.
   *
   * @throws `NodeError`, `RATE_LIMITED`
   */
  of(mints: readonly string[], ask?: Nodes['ask'] | undefined): Promise<ReadonlyMap<string, Described>>
}

/**
 * Reads the decimals of tokens from their mints, and their names from there, from Metaplex's accounts, or from the
 * operator's lists. A list that contradicts a mint's decimals does not count for it.
 */
export function createTokenReader(
  { clock, familyTokens = [] }: Pick<ListingContext, 'clock' | 'familyTokens'>,
  { chainId, ask: askNodes }: Nodes,
): TokenReader {
  const listed = new Map(
    familyTokens.filter((token) => token.chainId === chainId).map((token) => [token.address, token]),
  )
  const imitates = imitationsOf(['SOL', ...[...listed.values()].map(({ symbol }) => symbol)])
  const places = createMetadataPlaces()
  const kept = new Map<string, { readonly at: number; readonly facts: Described | undefined }>()

  function listedAs(mint: string, decimals: number) {
    const entry = listed.get(mint)
    return entry?.decimals === decimals ? entry : undefined
  }

  function keep(mint: string, at: number, facts: Described | undefined): void {
    kept.delete(mint)
    kept.set(mint, { at, facts })
    const [oldest] = kept.keys()
    if (kept.size > maxEntries && oldest !== undefined) kept.delete(oldest)
  }

  async function load(mints: readonly string[], ask: Nodes['ask']): Promise<void> {
    const accounts = await readAccounts(mints, ask)
    const tokens = mints.flatMap((mint, index) => {
      const account = accounts[index] ?? undefined
      const decimals = account && decimalsIn(account)
      return account === undefined || decimals === undefined
        ? []
        : [{ mint, decimals, own: textInMint(account), entry: listedAs(mint, decimals) }]
    })
    const nameless = tokens
      .filter(({ own, entry }) => own === undefined && entry === undefined)
      .map(({ mint }) => mint)
    const found = [...(await places.of(nameless))]
    const metadata = await readAccounts(
      found.map(([, place]) => place),
      ask,
    )
    const texts = new Map(found.map(([mint], index) => [mint, textAt(metadata[index] ?? undefined, mint)]))
    const at = clock.steadyNow()
    for (const { mint, decimals, own, entry } of tokens) {
      const { name, symbol } = entry ?? own ?? texts.get(mint) ?? textOfMint(mint)
      const facts = { name, symbol, decimals, iconUrl: entry?.iconUrl ?? '', isListed: entry !== undefined }
      const isSettled = entry !== undefined || own !== undefined || texts.has(mint)
      // Those whose place was not computed yet get their names when they are asked for again.
      keep(mint, isSettled ? at : at - maxAge, facts)
    }
    const real = new Set(tokens.map(({ mint }) => mint))
    for (const mint of mints) if (!real.has(mint)) keep(mint, at - maxAge + emptyAge, undefined)
  }

  return {
    isListed: (mint) => listed.has(mint),
    isImitation: (mint, symbol) => mint !== wrappedCoin && imitates(symbol),
    async of(mints, ask = askNodes) {
      const now = clock.steadyNow()
      const wanted = [...new Set(mints)]
      const open = wanted.filter((mint) => now - (kept.get(mint)?.at ?? -maxAge) >= maxAge)
      if (open.length > 0) {
        requireCalls()
        await load(open, ask)
      }
      return new Map(
        wanted.flatMap((mint) => {
          const facts = kept.get(mint)?.facts
          return facts === undefined ? [] : [[mint, facts]]
        }),
      )
    },
  }
}

function textAt(account: RawAccount | undefined, mint: string): TokenText | undefined {
  return account?.owner === metadataProgram ? textInMetadata(account, mint) : undefined
}

/** Reads accounts by their addresses, in the same order. @throws `NodeError` */
export async function readAccounts(
  addresses: readonly string[],
  ask: Nodes['ask'],
): Promise<readonly (RawAccount | null)[]> {
  const parts = Array.from({ length: Math.ceil(addresses.length / accountsAtOnce) }, (_, index) =>
    addresses.slice(index * accountsAtOnce, (index + 1) * accountsAtOnce),
  )
  if (parts.length === 0) return []
  const options = { encoding: 'base64', commitment: 'confirmed' }
  const replies = await ask(parts.map((part) => ({ method: 'getMultipleAccounts', params: [part, options] })))
  const read = replies.flatMap((reply) => expectResult(reply, accountsSchema).value)
  if (read.length !== addresses.length) throw new NodeError('other accounts')
  return read
}
