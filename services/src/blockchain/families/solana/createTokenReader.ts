import * as v from 'valibot'
import { NodeError } from '../../../outbound/post.js'
import type { Context } from '../../../shared/context.js'
import type { Nodes } from '../../nodes.js'
import { expectResult } from '../expectResult.js'
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
} from './tokens.js'

/** Accounts that a node gives at once. */
const accountsAtOnce = 100
/** How long a token's facts are kept, in milliseconds, and of how many. */
const maxAge = 600_000
const maxEntries = 20_000

export const account = v.pipe(
  v.object({ owner: v.string(), data: v.tuple([v.string(), v.literal('base64')]) }),
  v.transform(({ owner, data: [text] }): RawAccount => ({ owner, data: Buffer.from(text, 'base64') })),
)
const accountsSchema = inContext(v.array(v.nullable(account)))

/** What the chain says of a token. */
export type TokenFacts = TokenText & { readonly decimals: number }

export type TokenReader = {
  /**
   * Returns what the chain says of tokens; those that are no token of it are missing.
   *
   * @throws `NodeError`
   */
  of(mints: readonly string[], ask?: Nodes['ask'] | undefined): Promise<ReadonlyMap<string, TokenFacts>>
}

/** Reads the decimals of tokens from their mints, and their names from there or from Metaplex's accounts. */
export function createTokenReader({ clock }: Pick<Context, 'clock'>, nodes: Nodes): TokenReader {
  const places = createMetadataPlaces()
  const kept = new Map<string, { readonly at: number; readonly facts: TokenFacts }>()

  async function load(mints: readonly string[], ask: Nodes['ask']): Promise<void> {
    const accounts = await readAccounts(mints, ask)
    const tokens = mints.flatMap((mint, index) => {
      const account = accounts[index] ?? undefined
      const decimals = account && decimalsIn(account)
      return account === undefined || decimals === undefined
        ? []
        : [{ mint, decimals, own: textInMint(account) }]
    })
    const nameless = tokens.filter(({ own }) => own === undefined).map(({ mint }) => mint)
    const found = [...(await places.of(nameless))]
    const metadata = await readAccounts(
      found.map(([, place]) => place),
      ask,
    )
    const texts = new Map(found.map(([mint], index) => [mint, textAt(metadata[index] ?? undefined, mint)]))
    const at = clock.steadyNow()
    for (const { mint, decimals, own } of tokens) {
      const text = own ?? texts.get(mint)
      const facts = { ...(text ?? textOfMint(mint)), decimals }
      kept.delete(mint)
      // Those whose place was not computed yet get their names when they are asked for again.
      kept.set(mint, { at: own === undefined && !texts.has(mint) ? at - maxAge : at, facts })
      const [oldest] = kept.keys()
      if (kept.size > maxEntries && oldest !== undefined) kept.delete(oldest)
    }
  }

  return {
    async of(mints, ask = nodes.ask) {
      const now = clock.steadyNow()
      const wanted = [...new Set(mints)]
      const open = wanted.filter((mint) => now - (kept.get(mint)?.at ?? -maxAge) >= maxAge)
      if (open.length > 0) await load(open, ask)
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

async function readAccounts(
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
