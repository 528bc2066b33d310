import { base58 } from '@scure/base'
import { expect, test } from 'vitest'
import { metadataProgram } from './metadataAddress.js'
import { linkInMetadata, textInMetadata } from './tokens.js'

const mint = base58.encode(new Uint8Array(32).fill(7))

function metadataOf(...texts: readonly Buffer[]) {
  const parts = texts.map((text) => {
    const size = Buffer.alloc(4)
    size.writeUInt32LE(text.length)
    return Buffer.concat([size, text])
  })
  const data = Buffer.concat([Buffer.of(4), Buffer.alloc(32), base58.decode(mint), ...parts])
  return { owner: metadataProgram, data }
}
const filled = (text: string, size: number) => Buffer.concat([Buffer.from(text), Buffer.alloc(size)])

test('the zeros that fill texts are no part of them', () => {
  const account = metadataOf(filled('Acorn', 27), filled('ACN', 7), filled('https://a.example/1.json', 100))
  expect(textInMetadata(account, mint)).toEqual({ name: 'Acorn', symbol: 'ACN' })
  expect(linkInMetadata(account, mint)).toBe('https://a.example/1.json')
})

test('megabytes of zeros before a last letter take no time', () => {
  const zeros = Buffer.concat([Buffer.from('Acorn'), Buffer.alloc(2_000_000), Buffer.from('x')])
  const account = metadataOf(zeros, filled('ACN', 7), zeros)
  expect(textInMetadata(account, mint)).toEqual({ name: 'Acorn', symbol: 'ACN' })
  expect(linkInMetadata(account, mint)).toBe('Acorn')
}, 5_000)
