import type { Fetched } from '../../outbound/guardedFetch.js'
import type { Picture } from '../../shared/route.js'
import { checkArtwork } from './checkArtwork.js'

/**
 * Most pixels per side (docs/security.md "outbound requests"): a small file may unpack to a picture that no browser can
 * hold.
 */
const sideLimit = 4_096
/** Most characters of an SVG. */
const svgLimit = 1024 * 1024

type Size = { readonly width: number; readonly height: number }

/**
 * Returns a picture that is safe to serve, or `undefined`. The type comes from the bytes, not from the sender: PNG,
 * JPEG, GIF and WebP up to a pixel limit, and SVG that only draws.
 */
export function toPicture({ body }: Pick<Fetched, 'body'>): Picture | undefined {
  for (const { type, is, sizeOf } of formats) {
    if (!is(body)) continue
    const size = sizeOf(body)
    const isSound = size !== undefined && isSide(size.width) && isSide(size.height)
    return isSound ? { type, body: new Uint8Array(body) } : undefined
  }
  if (body.byteLength > svgLimit) return undefined
  const text = body.toString('utf8')
  return checkArtwork(text) === undefined ? { type: 'image/svg+xml', body: text } : undefined
}

function isSide(pixels: number): boolean {
  return pixels > 0 && pixels <= sideLimit
}

const formats = [
  {
    type: 'image/png',
    is: (bytes: Buffer) => bytes.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n',
    sizeOf: (bytes: Buffer) =>
      bytes.length < 24 ? undefined : { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) },
  },
  {
    type: 'image/gif',
    is: (bytes: Buffer) => /^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6)),
    sizeOf: (bytes: Buffer) =>
      bytes.length < 10 ? undefined : { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) },
  },
  {
    type: 'image/webp',
    is: (bytes: Buffer) => /^RIFF....WEBP$/s.test(bytes.toString('latin1', 0, 12)),
    sizeOf: sizeOfWebp,
  },
  {
    type: 'image/jpeg',
    is: (bytes: Buffer) => bytes.length > 3 && bytes.readUInt16BE(0) === 0xffd8,
    sizeOf: sizeOfJpeg,
  },
] as const

function sizeOfWebp(bytes: Buffer): Size | undefined {
  if (bytes.length < 30) return undefined
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    default:
      return undefined
  }
}

/** Searches the segments for the frame header. */
function sizeOfJpeg(bytes: Buffer): Size | undefined {
  let position = 2
  while (position + 9 < bytes.length) {
    if (bytes[position] !== 0xff) return undefined
    const marker = bytes[position + 1] ?? 0
    if (marker === 0xff) {
      position++
      continue
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { height: bytes.readUInt16BE(position + 5), width: bytes.readUInt16BE(position + 7) }
    position += 2 + bytes.readUInt16BE(position + 2)
  }
  return undefined
}
