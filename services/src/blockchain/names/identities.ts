import { isIP } from 'node:net'
import { type CaipNetworkId, cleanText, toImageLink } from 'latchkey/protocol'
import { type Address, getAddress } from 'viem'
import { FetchError } from '../../outbound/guardedFetch.js'
import { isPublicAddress } from '../../outbound/isPublicAddress.js'
import { NodeError } from '../../outbound/post.js'
import type { Context } from '../../shared/context.js'
import type { Picture } from '../../shared/route.js'
import type { ToldContracts } from '../contracts.js'
import { createKeep } from '../keep.js'
import type { NftFacts, NftStandard } from '../nfts/metadata.js'
import { type OpenLink, readDataLink, toAddress } from '../nfts/openLink.js'
import { readQuantities } from '../nfts/readQuantities.js'
import { toPicture } from '../nfts/toPicture.js'
import { type Ens, normalizeName } from './ens.js'

/** How long an identity is cached, in milliseconds (spec §7), and how many are. */
const maxAge = 300_000
const maxEntries = 10_000
/** Most bytes of a picture, and of all cached pictures. */
const pictureSize = 2 * 1024 * 1024
const keptPictureSize = 32 * 1024 * 1024
/** Ethereum's coin type, under which most names store their address. */
const ether = 60n

type Identity = { readonly name: string | null; readonly avatar: string | null }

type Profile = {
  readonly name: string
  /** Epoch seconds. Always 0, because ENS does not provide it. */
  readonly registered: number
  readonly updated: number
  readonly addresses: { readonly [coinType: string]: { readonly address: Address; readonly created: number } }
  readonly attributes: { readonly avatar?: string; readonly bio?: string }[]
}

/** Looks up identities by the names of one chain. Each method may throw `NodeError`. */
export type Identities = {
  of(address: Address): Promise<Identity>
  /** Returns the picture's bytes; `undefined` if there is none that is safe to show. */
  pictureOf(address: Address): Promise<Picture | undefined>
  /** Returns the profile of a name, with its address on the requested chain; `undefined` if nobody owns the name. */
  profile(name: string, chainId: CaipNetworkId | undefined): Promise<Profile | undefined>
}

type Parameters = {
  readonly ens: Ens
  readonly openLink: OpenLink
  /** The configured chains, where a collectible may serve as an avatar. */
  readonly chains: ReadonlyMap<CaipNetworkId, { readonly contracts: ToldContracts; readonly nfts: NftFacts }>
}

export function createIdentities(context: Context, { ens, openLink, chains }: Parameters): Identities {
  const { ipfsGateway } = context.settings
  const keep = <value>() => createKeep<value>(context, { ageOf: () => maxAge, limit: maxEntries })
  const identities = keep<Identity>()
  const profiles = keep<Profile | undefined>()
  const pictures = createKeep<Picture | undefined>(context, {
    ageOf: () => maxAge,
    limit: keptPictureSize,
    sizeOf: (picture) => 500 + 2 * (picture?.body.length ?? 0),
  })

  /** Returns the link of a name's picture: for {@link OpenLink} or, once made safe, for a browser. */
  async function findPicture(name: string, owner: Address | undefined): Promise<string | undefined> {
    const record = (await ens.textOf(name, 'avatar'))?.trim()
    const token = record === undefined ? undefined : readToken(record)
    if (token === undefined) return record
    const chain = chains.get(token.chainId)
    // A record may name any collectible; it counts only for the owner of that collectible.
    if (chain === undefined || owner === undefined) return undefined
    const [quantity] = await readQuantities(chain.contracts, [token], owner)
    if (quantity === undefined) throw new NodeError('no owner told')
    return quantity === 0n ? undefined : (await chain.nfts.metadata(token))?.image
  }

  async function readIdentity(address: Address): Promise<Identity> {
    const name = await ens.nameOf(address)
    if (name === undefined) return { name: null, avatar: null }
    return { name, avatar: toShown(await findPicture(name, address), ipfsGateway) }
  }

  async function readPicture(address: Address): Promise<Picture | undefined> {
    const { name } = await identityOf(address)
    const link = name === null ? undefined : await findPicture(name, address)
    if (link === undefined) return undefined
    try {
      return toPicture(await openLink(link, { size: pictureSize, accept: 'image/*' }))
    } catch (error) {
      if (error instanceof FetchError) return undefined
      throw error
    }
  }

  async function readProfile(name: string, coinType: bigint): Promise<Profile | undefined> {
    const [own, other] = await Promise.all([
      ens.addressOf(name),
      coinType === ether ? undefined : ens.addressOf(name, coinType),
    ])
    if (own === undefined && other === undefined) return undefined
    const [picture, bio] = await Promise.all([findPicture(name, own), ens.textOf(name, 'description')])
    const shown = cleanText(bio ?? '', 500)
    const avatar = toShown(picture, ipfsGateway)
    const attributes = { ...(avatar === null ? {} : { avatar }), ...(shown === '' ? {} : { bio: shown }) }
    return {
      name,
      registered: 0,
      updated: 0,
      addresses: {
        ...(own === undefined ? {} : { [String(ether)]: { address: own, created: 0 } }),
        ...(other === undefined ? {} : { [String(coinType)]: { address: other, created: 0 } }),
      },
      attributes: avatar === null && shown === '' ? [] : [attributes],
    }
  }

  const identityOf = (address: Address) => identities.get(address, () => readIdentity(address))
  return {
    of: identityOf,
    pictureOf: (address) => pictures.get(address, () => readPicture(address)),
    async profile(text, chainId) {
      const name = normalizeName(text)
      if (name === undefined) return undefined
      const coinType = coinTypeOf(chainId)
      return profiles.get(`${coinType} ${name}`, () => readProfile(name, coinType))
    },
  }
}

/** Returns the coin type of an EVM chain (ENSIP-11). Ids outside its range and other families use Ethereum's coin type. */
export function coinTypeOf(chainId: CaipNetworkId | undefined): bigint {
  const id = BigInt(/^eip155:(\d{1,32})$/.exec(chainId ?? '')?.[1] ?? 1)
  return id <= 1n || id >= 0x80000000n ? ether : 0x80000000n | id
}

/** Parses `eip155:1/erc721:0xab…/12` (ENSIP-12). */
function readToken(record: string) {
  const [, chain, kind, address, tokenId] =
    /^eip155:([1-9]\d{0,15})\/erc(721|1155):(0x[0-9a-f]{40})\/(\d{1,78})$/i.exec(record) ?? []
  if (address === undefined || tokenId === undefined) return undefined
  const standard: NftStandard = kind === '721' ? 'ERC721' : 'ERC1155'
  const number = BigInt(tokenId)
  if (number >= 1n << 256n) return undefined
  return {
    chainId: `eip155:${chain}` as CaipNetworkId,
    collection: getAddress(address),
    tokenId: number,
    standard,
  }
}

/**
 * Returns a picture link that a browser may load: an https link, or a small `data:` link; never one that may hold a
 * script.
 */
function toShown(link: string | undefined, ipfsGateway: string | undefined): string | null {
  if (link === undefined) return null
  if (!/^data:/i.test(link)) {
    const shown = toImageLink(toAddress(link, ipfsGateway))
    // A private host would make the visitor's browser call its own network.
    const host = shown === undefined ? '' : new URL(shown).hostname.replace(/^\[|\]$/g, '')
    return shown === undefined || (isIP(host) !== 0 && !isPublicAddress(host)) ? null : shown
  }
  const picture = readDataPicture(link)
  if (picture === undefined) return null
  const base64 = Buffer.from(picture.body).toString('base64')
  return toImageLink(`data:${picture.type};base64,${base64}`) ?? null
}

function readDataPicture(link: string): Picture | undefined {
  try {
    return toPicture(readDataLink(link, pictureSize))
  } catch (error) {
    if (error instanceof FetchError) return undefined
    throw error
  }
}
