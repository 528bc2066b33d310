import { type CaipNetworkId, cleanText, type Nft, toCaipAddress } from 'latchkey/protocol'
import * as v from 'valibot'
import { NodeError } from '../../../../outbound/post.js'
import { onBehalfOf } from '../../../../outbound/turns.js'
import type { Context } from '../../../../shared/context.js'
import { HttpError } from '../../../../shared/HttpError.js'
import { requireCalls } from '../../../budget/meter.js'
import { isLure } from '../../../history/isSpam.js'
import { createLinkedFacts, type Metadata } from '../../../nfts/createLinkedFacts.js'
import { sharedLinks } from '../../../nfts/sharedLinks.js'
import type { Nodes } from '../../../nodes.js'
import { expectResult } from '../../expectResult.js'
import type { FamilyCollectibles } from '../../Family.js'
import { bytesOfAddress } from '../address.js'
import { account, readAccounts, type TokenReader } from '../createTokenReader.js'
import { metadataAddressOf, metadataProgram } from '../metadataAddress.js'
import { inContext } from '../methods.js'
import { holdingSize, linkInMetadata, linkInMint, readHolding, tokenPrograms } from '../tokens.js'
import { readCoreAsset } from './coreAsset.js'
import { createDas } from './das.js'

/** Collectibles per page, and the most of an account that are listed. */
const pageSize = 24
const listLimit = 1_000
/** How long a page waits for metadata, in milliseconds. Later metadata is there for the next request. */
const patience = 6_000

const heldSchema = inContext(v.array(v.object({ account })))

/** A collectible that an account has. */
type Owned = {
  readonly id: string
  readonly units: bigint
  readonly name: string
  readonly symbol?: string | undefined
  /** Where its metadata is; read from the chain if it is absent. */
  readonly link?: string | undefined
}

/**
 * Lists an account's collectibles: tokens without decimals, whose names and links are in their mints or in Metaplex's
 * accounts; and compressed ones and those of Metaplex Core by an API in the shape of DAS, where the operator has set
 * up one.
 */
export function createSolanaCollectibles(
  context: Context,
  chainId: CaipNetworkId,
  { nodes, tokens }: { readonly nodes: Nodes; readonly tokens: TokenReader },
): FamilyCollectibles {
  const facts = createLinkedFacts(context, sharedLinks(context).openLink)
  const das = createDas(context, chainId)

  async function listOwned(owner: string): Promise<{
    readonly owned: readonly Owned[]
    readonly sources: readonly string[]
    /** Why the API did not answer. */
    readonly failure?: NodeError | undefined
  }> {
    const key = bytesOfAddress(owner)
    const dataSlice = { offset: 0, length: holdingSize }
    const options = { encoding: 'base64', commitment: 'confirmed', dataSlice }
    const replies = await nodes.ask(
      tokenPrograms.map((programId) => ({
        method: 'getTokenAccountsByOwner',
        params: [owner, { programId }, options],
      })),
    )
    const units = new Map<string, bigint>()
    for (const { account } of replies.flatMap((reply) => expectResult(reply, heldSchema).value)) {
      const held = key && readHolding(account, key)
      if (held !== undefined && held.units > 0n)
        units.set(held.mint, (units.get(held.mint) ?? 0n) + held.units)
    }
    const mints = [...units.keys()].sort().slice(0, listLimit)
    const known = await tokens.of(mints)
    const whole = mints.flatMap((mint): Owned[] => {
      const token = known.get(mint)
      if (token === undefined || token.decimals !== 0) return []
      return [{ id: mint, units: units.get(mint) ?? 0n, name: token.name, symbol: token.symbol }]
    })
    // An API that fails must not hide what the chain tells; the sources then leave it out.
    const told = (await das?.ofOwner(owner).catch(nodeErrorOf)) ?? new NodeError('not set up')
    if (told instanceof NodeError) return { owned: whole, sources: ['chain'], ...(das && { failure: told }) }
    return {
      owned: [
        ...whole,
        ...told.compressed.map((one): Owned => ({ ...one, units: 1n })),
        ...(await coreOf(owner, told.core.slice(0, listLimit))),
      ],
      sources: ['chain', 'das'],
    }
  }

  /** Reads collectibles of Metaplex Core from their accounts, and leaves out what the owner does not have. */
  async function coreOf(owner: string, ids: readonly string[]): Promise<readonly Owned[]> {
    const read = await readAccounts(ids, nodes.ask)
    return ids.flatMap((id, index): Owned[] => {
      const held = read[index]
      const asset = held && readCoreAsset(held)
      if (asset?.owner !== owner) return []
      return [{ id, units: 1n, name: isLure(asset.name) ? '' : asset.name, link: asset.link }]
    })
  }

  /** Reads from the chain where the metadata of tokens are. */
  async function linksOf(mints: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const places = mints.map((mint) => metadataAddressOf(bytesOfAddress(mint) ?? new Uint8Array()) ?? mint)
    const read = await readAccounts([...mints, ...places], nodes.ask)
    return new Map(
      mints.flatMap((mint, index): [string, string][] => {
        const [own, metadata] = [read[index], read[mints.length + index]]
        const isMetaplex = metadata?.owner === metadataProgram
        const link =
          (own ? linkInMint(own) : undefined) ?? (isMetaplex ? linkInMetadata(metadata, mint) : undefined)
        return link === undefined ? [] : [[mint, link]]
      }),
    )
  }

  async function describe(page: readonly Owned[]): Promise<Nft[]> {
    const links = await linksOf(page.flatMap(({ id, link }) => (link === undefined ? [id] : [])))
    const texts = new Map<string, Metadata>()
    const work = page.map(async ({ id, link = links.get(id) }) => {
      const metadata = await facts.metadata(`${chainId} ${id}`, async () => link).catch(ignoreNode)
      if (metadata !== undefined) texts.set(id, metadata)
    })
    await new Promise<void>((resolve, reject) => {
      const cancel = context.clock.setTimeout(resolve, patience)
      Promise.all(work).then(() => {
        cancel()
        resolve()
      }, reject)
    })
    return page.map((one) => toNft(chainId, one, texts.get(one.id)))
  }

  return {
    async list(owner, cursor) {
      requireCalls()
      return onBehalfOf(owner, async () => {
        const { owned, sources, failure } = await listOwned(owner)
        const start = cursor === undefined ? 0 : 1 + owned.findIndex(({ id }) => id === cursor)
        // The cursor may be one that the API told.
        if (cursor !== undefined && start === 0 && failure !== undefined) throw failure
        if (cursor !== undefined && start === 0)
          throw new HttpError('INVALID_QUERY', { details: 'cursor: must be one that this list gave' })
        const page = owned.slice(start, start + pageSize)
        const isLast = start + pageSize >= owned.length
        return { data: await describe(page), next: isLast ? null : (page.at(-1)?.id ?? null), sources }
      })
    },
    async picture(address) {
      if (bytesOfAddress(address) === undefined)
        throw new HttpError('INVALID_QUERY', { details: 'address: must be an address of the chain' })
      const linkOf = async () => (await linksOf([address])).get(address) ?? das?.linkOf(address)
      return facts.picture(`${chainId} ${address}`, linkOf)
    },
  }
}

function toNft(
  chainId: CaipNetworkId,
  { id, units, name, symbol }: Owned,
  metadata: Metadata | undefined,
): Nft {
  const short = `${id.slice(0, 4)}…${id.slice(-4)}`
  const shown = cleanText(metadata?.name ?? name, 96) || short
  const { description } = metadata ?? {}
  return {
    chainId,
    standard: 'METAPLEX',
    // Each has an address of its own, and no number.
    tokenId: '0',
    quantity: String(units),
    name: shown,
    ...(description === undefined ? {} : { description }),
    collection: {
      address: toCaipAddress(chainId, id),
      name: cleanText(symbol ?? name, 64) || short,
      ...(symbol === undefined ? {} : { symbol }),
    },
    attributes: [...(metadata?.attributes ?? [])],
    hasImage: metadata?.image !== undefined,
    isSpam: [name, symbol, metadata?.name].some((text) => text !== undefined && isLure(text)),
  }
}

function nodeErrorOf(error: unknown): NodeError {
  if (error instanceof NodeError) return error
  throw error
}

function ignoreNode(error: unknown): undefined {
  if (!(error instanceof NodeError)) throw error
}
