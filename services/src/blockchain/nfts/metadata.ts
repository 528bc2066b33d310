import { type CaipNetworkId, cleanText } from 'latchkey/protocol'
import * as v from 'valibot'
import { encodeFunctionData, type Hex, parseAbi, toFunctionSelector } from 'viem'
import { FetchError } from '../../outbound/guardedFetch.js'
import type { Context } from '../../shared/context.js'
import type { Picture } from '../../shared/route.js'
import { type Contracts, shortAnswer } from '../contracts.js'
import { createKeep } from '../keep.js'
import { readRawText, readText } from '../readText.js'
import { isOpenable, type OpenLink } from './openLink.js'
import { toPicture } from './toPicture.js'

type Address = `0x${string}`
export type NftStandard = 'ERC721' | 'ERC1155'

/** A collectible by contract and token id. */
export type NftId = { readonly collection: Address; readonly tokenId: bigint }

/** A collectible's own metadata, cleaned for display. */
export type Metadata = {
  readonly name: string | undefined
  readonly description: string | undefined
  readonly attributes: readonly { readonly name: string; readonly value: string }[]
  /** The picture's link, for {@link OpenLink} only and never for a browser. */
  readonly image: string | undefined
}

export type Collection = { readonly name: string | undefined; readonly symbol: string | undefined }

/** Reads the collectibles of one chain. Each method may throw `NodeError`. */
export type NftFacts = {
  collection(address: Address): Promise<Collection>
  /** `undefined` if the token's metadata cannot be read. */
  metadata(id: NftId): Promise<Metadata | undefined>
  /** `undefined` if there is no picture that is safe to show. */
  picture(id: NftId): Promise<Picture | undefined>
}

const abi = parseAbi([
  'function tokenURI(uint256) view returns (string)',
  'function uri(uint256) view returns (string)',
])
/** `name()`, `symbol()` */
const questions = ['name()', 'symbol()'].map((signature) => toFunctionSelector(signature))

/** How long metadata, and a failed attempt to read it, are cached, in milliseconds. */
const maxAge = 3_600_000
const failureAge = 300_000
/** Most bytes of a token's metadata, of its picture, and of all cached ones. */
const textSize = 1024 * 1024
const pictureSize = 2 * 1024 * 1024
const keptTextSize = 32 * 1024 * 1024
const keptPictureSize = 64 * 1024 * 1024

const jsonSchema = v.record(v.string(), v.unknown())

export function createNftFacts(
  context: Context,
  { chainId, contracts, openLink }: createNftFacts.Parameters,
): NftFacts {
  const { ipfsGateway } = context.settings
  const collections = createKeep<Collection>(context, {
    // A node that fails to call a contract looks like a contract without a name.
    ageOf: ({ name, symbol }) => (name === undefined && symbol === undefined ? failureAge : maxAge),
    limit: 5_000,
  })
  const texts = createKeep<Metadata | undefined>(context, {
    ageOf,
    limit: keptTextSize,
    sizeOf: (metadata) => 500 + 2 * JSON.stringify(metadata ?? '').length,
  })
  const pictures = createKeep<Picture | undefined>(context, {
    ageOf,
    limit: keptPictureSize,
    sizeOf: (picture) => 500 + 2 * (picture?.body.length ?? 0),
  })

  async function readMetadata({ collection, tokenId }: NftId): Promise<Metadata | undefined> {
    const functionNames = ['tokenURI', 'uri'] as const
    // Strangers choose these contracts, so each question is a separate call.
    const answers = await contracts.readApart(
      functionNames.map((functionName) => ({
        to: collection,
        data: encodeFunctionData({ abi, functionName, args: [tokenId] }),
      })),
      { longest: textSize + 64 },
    )
    const [own, shared] = answers.map((answer) => readRawText(answer, textSize)?.trim())
    // ERC-1155 uses one link for all tokens, with a placeholder for the token id.
    const link = own || shared?.replaceAll('{id}', tokenId.toString(16).padStart(64, '0'))
    if (link === undefined || link === '') return undefined
    return orNothing(async () => {
      const { body } = await openLink(link, { size: textSize, accept: 'application/json' })
      return readJson(body.toString('utf8'), ipfsGateway)
    })
  }

  async function readPicture(id: NftId): Promise<Picture | undefined> {
    const { image } = (await metadataOf(id)) ?? {}
    if (image === undefined) return undefined
    return orNothing(async () => toPicture(await openLink(image, { size: pictureSize, accept: 'image/*' })))
  }

  const keyOf = ({ collection, tokenId }: NftId) => `${chainId} ${collection} ${tokenId}`
  const metadataOf = (id: NftId) => texts.get(keyOf(id), () => readMetadata(id))
  return {
    collection: (address) =>
      collections.get(address, async () => {
        const answers = await contracts.readApart(
          questions.map((data) => ({ to: address, data })),
          { longest: shortAnswer },
        )
        const [name, symbol]: readonly (Hex | undefined)[] = answers
        return { name: readText(name, 64), symbol: readText(symbol, 16) }
      }),
    metadata: metadataOf,
    picture: (id) => pictures.get(keyOf(id), () => readPicture(id)),
  }
}

export declare namespace createNftFacts {
  type Parameters = {
    readonly chainId: CaipNetworkId
    readonly contracts: Contracts
    readonly openLink: OpenLink
  }
}

function ageOf(value: unknown): number {
  return value === undefined ? failureAge : maxAge
}

function readJson(text: string, ipfsGateway: string | undefined): Metadata | undefined {
  const result = v.safeParse(jsonSchema, parse(text))
  if (!result.success) return undefined
  const { name, description, attributes, image, image_url, image_data } = result.output
  const links = [image, image_url, asLink(image_data)].filter((link) => typeof link === 'string')
  return {
    name: textOf(name, 96),
    description: textOf(description, 1_000),
    attributes: (Array.isArray(attributes) ? attributes : []).slice(0, 50).flatMap(readAttribute),
    image: links.map((link) => link.trim()).find((link) => isOpenable(link, ipfsGateway)),
  }
}

/** Reads `{ "trait_type": "Hat", "value": "red" }`; an item without a trait type is skipped. */
function readAttribute(item: unknown) {
  const result = v.safeParse(jsonSchema, item)
  if (!result.success) return []
  const [name, value] = [textOf(result.output.trait_type, 48), textOf(result.output.value, 96)]
  return name === undefined || value === undefined ? [] : [{ name, value }]
}

/** Some tokens put the SVG itself into the link. */
function asLink(drawing: unknown): string | undefined {
  if (typeof drawing !== 'string' || !/^\s*</.test(drawing)) return undefined
  return `data:image/svg+xml;base64,${Buffer.from(drawing).toString('base64')}`
}

function textOf(value: unknown, length: number): string | undefined {
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
  const shown = typeof text === 'string' ? cleanText(text, length) : ''
  return shown === '' ? undefined : shown
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function orNothing<value>(work: () => Promise<value>): Promise<value | undefined> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof FetchError) return undefined
    throw error
  }
}
