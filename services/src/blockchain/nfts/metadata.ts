import { type CaipNetworkId, cleanText } from 'latchkey/protocol'
import * as v from 'valibot'
import { encodeFunctionData, type Hex, parseAbi, toFunctionSelector } from 'viem'
import type { Context } from '../../shared/context.js'
import type { Picture } from '../../shared/route.js'
import type { Contracts } from '../contracts.js'
import { createKeep } from '../keep.js'
import { readRawText, readText } from '../readText.js'
import { FetchError } from '../web/guardedFetch.js'
import { isOpenable, type OpenLink } from './openLink.js'
import { toPicture } from './toPicture.js'

type Address = `0x${string}`
export type NftStandard = 'ERC721' | 'ERC1155'

/** A collectible by its contract and number. */
export type NftId = { readonly collection: Address; readonly tokenId: bigint }

/** What a collectible says of itself, made fit to show. */
export type Metadata = {
  readonly name: string | undefined
  readonly description: string | undefined
  readonly attributes: readonly { readonly name: string; readonly value: string }[]
  /** Where its picture is; for {@link OpenLink} and never for a browser. */
  readonly image: string | undefined
}

export type Collection = { readonly name: string | undefined; readonly symbol: string | undefined }

/** What is known of the collectibles of one chain. Its calls may throw `NodeError`. */
export type NftFacts = {
  collection(address: Address): Promise<Collection>
  /** `undefined` where the token has none that can be had. */
  metadata(id: NftId): Promise<Metadata | undefined>
  /** `undefined` where it has none that is safe to show. */
  picture(id: NftId): Promise<Picture | undefined>
}

const abi = parseAbi([
  'function tokenURI(uint256) view returns (string)',
  'function uri(uint256) view returns (string)',
])
/** `name()`, `symbol()` */
const questions = ['name()', 'symbol()'].map((signature) => toFunctionSelector(signature))

/** Milliseconds for which facts hold, and what could not be had is not asked for again. */
const maxAge = 3_600_000
const failureAge = 300_000
/** Bytes of a token's text and of its picture, and of all that are kept. */
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
    // A node that fails to call a contract looks like a contract that says nothing.
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
    // Strangers name these contracts, so each question stands for itself.
    const answers = await contracts.readApart(
      functionNames.map((functionName) => ({
        to: collection,
        data: encodeFunctionData({ abi, functionName, args: [tokenId] }),
      })),
    )
    const [own, shared] = answers.map((answer) => readRawText(answer, textSize)?.trim())
    // One address for all tokens of an ERC-1155, with a place for the number.
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
        const answers = await contracts.readApart(questions.map((data) => ({ to: address, data })))
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

/** `{ "trait_type": "Hat", "value": "red" }`; one without a word for it is no attribute. */
function readAttribute(item: unknown) {
  const result = v.safeParse(jsonSchema, item)
  if (!result.success) return []
  const [name, value] = [textOf(result.output.trait_type, 48), textOf(result.output.value, 96)]
  return name === undefined || value === undefined ? [] : [{ name, value }]
}

/** Some write the drawing itself. */
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
