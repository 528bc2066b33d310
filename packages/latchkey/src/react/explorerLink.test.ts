import { describe, expect, test } from 'vitest'
import { explorerLink } from './explorerLink.js'

const at = (url: string) => ({ blockExplorers: { default: { name: 'Explorer', url } } })
const hash = `0x${'ab'.repeat(32)}`

describe('explorerLink', () => {
  test.each([
    ['https://etherscan.io', { tx: hash }, `https://etherscan.io/tx/${hash}`],
    ['https://etherscan.io/', { address: '0x12' }, 'https://etherscan.io/address/0x12'],
    ['https://mempool.space/testnet//', { address: 'bc1q' }, 'https://mempool.space/testnet/address/bc1q'],
    ['https://etherscan.io', { token: '0x12', tokenId: '7' }, 'https://etherscan.io/token/0x12?a=7'],
    ['http://explorer.intranet:4000', { tx: hash }, `http://explorer.intranet:4000/tx/${hash}`],
    [
      'https://solana.example?cluster=devnet',
      { tx: '5eyk' },
      'https://solana.example/tx/5eyk?cluster=devnet',
    ],
  ])('%s, %j', (url, page, link) => {
    expect(explorerLink(at(url), page)).toBe(link)
  })

  test('what is hostile stays one part of the path', () => {
    const explorer = at('https://etherscan.io')
    expect(explorerLink(explorer, { tx: '../address/0x1?x=1#y' })).toBe(
      'https://etherscan.io/tx/..%2Faddress%2F0x1%3Fx%3D1%23y',
    )
    expect(explorerLink(explorer, { token: '0x12', tokenId: '7&b=1#y' })).toBe(
      'https://etherscan.io/token/0x12?a=7%26b%3D1%23y',
    )
  })

  test.each(['javascript:alert(1)//https://', 'data:text/html,x', 'ftp://etherscan.io', 'etherscan.io', ''])(
    '%s is no explorer',
    (url) => {
      expect(explorerLink(at(url), { tx: hash })).toBeUndefined()
    },
  )

  test('a network without an explorer, and no network', () => {
    expect(explorerLink({}, { tx: hash })).toBeUndefined()
    expect(explorerLink(undefined, { tx: hash })).toBeUndefined()
  })
})
