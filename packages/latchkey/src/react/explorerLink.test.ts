import { describe, expect, test } from 'vitest'
import { bip122 } from '../adapters/bip122/bip122.js'
import { eip155 } from '../adapters/eip155/eip155.js'
import { polkadot } from '../adapters/polkadot/polkadot.js'
import { solana } from '../adapters/solana/solana.js'
import * as networks from '../networks/others.js'
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

describe('the networks of every family', () => {
  const adapters = new Map([eip155(), solana(), bip122(), polkadot()].map((one) => [one.namespace, one]))

  test.each([
    [networks.solana, { address: 'So1' }, 'https://solscan.io/account/So1'],
    [networks.solana, { tx: '5eyk' }, 'https://solscan.io/tx/5eyk'],
    [networks.solanaDevnet, { address: 'So1' }, 'https://solscan.io/account/So1?cluster=devnet'],
    [networks.solanaTestnet, { tx: '5eyk' }, 'https://solscan.io/tx/5eyk?cluster=testnet'],
    [networks.bitcoin, { address: 'bc1q' }, 'https://mempool.space/address/bc1q'],
    [networks.bitcoinTestnet, { tx: 'ab' }, 'https://mempool.space/testnet/tx/ab'],
    [networks.bitcoinSignet, { address: 'tb1q' }, 'https://mempool.space/signet/address/tb1q'],
    [networks.polkadot, { address: '15oF' }, 'https://polkadot.subscan.io/account/15oF'],
    [networks.polkadotAssetHub, { tx: '0xab' }, 'https://assethub-polkadot.subscan.io/extrinsic/0xab'],
  ] as const)('$0.name, $1', (network, page, link) => {
    expect(explorerLink({ adapters }, network, page)).toBe(link)
  })

  test('another explorer of Solana has its accounts elsewhere', () => {
    const explorer = {
      ...at('https://explorer.solana.com/?cluster=devnet'),
      chainNamespace: 'solana' as const,
    }
    expect(explorerLink({ adapters }, explorer, { address: '../So1' })).toBe(
      'https://explorer.solana.com/address/..%2FSo1?cluster=devnet',
    )
  })
})
