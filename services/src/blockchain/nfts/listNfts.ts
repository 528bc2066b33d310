import {
  type Answer,
  type CaipNetworkId,
  cleanText,
  type getNfts,
  type Nft,
  toCaipAddress,
} from 'latchkey/protocol'
import { type Address, getAddress } from 'viem'
import { NodeError } from '../../outbound/post.js'
import type { Clock } from '../../shared/clock.js'
import { HttpError } from '../../shared/HttpError.js'
import type { Chains } from '../chain.js'
import type { History } from '../history/history.js'
import { isLure } from '../history/isSpam.js'
import type { Metadata } from './createLinkedFacts.js'
import type { Collection, NftFacts, NftId, NftStandard } from './metadata.js'
import { type NftPlace, nftKey, readNftCursor, writeNftCursor } from './nftCursor.js'
import { readQuantities } from './readQuantities.js'

/** Collectibles per page, and how many candidates are checked for it: the account may have given most away. */
const pageSize = 24
const lookLimit = 200
/** How long a page waits for collectibles' metadata, in milliseconds. Later metadata is there for the next request. */
const patience = 6_000

type Candidate = NftId & { readonly chainId: CaipNetworkId; readonly standard: NftStandard }
type Owned = Candidate & { readonly quantity: bigint }

type Parameters = {
  readonly chains: Chains
  readonly history: Pick<History, 'collectibles'>
  readonly clock: Clock
  readonly owner: Address
  /** Without it: all chains. */
  readonly chainId: CaipNetworkId | undefined
  readonly cursor: string | undefined
}

/** `sources` names where the list of candidates is from. */
type NftPage = {
  readonly data: Nft[]
  readonly next: string | null
  readonly sources: readonly string[]
  readonly reading?: Answer<typeof getNfts>['reading']
  readonly lacks?: Answer<typeof getNfts>['lacks']
}

/**
 * Returns one page of the collectibles that an account owns: those that its history says it received and the chain
 * confirms it still holds, newest first.
 *
 * `next` leads to what a failing chain has not told, too, and once more to collectibles whose owner no node told. A list
 * from another source than the page before goes on after the same collectible, or begins anew without it.
 *
 * @throws `INVALID_QUERY` for a cursor that this list did not issue; `NodeError`, also where a node fails to tell the
 *   owners and the page would be empty
 */
export async function listNfts(parameters: Parameters): Promise<NftPage> {
  const { chains, clock, owner, chainId, cursor } = parameters
  const asked = chainId === undefined ? [...chains.keys()] : [chainId]
  // Refuse a malformed cursor before asking a chain.
  const places = cursor === undefined ? asked.map((id) => ({ chainId: id })) : readNftCursor(cursor, asked)
  if (places === undefined)
    throw new HttpError('INVALID_QUERY', { details: 'cursor: must be one that this list gave' })
  const { lists, failure: unlisted, ...facts } = await findCandidates(parameters, places)

  const page: Page = { owned: [], looked: 0, failure: unlisted }
  const left: NftPlace[] = []
  for (const place of places) {
    const list = lists.get(place.chainId)
    const after = list === undefined ? place : await readChain(page, { chains, owner, list, place })
    if (after !== undefined) left.push(after)
  }
  // One contract or chain that a node cannot ask must not hide the other collectibles.
  if (page.failure !== undefined && page.owned.length === 0) throw page.failure
  return {
    data: await describeAll(chains, clock, page.owned),
    next: writeNftCursor(left, asked),
    ...facts,
  }
}

type Page = { readonly owned: Owned[]; looked: number; failure: unknown }

/** Adds what the account owns on one chain. Returns where the next page goes on, if there is more. */
async function readChain(
  page: Page,
  {
    chains,
    owner,
    list,
    place,
  }: {
    readonly chains: Chains
    readonly owner: Address
    readonly list: readonly Candidate[]
    readonly place: NftPlace
  },
): Promise<NftPlace | undefined> {
  const { chainId, after, again } = place
  const placeOf = (key: string | undefined) =>
    key === undefined ? -1 : list.findIndex((one) => keyOf(one) === key)
  const start = 1 + placeOf(after)
  const known = placeOf(again)
  const keyAt = (index: number) => {
    const one = list[index]
    return one && keyOf(one)
  }
  let end = start
  let untold: number | undefined
  while (end < list.length && page.owned.length < pageSize && page.looked < lookLimit) {
    const part = list.slice(end, end + pageSize - page.owned.length)
    try {
      const counts = await countOwned(chains, part, owner)
      for (const [index, one] of part.entries()) {
        const quantity = counts[index]
        if (quantity === undefined && end + index > known) untold ??= end + index
        if (quantity !== undefined && quantity > 0n) page.owned.push({ ...one, quantity })
      }
    } catch (error) {
      if (!(error instanceof NodeError)) throw error
      page.failure ??= error
      return end === start ? place : { chainId, after: keyAt((untold ?? end) - 1), again }
    }
    end += part.length
    page.looked += part.length
  }
  if (untold !== undefined) {
    page.failure ??= new NodeError('no owner told')
    return { chainId, after: keyAt(untold - 1), again: keyAt(end - 1) }
  }
  if (end >= list.length) return undefined
  return { chainId, after: keyAt(end - 1), ...(end <= known && { again }) }
}

async function countOwned(
  chains: Chains,
  part: readonly Candidate[],
  owner: Address,
): Promise<readonly (bigint | undefined)[]> {
  const [first] = part
  const chain = first === undefined ? undefined : chains.get(first.chainId)
  return chain === undefined ? [] : readQuantities(chain.contracts, part, owner)
}

type Found = Omit<NftPage, 'data' | 'next'> & {
  readonly lists: ReadonlyMap<CaipNetworkId, readonly Candidate[]>
  /** Why a chain told nothing. */
  readonly failure: unknown
}

async function findCandidates({ history, owner }: Parameters, places: readonly NftPlace[]): Promise<Found> {
  const parts = await Promise.allSettled(
    places.map(async ({ chainId }) => {
      const { value, source, reading, lacks = [] } = await history.collectibles(owner, chainId)
      const candidates = value.map(({ token, tokenId, standard }) => ({
        chainId,
        collection: getAddress(token),
        tokenId: BigInt(tokenId),
        standard,
      }))
      return { chainId, candidates, source, reading, lacks }
    }),
  )
  // Several chains: a failing one must not hide the collectibles on the others.
  const [failure] = parts.flatMap((part) => (part.status === 'rejected' ? [part.reason] : []))
  const answered = parts.flatMap((part) => (part.status === 'fulfilled' ? [part.value] : []))
  if (failure !== undefined && answered.length === 0) throw failure
  const [slowest] = answered
    .flatMap(({ reading }) => reading ?? [])
    .sort((left, right) => left.share - right.share)
  const lacks = [...new Set(answered.flatMap((one) => one.lacks))]
  return {
    lists: new Map(answered.map(({ chainId, candidates }) => [chainId, candidates])),
    failure,
    sources: [...new Set(answered.flatMap(({ source }) => source ?? []))],
    ...(slowest !== undefined && { reading: slowest }),
    ...(lacks.length > 0 && { lacks }),
  }
}

/** A slow token must not delay the others: it shows its contract and number until its metadata arrives. */
async function describeAll(chains: Chains, clock: Clock, owned: readonly Owned[]): Promise<Nft[]> {
  const collections = new Map<Owned, Collection>()
  const texts = new Map<Owned, Metadata>()
  const work = owned.map(async (one) => {
    const facts = chains.get(one.chainId)?.nfts
    if (facts === undefined) return
    await Promise.all([
      orNothing(facts, (nfts) => nfts.collection(one.collection)).then(
        (collection) => collection !== undefined && collections.set(one, collection),
      ),
      orNothing(facts, (nfts) => nfts.metadata(one)).then(
        (metadata) => metadata !== undefined && texts.set(one, metadata),
      ),
    ])
  })
  await new Promise<void>((resolve, reject) => {
    const cancel = clock.setTimeout(resolve, patience)
    Promise.all(work).then(() => {
      cancel()
      resolve()
    }, reject)
  })
  return owned.map((one) => describe(one, collections.get(one), texts.get(one)))
}

async function orNothing<value>(
  facts: NftFacts,
  read: (facts: NftFacts) => Promise<value>,
): Promise<value | undefined> {
  try {
    return await read(facts)
  } catch (error) {
    if (error instanceof NodeError) return undefined
    throw error
  }
}

function describe(
  { chainId, collection, tokenId, standard, quantity }: Owned,
  { name, symbol }: Collection = { name: undefined, symbol: undefined },
  metadata: Metadata | undefined,
): Nft {
  const collectionName = name ?? symbol ?? `${collection.slice(0, 6)}…${collection.slice(-4)}`
  const number = String(tokenId)
  const shownNumber = number.length > 12 ? `${number.slice(0, 6)}…${number.slice(-4)}` : number
  const description = metadata?.description
  return {
    chainId,
    standard,
    tokenId: number,
    quantity: String(quantity),
    name: metadata?.name ?? cleanText(`${collectionName} #${shownNumber}`, 96),
    ...(description === undefined ? {} : { description }),
    collection: {
      address: toCaipAddress(chainId, collection),
      name: collectionName,
      ...(symbol === undefined ? {} : { symbol }),
    },
    attributes: [...(metadata?.attributes ?? [])],
    hasImage: metadata?.image !== undefined,
    isSpam: [name, symbol, metadata?.name].some((text) => text !== undefined && isLure(text)),
  }
}

function keyOf({ collection, tokenId }: Candidate): string {
  return nftKey({ token: collection.toLowerCase() as `0x${string}`, tokenId: String(tokenId) })
}
