import { describe, expect, test } from 'vitest'
import { toPicture } from './toPicture.js'

const png = (width: number, height: number) => {
  const bytes = Buffer.from('89504e470d0a1a0a0000000d494844520000000000000000', 'hex')
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes
}
const gif = (width: number) =>
  Buffer.concat([Buffer.from('GIF89a'), Buffer.from([width & 255, width >> 8, 1, 0])])
const jpeg = (width: number) =>
  Buffer.from([
    0xff,
    0xd8,
    0xff,
    0xe0,
    0,
    4,
    0,
    0,
    0xff,
    0xc2,
    0,
    17,
    8,
    0,
    1,
    width >> 8,
    width & 255,
    3,
    0,
    0,
  ])
const webp = (kind: string, hex: string) =>
  Buffer.concat([Buffer.from(`RIFF\0\0\0\0WEBP${kind}\0\0\0\0`), Buffer.from(hex.padEnd(40, '0'), 'hex')])

describe('toPicture', () => {
  test.each([
    ['image/png', png(1, 4_096)],
    ['image/gif', gif(4_096)],
    ['image/jpeg', jpeg(4_096)],
    ['image/webp', webp('VP8X', '00000000ff0f00ff0f00')],
    ['image/webp', webp('VP8 ', '0000009d012a00100010')],
    ['image/webp', webp('VP8L', '2fff0f0000')],
  ])('%s by its bytes, whatever it was said to be', (type, body) => {
    expect(toPicture({ body })).toEqual({ type, body: new Uint8Array(body) })
  })

  test('SVG that only draws', () => {
    const text = '<svg xmlns="http://www.w3.org/2000/svg"/>'
    expect(toPicture({ body: Buffer.from(text) })).toEqual({ type: 'image/svg+xml', body: text })
  })

  test.each([
    ['more pixels than a browser can hold', png(4_097, 1)],
    ['no pixels', png(0, 1)],
    ['a wide GIF', gif(4_097)],
    ['a wide JPEG', jpeg(4_097)],
    ['a wide WebP', webp('VP8X', '00000000001000000000')],
    ['another WebP', webp('VP9 ', '')],
    ['a PNG cut off', png(1, 1).subarray(0, 12)],
    ['a JPEG without a frame', Buffer.from([0xff, 0xd8, 0xff, 0xd9, 0, 0, 0, 0, 0, 0, 0, 0, 0])],
    [
      'a JPEG that leads in a circle',
      Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(1_000_000, 0xff)]),
    ],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a page after an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/><script/>')],
    ['an SVG with a script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
    ['JSON', Buffer.from('{}')],
    ['nothing', Buffer.alloc(0)],
    ['a PDF', Buffer.from('%PDF-1.7')],
  ])('none: %s', (_name, body) => {
    expect(toPicture({ body })).toBeUndefined()
  })
})
