import { expect, test } from 'vitest'
import { apiOf, isApiEntry } from './apiEntry.js'

const chainId = 'bip122:000000000019d6689c085ae165831e93'
const url = 'https://ord.example/base?key=a=b'

test('an entry without a rate has the usual one, and says so', () => {
  for (const entry of [`${chainId}=${url}`, `${chainId}=ord:${url}`]) {
    expect(isApiEntry(entry, 'bip122', 'ord')).toBe(true)
    expect(apiOf([entry], chainId, 'ord', 20)).toEqual({
      chainId,
      kind: 'ord',
      perSecond: 20,
      isUsualRate: true,
      url,
    })
  }
})

test.each([
  ['50', 50],
  ['0.5', 0.5],
  ['9999', 9999],
])('an entry with @%s allows so many calls per second', (rate, perSecond) => {
  const entry = `${chainId}=ord@${rate}:${url}`
  expect(isApiEntry(entry, 'bip122', 'ord')).toBe(true)
  expect(apiOf([entry], chainId, 'ord', 20)).toEqual({ chainId, kind: 'ord', perSecond, url })
})

test('the entry of another chain is not this one’s', () => {
  expect(apiOf([`bip122:000000000933ea01ad0ee984209779ba=${url}`], chainId, 'ord', 20)).toBeUndefined()
})

test.each([
  `${chainId}=ord@0:${url}`,
  `${chainId}=ord@:${url}`,
  `${chainId}=ord@-1:${url}`,
  `${chainId}=ord@12345:${url}`,
  `${chainId}=das@5:${url}`,
  `${chainId}=ord@5:ftp://ord.example`,
  `${chainId}=ord@5:https://user:password@ord.example`,
  `eip155:1=ord@5:${url}`,
  `eip155:1=${url}`,
  'nonsense',
])('%s is refused', (entry) => {
  expect(isApiEntry(entry, 'bip122', 'ord')).toBe(false)
})
