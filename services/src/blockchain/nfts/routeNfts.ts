import { type CaipNetworkId, getNftImage, getNfts, isNetworkId } from 'latchkey/protocol'
import { onBehalfOf } from '../../outbound/turns.js'
import type { App } from '../../shared/app.js'
import type { Context } from '../../shared/context.js'
import { HttpError } from '../../shared/HttpError.js'
import { route } from '../../shared/route.js'
import type { Followed } from '../budget/createFollowed.js'
import { type Chains, orUnreachable, readAddress, served } from '../chain.js'
import { ownerOn } from '../families/answers.js'
import type { FamilyChain } from '../families/Family.js'
import type { History } from '../history/history.js'
import { listNfts } from './listNfts.js'

/** How long a cache may keep a picture, in seconds. */
const pictureAge = 3_600

/** Adds the routes for an account's collectibles and their pictures. */
export function routeNfts(
  app: App,
  { clock }: Context,
  {
    chains,
    history,
    followed,
    others,
  }: {
    readonly others: ReadonlyMap<CaipNetworkId, FamilyChain>
    readonly chains: Chains
    readonly history: History | undefined
    readonly followed: Followed
  },
): void {
  if (history !== undefined) {
    route(app, getNfts, async ({ params, query: { chainId, cursor }, setHeader }) => {
      const other = chainId === undefined ? undefined : others.get(chainId)
      if (other !== undefined) {
        const owner = ownerOn(other, params.address)
        const found = await orUnreachable(Promise.resolve(other.collectibles?.list(owner, cursor)))
        setHeader('x-source', found?.sources.join(', ') ?? 'chain')
        return { data: found?.data ?? [], next: found?.next ?? null }
      }
      const owner = readAddress(params.address)
      if (chainId !== undefined) served(chains, chainId)
      followed.admit(owner, chainId === undefined ? [...chains.keys()] : [chainId])
      const list = () => listNfts({ chains, history, clock, owner, chainId, cursor })
      const { sources, ...page } = await orUnreachable(onBehalfOf(owner, list))
      if (sources.length > 0) setHeader('x-source', sources.join(', '))
      return page
    })
  }

  route(
    app,
    getNftImage,
    async ({ params: { chainId, address, tokenId } }) => {
      if (!isNetworkId(chainId))
        throw new HttpError('INVALID_QUERY', { details: 'chainId: must be a CAIP-2 id' })
      const other = others.get(chainId)
      if (other !== undefined) {
        const found = await orUnreachable(Promise.resolve(other.collectibles?.picture(address)))
        if (found === undefined) throw noPicture()
        return found
      }
      const { nfts } = served(chains, chainId)
      if (!/^\d{1,78}$/.test(tokenId) || BigInt(tokenId) >= 1n << 256n)
        throw new HttpError('INVALID_QUERY', { details: 'tokenId: must be a number of at most 32 bytes' })
      const id = { collection: readAddress(address), tokenId: BigInt(tokenId) }
      const picture = await orUnreachable(nfts.picture(id))
      if (picture === undefined) throw noPicture()
      return picture
    },
    { maxAge: pictureAge },
  )
}

function noPicture(): HttpError {
  return new HttpError('NOT_FOUND', { details: 'no picture that can be shown' })
}
