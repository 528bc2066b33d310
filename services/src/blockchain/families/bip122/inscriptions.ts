import { type CaipNetworkId, type Nft, toCaipAddress } from 'latchkey/protocol'
import { FetchError } from '../../../outbound/guardedFetch.js'
import { NodeError } from '../../../outbound/post.js'
import { onBehalfOf } from '../../../outbound/turns.js'
import type { Context } from '../../../shared/context.js'
import { HttpError } from '../../../shared/HttpError.js'
import type { Picture } from '../../../shared/route.js'
import { requireCalls } from '../../budget/meter.js'
import { createKeep } from '../../keep.js'
import { failureAge, maxAge } from '../../nfts/createLinkedFacts.js'
import { sharedLinks } from '../../nfts/sharedLinks.js'
import { toPicture } from '../../nfts/toPicture.js'
import type { Nodes } from '../../nodes.js'
import { expectResult } from '../expectResult.js'
import type { FamilyCollectibles } from '../Family.js'
import { contentsOf, createOrd, type Inscription, inscriptionId } from './ord.js'
import { coinsSchema, get } from './paths.js'

/** Inscriptions per page. */
const pageSize = 24
/** How long the place of an inscription is kept, in milliseconds, and of how many. */
const placeAge = 30_000
const placeLimit = 20_000
/** Most bytes of a picture, and of all kept ones. */
const pictureSize = 2 * 1024 * 1024
const keptPictureSize = 32 * 1024 * 1024

const isPicture = (type: string | null | undefined) =>
  /^image\/(png|jpeg|gif|webp|svg\+xml)\b/i.test(type ?? '')

/**
 * Lists the inscriptions of an address by an API in the shape of `ord`, where the operator has set up one. The chain's
 * nodes decide which coins the address has: an inscription on another coin is left out.
 */
export function createInscriptions(
  context: Context,
  chainId: CaipNetworkId,
  nodes: Nodes,
): FamilyCollectibles | undefined {
  const ord = createOrd(context, chainId)
  const contentOf = contentsOf(context, chainId)
  if (ord === undefined || contentOf === undefined) return undefined
  const places = createKeep<Inscription>(context, { ageOf: () => placeAge, limit: placeLimit })
  const pictures = createKeep<Picture | undefined>(context, {
    ageOf: (picture) => (picture === undefined ? failureAge : maxAge),
    limit: keptPictureSize,
    sizeOf: (picture) => 500 + 2 * (picture?.body.length ?? 0),
  })

  async function coinsOf(owner: string): Promise<ReadonlySet<string>> {
    const [reply] = await nodes.ask([get(`/address/${owner}/utxo`)])
    return new Set(expectResult(reply, coinsSchema).map(({ txid, vout }) => `${txid}:${vout}`))
  }

  const readPicture = async (id: string): Promise<Picture | undefined> => {
    const { content_type: type } = await places.get(id, () => ord.inscription(id))
    if (!isPicture(type)) return undefined
    try {
      const { fetch } = sharedLinks(context)
      return toPicture(await fetch(contentOf(id), { size: pictureSize, accept: 'image/*' }))
    } catch (error) {
      if (error instanceof FetchError) return undefined
      throw error
    }
  }

  return {
    async list(owner, cursor) {
      if (cursor !== undefined && !inscriptionId.test(cursor))
        throw new HttpError('INVALID_QUERY', { details: 'cursor: must be one that this list gave' })
      requireCalls()
      return onBehalfOf(owner, async () => {
        const [coins, { ids }] = await Promise.all([coinsOf(owner), ord.ofAddress(owner)])
        // In the order of their ids, a page begins at the same place also when some have left or arrived meanwhile.
        const rest = ids.filter((id) => cursor === undefined || id > cursor).sort()
        const page = rest.slice(0, pageSize)
        const read = await Promise.all(
          page.map((id) => places.get(id, () => ord.inscription(id)).catch(nodeErrorOf)),
        )
        // One that cannot be read must not hide the others.
        const known = read.flatMap((one) => (one instanceof NodeError ? [] : [one]))
        if (known.length === 0 && read[0] instanceof NodeError) throw read[0]
        const held = known.filter(({ satpoint }) => coins.has(satpoint.replace(/:\d+$/, '')))
        return {
          data: held.map((one) => toNft(chainId, one)),
          next: rest.length > pageSize ? (page.at(-1) ?? null) : null,
          sources: ['chain', 'ord'],
        }
      })
    },
    async picture(address) {
      if (!inscriptionId.test(address))
        throw new HttpError('INVALID_QUERY', { details: 'address: must be the id of an inscription' })
      return pictures.get(address, () => readPicture(address))
    },
  }
}

function toNft(chainId: CaipNetworkId, { id, number, content_type: type }: Inscription): Nft {
  return {
    chainId,
    standard: 'ORDINAL',
    tokenId: String(Math.max(number, 0)),
    quantity: '1',
    name: `Inscription ${number}`,
    collection: { address: toCaipAddress(chainId, id), name: 'Ordinals' },
    attributes: [],
    hasImage: isPicture(type),
    isSpam: false,
  }
}

function nodeErrorOf(error: unknown): NodeError {
  if (error instanceof NodeError) return error
  throw error
}
