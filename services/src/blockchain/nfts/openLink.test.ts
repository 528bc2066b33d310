import { describe, expect, test } from 'vitest'
import { createOpenLink, toAddress } from './openLink.js'

const id = 'QmPZ9gcCEpqKTo6aq61g2nXGUhM4iCL3ewB6LDXZCtioEB'
const gateway = 'https://gateway.example/base'

describe('openLink', () => {
  const opened: string[] = []
  const openLink = createOpenLink(async (address) => {
    opened.push(address)
    return { type: 'image/png', body: Buffer.from(address) }
  }, gateway)
  const textOf = async (link: string, size = 100) =>
    (await openLink(link, { size, accept: '*/*' })).body.toString()

  test.each([
    ['data:application/json;base64,eyJhIjoxfQ==', '{"a":1}'],
    ['data:application/json,{"a":"50%"}', '{"a":"50%"}'],
    ['data:application/json;utf8,{"a":"%C3%A9"}', '{"a":"é"}'],
    ['DATA:,a,b', 'a,b'],
    ['data:;charset=utf-8;base64,eyJhIjoxfQ%3D%3D', '{"a":1}'],
  ])('%s', async (link, text) => {
    expect(await textOf(link)).toBe(text)
  })

  test.each([
    ['data:nothing'],
    ['data:,too much to take'],
    ['ipfs://../etc/passwd'],
    ['http://example.com/'],
    ['file:///etc/passwd'],
    ['javascript:alert(1)'],
    ['ar://abc'],
    [''],
  ])('error: %s', async (link) => {
    await expect(textOf(link, 10)).rejects.toMatchObject({ name: 'FetchError' })
  })

  test('opens other links through the guarded fetch', async () => {
    await textOf('https://example.com/a')
    await textOf(`ipfs://${id}/1.png`)
    expect(opened).toEqual(['https://example.com/a', `${gateway}/ipfs/${id}/1.png`])
  })
})

describe('toAddress', () => {
  test.each([
    [`ipfs://${id}`, `${gateway}/ipfs/${id}`],
    [`ipfs://ipfs/${id}/a b/1`, `${gateway}/ipfs/${id}/a%20b/1`],
    [`ipfs://${id}/a%20b?x#y`, `${gateway}/ipfs/${id}/a%20b%3Fx%23y`],
    [`ipfs://${id}/%2e%2e/x`, undefined],
    [`ipfs://${id}/../../admin`, undefined],
    [`ipfs://${id}.evil.example/`, undefined],
    ['ipfs://short', undefined],
  ])('%s', (link, address) => {
    expect(toAddress(link, gateway)).toBe(address)
  })

  test('gives no address for IPFS without a gateway', () => {
    expect(toAddress(`ipfs://${id}`, undefined)).toBeUndefined()
  })
})
