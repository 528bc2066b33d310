import { describe, expect, test } from 'vitest'
import { mockAdapter } from '../testing/mockAdapter.js'
import { explorerLink } from './explorerLink.js'

const none = { adapters: new Map() }
const at = (url: string) => ({
  chainNamespace: 'eip155' as const,
  blockExplorers: { default: { name: 'Explorer', url } },
})
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
    expect(explorerLink(none, at(url), page)).toBe(link)
  })

  test('what is hostile stays one part of the path', () => {
    const explorer = at('https://etherscan.io')
    expect(explorerLink(none, explorer, { tx: '../address/0x1?x=1#y' })).toBe(
      'https://etherscan.io/tx/..%2Faddress%2F0x1%3Fx%3D1%23y',
    )
    expect(explorerLink(none, explorer, { token: '0x12', tokenId: '7&b=1#y' })).toBe(
      'https://etherscan.io/token/0x12?a=7%26b%3D1%23y',
    )
  })

  test.each(['javascript:alert(1)//https://', 'data:text/html,x', 'ftp://etherscan.io', 'etherscan.io', ''])(
    '%s is no explorer',
    (url) => {
      expect(explorerLink(none, at(url), { tx: hash })).toBeUndefined()
    },
  )

  test('a network without an explorer, and no network', () => {
    expect(explorerLink(none, { chainNamespace: 'eip155' }, { tx: hash })).toBeUndefined()
    expect(explorerLink(none, undefined, { tx: hash })).toBeUndefined()
  })

  describe('of a family whose explorers have other paths', () => {
    const says = (path: string | undefined) => ({
      adapters: new Map([['toy', mockAdapter({ namespace: 'toy', explorerPath: () => path })]]),
    })
    const toy = { ...at('https://toys.example/sub?net=two'), chainNamespace: 'toy' }

    test('the path and the query are the adapter’s, behind the explorer’s own', () => {
      expect(explorerLink(says('/extrinsic/7?tab=all'), toy, { tx: '7' })).toBe(
        'https://toys.example/sub/extrinsic/7?net=two&tab=all',
      )
    })

    test('a page that they do not have has no link', () => {
      expect(explorerLink(says(undefined), toy, { tx: '7' })).toBeUndefined()
    })

    test('no path leads to another host', () => {
      expect(explorerLink(says('//evil.example/x'), toy, { tx: '7' })).toMatch(/^https:\/\/toys\.example\//)
    })
  })
})
