import { base58 } from '@scure/base'
import { afterEach, expect, test } from 'vitest'
import { localGenesisHash } from '../../../../../chains/solana/src/index.js'
import type { RpcCall } from '../../../outbound/post.js'
import { createContext } from '../../../shared/context.js'
import { associatedAccountOf } from '../../../testing/associatedAccountOf.js'
import { startScriptedNode } from '../../../testing/startScriptedNode.js'
import { startService } from '../../../testing/startService.js'
import { startUpstream } from '../../../testing/startUpstream.js'
import { readPriceEntry } from '../../sources/sourceEntry.js'
import { loadTokenLists } from '../../tokenLists.js'
import { readListedToken } from './readListedToken.js'
import { tokenPrograms } from './tokens.js'

const chainId = `solana:${localGenesisHash.slice(0, 32)}` as const
const none = { ens: [], swapRouters: [], stablecoins: [], tokens: [] }
const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

const addressOf = (number: number) => base58.encode(new Uint8Array(32).fill(number))
const [owner, mint, other] = [addressOf(21), addressOf(22), addressOf(23)]
const at = (value: unknown) => ({ context: { slot: 1 }, value })
const account = (data: Buffer) => ({
  lamports: 1,
  owner: tokenPrograms[0],
  executable: false,
  data: [data.toString('base64'), 'base64'],
})

/** A node on which the owner has 2.5 of two tokens. */
async function startNode() {
  const amount = Buffer.alloc(8)
  amount.writeBigUInt64LE(2_500_000n)
  const mintData = Buffer.alloc(82)
  mintData[44] = 6
  mintData[45] = 1
  const node = await startScriptedNode(
    ({ method, params }: RpcCall) => {
      const [first, filter] = Array.isArray(params) ? params : []
      if (method === 'getMultipleAccounts')
        return at(first.map((one: string) => ([mint, other].includes(one) ? account(mintData) : null)))
      if (method !== 'getTokenAccountsByOwner') return undefined
      const held = [mint, other].map((of) => {
        const key = (text: string) => Buffer.from(base58.decode(text))
        return {
          pubkey: associatedAccountOf(owner, of),
          account: account(Buffer.concat([key(of), key(owner), amount])),
        }
      })
      return at(filter.programId === tokenPrograms[0] ? held : [])
    },
    { getGenesisHash: localGenesisHash, getSlot: 1, getBalance: at(1_000_000_000) },
  )
  cleanups.push(node.stop)
  return node.url
}

async function setUp(prices: { readonly [mint: string]: number }, more: object = {}) {
  const asked: string[] = []
  const upstream = await startUpstream((path) => {
    asked.push(path)
    if (path.startsWith('/simple/price')) return { body: '{"solana":{"usd":150}}' }
    const told = Object.fromEntries(Object.entries(prices).map(([key, usd]) => [key, { usd }]))
    return { body: JSON.stringify(told) }
  })
  cleanups.push(upstream.stop)
  const familyTokens = [
    { chainId, address: mint, name: 'Acorn', symbol: 'ACN', decimals: 6, iconUrl: 'https://a.example/1.png' },
  ]
  const settings = { priceUrl: upstream.url, pricePlatforms: [`${chainId}=solana/solana`], ...more }
  const chains = [`${chainId}=${await startNode()}`]
  const service = await startService('', { chains, ...none, ...settings }, { familyTokens })
  cleanups.push(service.close)
  return { service, asked }
}

test('a listed token has a price by its mint, its picture and a mark; another one has none of them', async () => {
  const { service, asked } = await setUp({ [mint]: 2, [other]: 1_000_000 })
  const { body } = await service.ask({ path: `/v1/account/${owner}/balance?chainId=${chainId}` })
  const { balances } = body as { readonly balances: readonly object[] }
  expect(balances).toMatchObject([
    { symbol: 'SOL', price: 150, value: 150 },
    {
      name: 'Acorn',
      address: `${chainId}:${mint}`,
      price: 2,
      value: 5,
      isVerified: true,
      iconUrl: 'https://a.example/1.png',
    },
    { address: `${chainId}:${other}`, price: 0 },
  ])
  expect(balances[2]).not.toHaveProperty('isVerified')
  expect(balances[2]).not.toHaveProperty('value')
  expect(asked.join()).not.toContain(other)
})

test('a price that no second source supports is marked', async () => {
  const alchemy = await startUpstream((_path, body) => ({
    body: JSON.stringify({
      data: JSON.parse(body || '{"addresses":[]}').addresses.map((one: object) => ({
        ...one,
        prices: [{ currency: 'usd', value: '9', lastUpdatedAt: new Date(0).toISOString() }],
      })),
    }),
  }))
  cleanups.push(alchemy.stop)
  const priceSources = [`${chainId}=alchemy:${alchemy.url}/prices/v1/KEY?network=solana-local`]
  const { service } = await setUp({ [mint]: 2 }, { priceSources })
  const { body } = await service.ask({ path: `/v1/account/${owner}/balance?chainId=${chainId}` })
  const [, token] = (body as { readonly balances: readonly object[] }).balances
  expect(token).toMatchObject({ price: 2, isPriceUnconfirmed: true })
})

test('prices of the coin and of tokens are answered by address', async () => {
  const { service } = await setUp({ [mint]: 2 })
  const coin = 'So11111111111111111111111111111111111111111'
  const addresses = [`${chainId}:${mint}`, `${chainId}:${coin}`, `${chainId}:${other}`, `${chainId}:junk`]
  const { status, body } = await service.ask({
    path: '/v1/fungible/price',
    body: { currency: 'usd', addresses },
  })
  expect(status).toBe(200)
  expect((body as { readonly fungibles: readonly object[] }).fungibles).toMatchObject([
    { symbol: 'ACN', price: 2, address: addresses[0] },
    { symbol: 'SOL', price: 150, address: addresses[1] },
  ])
  const post = { method: 'POST', body: JSON.stringify({ currency: 'usd', addresses }) }
  const answer = await service.request('/v1/fungible/price', post)
  expect(answer.headers.get('x-source')).toBe('priceApi')
})

test('a token list names tokens of Solana by cluster or by chain', async () => {
  const entry = { address: mint, name: 'Acorn', symbol: 'ACN', decimals: 6 }
  const upstream = await startUpstream(() => ({
    body: JSON.stringify({
      tokens: [
        { ...entry, chainId },
        { ...entry, chainId: 101 },
        { ...entry, chainId: 1 },
      ],
    }),
  }))
  cleanups.push(upstream.stop)
  const context = createContext({
    settings: { chains: [`${chainId}=http://localhost:1`], tokenLists: [upstream.url] },
  })
  expect(await loadTokenLists(context, undefined)).toEqual({
    tokens: [],
    familyTokens: [{ ...entry, chainId, iconUrl: '' }],
  })
  expect(readListedToken({ ...entry, chainId: 101 })?.chainId).toBe('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')
  for (const change of [{ address: '0x1' }, { chainId: 'solana:x' }, { decimals: 99 }, { name: '' }])
    expect(readListedToken({ ...entry, chainId: 101, ...change })).toBeUndefined()
})

test('Alchemy is asked for prices of Solana, and no other indexer is', () => {
  const url = 'https://prices.example/v1/KEY?network=solana-mainnet'
  expect(readPriceEntry(`${chainId}=alchemy:${url}`)).toMatchObject({ chainId, network: 'solana-mainnet' })
  expect(readPriceEntry(`${chainId}=goldrush:${url}`)).toBeUndefined()
})

test('asking for tokens that are none counts as calls, and each is asked once a minute', async () => {
  const node = await startScriptedNode(
    ({ method, params }: RpcCall) =>
      method === 'getMultipleAccounts' && Array.isArray(params) ? at(params[0].map(() => null)) : undefined,
    { getGenesisHash: localGenesisHash, getSlot: 1 },
  )
  cleanups.push(node.stop)
  const limits = { readRate: 1, readBurst: 1 }
  const service = await startService('', { chains: [`${chainId}=${node.url}`], ...none, ...limits })
  cleanups.push(service.close)
  const ask = async (number: number) => {
    const addresses = [`${chainId}:${addressOf(number)}`]
    const body = JSON.stringify({ currency: 'usd', addresses })
    return (await service.requestFrom('203.0.113.7', '/v1/fungible/price', { method: 'POST', body })).status
  }
  expect([await ask(51), await ask(52), await ask(51)]).toEqual([200, 429, 200])
  const before = node.count('getMultipleAccounts')
  service.clock.advance(30_000)
  expect(await ask(51)).toBe(200)
  expect(node.count('getMultipleAccounts')).toBe(before)
  service.clock.advance(31_000)
  expect(await ask(51)).toBe(200)
  expect(node.count('getMultipleAccounts')).toBe(before + 1)
})
