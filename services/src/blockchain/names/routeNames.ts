import {
  accountAddressPattern,
  type CaipNetworkId,
  getAvatar,
  getIdentity,
  getProfile,
} from 'latchkey/protocol'
import { type Address, getAddress, isAddress } from 'viem'
import type { GuardedFetch } from '../../outbound/guardedFetch.js'
import type { App } from '../../shared/app.js'
import type { Context } from '../../shared/context.js'
import { HttpError } from '../../shared/HttpError.js'
import { route } from '../../shared/route.js'
import { type Chains, orUnreachable } from '../chain.js'
import { universalResolverOf } from '../nativeCoin.js'
import type { OpenLink } from '../nfts/openLink.js'
import { entryOf } from '../settings.js'
import { createEns } from './ens.js'
import { createIdentities, type Identities } from './identities.js'

/** How long a cache may keep a picture, in seconds. */
const pictureAge = 3_600
const nobody = { name: null, avatar: null }

type Parameters = {
  readonly chains: Chains
  readonly fetch: GuardedFetch
  readonly openLink: OpenLink
}

/** Adds the routes for names and profiles (spec §7 `identity`, `profile/account`) and for avatars. */
export function routeNames(app: App, context: Context, parameters: Parameters): void {
  const all = createAll(context, parameters)

  /** Chooses the requested chain if it has names, else Ethereum, else the first chain that has names. */
  function of(chainId: CaipNetworkId | undefined): Identities | undefined {
    const own = chainId === undefined ? undefined : all.get(chainId)
    return own ?? all.get('eip155:1') ?? all.values().next().value
  }

  route(app, getIdentity, async ({ params, query, setHeader }) => {
    const address = readAny(params.address)
    const identities = of(query.chainId)
    if (address === undefined || identities === undefined) return nobody
    // No indexer is asked for names (docs/decisions/163).
    setHeader('x-source', 'chain')
    return orUnreachable(identities.of(address))
  })

  route(
    app,
    getAvatar,
    async ({ params, query }) => {
      const address = readAny(params.address)
      const picture =
        address === undefined ? undefined : await orUnreachable(pictureOf(of(query.chainId), address))
      if (picture === undefined) throw new HttpError('NOT_FOUND', { details: 'no picture of this address' })
      return picture
    },
    { maxAge: pictureAge },
  )

  route(app, getProfile, async ({ params, query, setHeader }) => {
    const profile = await orUnreachable(profileOf(of(query.chainId), params.name, query.chainId))
    if (profile === undefined) throw new HttpError('NOT_FOUND', { details: 'nobody goes by this name' })
    setHeader('x-source', 'chain')
    return profile
  })
}

function createAll(
  context: Context,
  { chains, fetch, openLink }: Parameters,
): ReadonlyMap<CaipNetworkId, Identities> {
  return new Map(
    [...chains].flatMap(([chainId, { nodes }]): [CaipNetworkId, Identities][] => {
      const resolver = entryOf(context.settings.ens, chainId) ?? universalResolverOf(chainId)
      if (resolver === undefined) return []
      const ens = createEns(nodes, getAddress(resolver), fetch)
      return [[chainId, createIdentities(context, { ens, openLink, chains })]]
    }),
  )
}

async function pictureOf(identities: Identities | undefined, address: Address) {
  return identities?.pictureOf(address)
}

async function profileOf(
  identities: Identities | undefined,
  name: string,
  chainId: CaipNetworkId | undefined,
) {
  return identities?.profile(name, chainId)
}

/** Accounts of other chain families have no names here; invalid addresses are an error. */
function readAny(address: string): Address | undefined {
  if (isAddress(address, { strict: false })) return getAddress(address)
  if (accountAddressPattern.test(address)) return undefined
  throw new HttpError('INVALID_QUERY', { details: 'address: must be an address' })
}
