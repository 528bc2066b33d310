import { cleanText, parseJson } from 'latchkey/protocol'
import * as v from 'valibot'
import { FetchError } from '../../outbound/guardedFetch.js'
import type { Context } from '../../shared/context.js'
import type { Picture } from '../../shared/route.js'
import { createKeep } from '../keep.js'
import { isOpenable, type OpenLink } from './openLink.js'
import { toPicture } from './toPicture.js'

/** A collectible's own metadata, cleaned for display. */
export type Metadata = {
  readonly name: string | undefined
  readonly description: string | undefined
  readonly attributes: readonly { readonly name: string; readonly value: string }[]
  /** The picture's link, for {@link OpenLink} only and never for a browser. */
  readonly image: string | undefined
}

/** How long metadata, and a failed attempt to read it, are cached, in milliseconds. */
export const maxAge = 3_600_000
export const failureAge = 300_000
/** Most bytes of a token's metadata, of its picture, and of all cached ones. */
export const textSize = 1024 * 1024
const pictureSize = 2 * 1024 * 1024
const keptTextSize = 32 * 1024 * 1024
const keptPictureSize = 64 * 1024 * 1024

const jsonSchema = v.record(v.string(), v.unknown())

/** Reads the link of a collectible's metadata; `undefined` if it has none. */
type LinkOf = () => Promise<string | undefined>

/** What links of collectibles lead to. Each method may throw what `linkOf` throws. */
export type LinkedFacts = {
  /** `undefined` if the metadata cannot be read. */
  metadata(key: string, linkOf: LinkOf): Promise<Metadata | undefined>
  /** `undefined` if there is no picture that is safe to show. */
  picture(key: string, linkOf: LinkOf): Promise<Picture | undefined>
}

/** Opens the links of collectibles, and keeps what they lead to by the collectible's key. */
export function createLinkedFacts(context: Context, openLink: OpenLink): LinkedFacts {
  const { ipfsGateway } = context.settings
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

  async function readMetadata(linkOf: LinkOf): Promise<Metadata | undefined> {
    const link = await linkOf()
    if (link === undefined || link === '') return undefined
    return orNothing(async () => {
      const { body } = await openLink(link, { size: textSize, accept: 'application/json' })
      return readJson(body.toString('utf8'), ipfsGateway)
    })
  }

  const metadata = (key: string, linkOf: LinkOf) => texts.get(key, () => readMetadata(linkOf))

  async function readPicture(key: string, linkOf: LinkOf): Promise<Picture | undefined> {
    const { image } = (await metadata(key, linkOf)) ?? {}
    if (image === undefined) return undefined
    return orNothing(async () => toPicture(await openLink(image, { size: pictureSize, accept: 'image/*' })))
  }

  return { metadata, picture: (key, linkOf) => pictures.get(key, () => readPicture(key, linkOf)) }
}

function ageOf(value: unknown): number {
  return value === undefined ? failureAge : maxAge
}

function readJson(text: string, ipfsGateway: string | undefined): Metadata | undefined {
  const result = v.safeParse(jsonSchema, parseJson(text))
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

async function orNothing<value>(work: () => Promise<value>): Promise<value | undefined> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof FetchError) return undefined
    throw error
  }
}
