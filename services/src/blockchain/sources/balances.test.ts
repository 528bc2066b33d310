import { getAddress } from 'viem'
import { afterEach, expect, test } from 'vitest'
import { startIndexer } from '../../testing/startIndexer.js'
import { startUpstream, type UpstreamAnswer } from '../../testing/startUpstream.js'
import { createBlockchain } from '../blockchain.js'
import type { Token } from '../tokens.js'

const chainId = 'eip155:1'
const account = getAddress(`0x${'a1'.repeat(20)}`)
const listed = getAddress(`0x${'c3'.repeat(20)}`)
const unlisted = getAddress(`0x${'d4'.repeat(20)}`)
const token: Token = { chainId, address: listed, name: 'Dollar', symbol: 'USD', decimals: 6, iconUrl: '' }
const cleanups: (() => void)[] = []
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup()
})

type Row = { readonly [name: string]: string }
/** A row by the documented shape of the action `tokenlist`. */
const row = (more: Row = {}): Row => ({
  balance: '7000000',
  contractAddress: unlisted.toLowerCase(),
  decimals: '6',
  name: 'Six Coin',
  symbol: 'SIX',
  type: 'ERC-20',
  ...more,
})

test('adds tokens beside the list: not verified, and without a price', async () => {
  const { ask } = await setUp([row(), row({ contractAddress: listed.toLowerCase(), balance: '999' })])
  expect(await ask()).toEqual([
    200,
    'chain, blockscout',
    [
      expect.objectContaining({
        symbol: 'ETH',
        quantity: { decimals: '18', numeric: '0.000000000000000005' },
      }),
      // The chain decides the amount of a listed token.
      expect.objectContaining({
        symbol: 'USD',
        isVerified: true,
        quantity: { decimals: '6', numeric: '0.000005' },
      }),
      {
        name: 'Six Coin',
        symbol: 'SIX',
        chainId,
        address: `${chainId}:${unlisted}`,
        price: 0,
        quantity: { decimals: '6', numeric: '7' },
        iconUrl: '',
      },
    ],
  ])
})

test.each<[string, Row]>([
  ['255 decimals', { decimals: '255' }],
  ['a link for a name', { name: 'claim at airdrop.xyz' }],
  ['the symbol of a listed token', { symbol: 'USD' }],
  ['the symbol of the coin, in other letters', { symbol: 'ЕTH' }],
  ['a negative amount', { balance: '-5' }],
  ['more than 32 bytes', { balance: `1${'0'.repeat(78)}` }],
  ['another standard', { type: 'ERC-721' }],
  ['no address', { contractAddress: '0x1' }],
  ['nothing left', { balance: '0' }],
])('leaves out a token with %s', async (_name, more) => {
  const { ask } = await setUp([row(more)])
  const [status, source, balances] = await ask()
  expect([status, source, balances.map(({ symbol }) => symbol)]).toEqual([200, 'chain', ['ETH', 'USD']])
})

test('while the chain does not answer, the amounts are those of the indexer', async () => {
  const { ask } = await setUp([row({ contractAddress: listed.toLowerCase(), balance: '1500000' })], {
    status: 500,
  })
  const [status, source, balances] = await ask()
  expect([status, source]).toEqual([200, 'blockscout'])
  expect(balances.map(({ symbol, quantity }) => [symbol, quantity.numeric])).toEqual([
    ['ETH', '0.00000000000000004'],
    ['USD', '1.5'],
  ])
})

test('an indexer that fails takes nothing away', async () => {
  const { ask } = await setUp(undefined)
  const [status, source, balances] = await ask()
  expect([status, source, balances.map(({ symbol }) => symbol)]).toEqual([200, 'chain', ['ETH', 'USD']])
})

type Balance = { readonly symbol: string; readonly quantity: { readonly numeric: string } }

const answers: { readonly [method: string]: string } = {
  eth_chainId: '0x1',
  eth_getCode: '0x',
  eth_getBalance: '0x5',
}

/** @param rows Without them the indexer fails. */
async function setUp(rows: readonly Row[] | undefined, nodeAnswer?: UpstreamAnswer) {
  const node = await startUpstream((_path, body) => {
    if (nodeAnswer !== undefined) return nodeAnswer
    const calls: readonly { readonly id: number; readonly method: string }[] = [JSON.parse(body)].flat()
    const replies = calls.map(({ id, method }) => ({
      jsonrpc: '2.0',
      id,
      // Without Multicall3 each balance is a call.
      result: answers[method] ?? `0x${'5'.padStart(64, '0')}`,
    }))
    return { body: JSON.stringify(body.startsWith('[') ? replies : replies[0]) }
  })
  const { context, upstream } = await startIndexer(
    'blockscout',
    (path) => {
      if (rows === undefined) return { status: 500 }
      const result = path.includes('action=tokenlist') ? rows : '40'
      return { status: '1', message: 'OK', result }
    },
    { settings: { chains: [`${chainId}=${node.url}`], tokens: [token] } },
  )
  cleanups.push(node.stop, upstream.stop)
  const app = createBlockchain(context)
  return {
    async ask(): Promise<[status: number, source: string | null, balances: readonly Balance[]]> {
      const response = await app.request(`/v1/account/${account}/balance?chainId=${chainId}`)
      const body = (await response.json()) as { readonly balances: readonly Balance[] }
      return [response.status, response.headers.get('x-source'), body.balances]
    },
  }
}
