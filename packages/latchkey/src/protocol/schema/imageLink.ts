import * as v from 'valibot'
import { toWebLink } from './link.js'

const dataPattern = /^data:image\/(png|jpeg|gif|webp|svg\+xml);base64,[A-Za-z0-9+/]+={0,2}$/
/** The most characters of a picture inside an answer. */
const dataLength = 24_000

/**
 * Converts an untrusted text to the address of a picture: a web link, or a small `data:` picture in base64; `undefined`
 * for anything else. Show either only as an image (`<img>`), where an SVG runs no script.
 */
export function toImageLink(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  if (value.length <= dataLength && dataPattern.test(value)) return value
  return toWebLink(value)
}

/** A picture's address, or the empty text if the input is not safe to load. */
export const imageLinkOrEmpty = v.pipe(
  v.string(),
  v.transform((value) => toImageLink(value) ?? ''),
)

/** A picture's address, or `null`. */
export const imageLinkOrNull = v.pipe(
  v.nullable(v.string()),
  v.transform((value) => toImageLink(value) ?? null),
)
