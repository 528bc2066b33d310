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
 * @throws `INVALID_QUERY` for a cursor that this list did not issue; `NodeError`, also where a node fails to tell the
 *   owners and the page would be empty
 */
export async function listNfts(parameters: Parameters): Promise<NftPage> {
  const { chains, clock, owner, cursor } = parameters
  const refusal = () => new HttpError('INVALID_QUERY', { details: 'cursor: must be one that this list gave' })
  // Refuse a malformed cursor before asking a chain.
  if (cursor !== undefined && !/^\d+-0x[0-9a-fA-F]{40}-\d+$/.test(cursor)) throw refusal()
  const { candidates, sources, ...facts } = await findCandidates(parameters)
  const start = cursor === undefined ? 0 : 1 + candidates.findIndex((one) => cursorOf(one) === cursor)
  if (cursor !== undefined && start === 0) throw refusal()

  const owned: Owned[] = []
  let end = start
  let isUntold = false
  while (end < candidates.length && owned.length < pageSize && end - start < lookLimit) {
    const part = candidates.slice(end, end + pageSize - owned.length)
    end += part.length
    const kept = await keepOwned(chains, part, owner)
    owned.push(...kept.owned)
    isUntold ||= kept.isUntold
  }
  // One contract that a node cannot call must not hide the other collectibles.
  if (isUntold && owned.length === 0) throw new NodeError('no owner told')
  const last = candidates[end - 1]
  return {
    data: await describeAll(chains, clock, owned),
    next: last === undefined || end >= candidates.length ? null : cursorOf(last),
    sources,
    ...facts,
  }
}

async function findCandidates({
  chains,
  history,
  owner,
  chainId,
}: Parameters): Promise<{ readonly candidates: readonly Candidate[] } & Omit<NftPage, 'data' | 'next'>> {
  const asked = chainId === undefined ? [...chains.keys()] : [chainId]
  const parts = await Promise.allSettled(
    asked.map(async (id) => {
      const { value, source, reading, lacks = [] } = await history.collectibles(owner, id)
      const candidates = value.map(({ token, tokenId, standard }) => ({
        chainId: id,
        collection: getAddress(token),
        tokenId: BigInt(tokenId),
        standard,
      }))
      return { candidates, source, reading, lacks }
    }),
  )
  // Several chains: a failing one must not hide the collectibles on the others.
  const [failed] = parts.flatMap((part) => (part.status === 'rejected' ? [part.reason] : []))
  if (failed !== undefined && parts.every(({ status }) => status === 'rejected')) throw failed
  const answered = parts.flatMap((part) => (part.status === 'fulfilled' ? [part.value] : []))
  const [slowest] = answered
    .flatMap(({ reading }) => reading ?? [])
    .sort((left, right) => left.share - right.share)
  const lacks = [...new Set(answered.flatMap((one) => one.lacks))]
  return {
    candidates: answered.flatMap(({ candidates }) => candidates),
    sources: [...new Set(answered.map(({ source }) => source))],
    ...(slowest !== undefined && { reading: slowest }),
    ...(lacks.length > 0 && { lacks }),
  }
}

async function keepOwned(
  chains: Chains,
  part: readonly Candidate[],
  owner: Address,
): Promise<{ readonly owned: readonly Owned[]; readonly isUntold: boolean }> {
  const quantities = new Map<Candidate, bigint>()
  let isUntold = false
  await Promise.all(
    [...new Set(part.map(({ chainId }) => chainId))].map(async (chainId) => {
      const own = part.filter((candidate) => candidate.chainId === chainId)
      const chain = chains.get(chainId)
      const counts = chain === undefined ? [] : await readQuantities(chain.contracts, own, owner)
      if (counts.includes(undefined)) isUntold = true
      for (const [index, candidate] of own.entries()) quantities.set(candidate, counts[index] ?? 0n)
    }),
  )
  const owned = part.flatMap((candidate) => {
    const quantity = quantities.get(candidate) ?? 0n
    return quantity === 0n ? [] : [{ ...candidate, quantity }]
  })
  return { owned, isUntold }
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

function cursorOf({ chainId, collection, tokenId }: Candidate): string {
  return `${chainId.slice('eip155:'.length)}-${collection}-${tokenId}`
}
