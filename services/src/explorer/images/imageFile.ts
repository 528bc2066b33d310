import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { type Image, type ImageType, svgImage } from './Image.js'

/** Most bytes of a file. Pictures are shown at 40 to 80 pixels, so a larger file is a mistake. */
const largest = 256 * 1024

/** The first bytes of each format; `null` matches any byte. */
const signatures: { readonly [type in Exclude<ImageType, 'image/svg+xml'>]: readonly (number | null)[] } = {
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  'image/jpeg': [0xff, 0xd8, 0xff],
  'image/webp': [0x52, 0x49, 0x46, 0x46, null, null, null, null, 0x57, 0x45, 0x42, 0x50],
}

/** Reads a host's picture: PNG, JPEG or WebP by their first bytes, SVG by file extension and only if it is harmless. */
export function readImageFile(path: string): Image {
  const bytes = new Uint8Array(readFileSync(path))
  if (bytes.byteLength > largest) throw new Error(`is larger than ${largest} bytes`)
  if (extname(path).toLowerCase() === '.svg') return svgImage(withoutProlog(bytes), path)
  const type = (Object.keys(signatures) as (keyof typeof signatures)[]).find((candidate) =>
    signatures[candidate].every((byte, index) => byte === null || bytes[index] === byte),
  )
  if (type === undefined) throw new Error('is neither SVG nor PNG, JPEG or WebP')
  return { type, body: bytes }
}

// Drawing programs write an XML declaration and a comment first, which the SVG check does not accept.
function withoutProlog(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes).replace(/^\s*(<\?xml [^?<>]*\?>\s*)?(<!--[^-<>]*-->\s*)*/, '')
}
