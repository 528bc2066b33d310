import { base58 } from '@scure/base'
import { afterEach, describe, expect, test } from 'vitest'
import { localGenesisHash, mints, startLedger } from '../../../../../chains/solana/src/index.js'
import type { RpcCall } from '../../../outbound/post.js'
import { associatedAccountOf } from '../../../testing/associatedAccountOf.js'
import { startScriptedNode } from '../../../testing/startScriptedNode.js'
import { startService } from '../../../testing/startService.js'
import { startUpstream } from '../../../testing/startUpstream.js'
import { bytesOfAddress } from './address.js'
import { metadataAddressOf, metadataProgram } from './metadataAddress.js'
import { tokenPrograms } from './tokens.js'

const chainId = `solana:${localGenesisHash.slice(0, 32)}`
const none = { ens: [], swapRouters: [], stablecoins: [], tokens: [] }
const cleanups: (() => void | Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

type Told = { readonly balances: readonly { readonly name: string; readonly [name: string]: unknown }[] }

async function balancesOf(url: string, owner: string, settings = {}) {
  const service = await startService('', { chains: [`${chainId}=${url}`], ...none, ...settings })
  cleanups.push(service.close)
  const { status, body } = await service.ask({ path: `/v1/account/${owner}/balance?chainId=${chainId}` })
  return { status, balances: (body as Told).balances, service }
}

test('the coin and both kinds of tokens are read from the ledger', async () => {
  const ledger = await startLedger({ slotMs: 0 })
  cleanups.push(ledger.close)
  const { balances, service } = await balancesOf(ledger.url, ledger.people.visitor.address)
  expect(balances[0]).toMatchObject({ symbol: 'SOL', price: 0, quantity: { decimals: '9', numeric: '100' } })
  expect(balances.slice(1)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        address: `${chainId}:${mints.coin.address}`,
        price: 0,
        quantity: { decimals: '6', numeric: '1000' },
      }),
      expect.objectContaining({
        address: `${chainId}:${mints.charging.address}`,
        quantity: { decimals: '2', numeric: '10000000' },
      }),
    ]),
  )
  const all = await service.ask({ path: `/v1/account/${ledger.people.visitor.address}/balance` })
  expect((all.body as Told).balances).toHaveLength(3)
})

const owner = base58.encode(new Uint8Array(32).fill(5))
const other = base58.encode(new Uint8Array(32).fill(6))
const mint = base58.encode(new Uint8Array(32).fill(7))
const at = (value: unknown) => ({ context: { slot: 1 }, value })
const base64 = (data: Buffer, program: string) => ({
  lamports: 1,
  owner: program,
  executable: false,
  data: [data.toString('base64'), 'base64'],
})
const keyOf = (address: string) => Buffer.from(bytesOfAddress(address) ?? [])

/** A token account, as much of it as is asked for. */
function held(of: string, units: bigint, program: string = tokenPrograms[0]) {
  const amount = Buffer.alloc(8)
  amount.writeBigUInt64LE(units)
  const account = base64(Buffer.concat([keyOf(mint), keyOf(of), amount]), program)
  return { pubkey: associatedAccountOf(of, mint, program), account }
}

function mintOf(decimals: number) {
  const data = Buffer.alloc(82)
  data[44] = decimals
  data[45] = 1
  return base64(data, tokenPrograms[0])
}

function metadata(of: string, name: string, symbol: string, program = metadataProgram) {
  const text = (value: string, size: number) => {
    const bytes = Buffer.alloc(4 + size)
    bytes.writeUInt32LE(size)
    bytes.write(value, 4)
    return bytes
  }
  const head = Buffer.concat([Buffer.of(4), Buffer.alloc(32), keyOf(of)])
  return base64(Buffer.concat([head, text(name, 32), text(symbol, 10)]), program)
}

/** A node that tells one token. */
async function startNode(accounts: readonly unknown[], tokens: readonly unknown[], lamports: unknown = 1) {
  const node = await startScriptedNode(
    ({ method, params }: RpcCall) => {
      const [first, filter] = Array.isArray(params) ? params : []
      // Of the mint, or of its metadata.
      if (method === 'getMultipleAccounts') return at([accounts[first[0] === mint ? 0 : 1]])
      if (method === 'getTokenAccountsByOwner') return at(filter.programId === tokenPrograms[0] ? tokens : [])
      return undefined
    },
    { getGenesisHash: localGenesisHash, getSlot: 1, getBalance: at(lamports) },
  )
  cleanups.push(node.stop)
  return node
}

describe('the names of tokens', () => {
  const short = `${mint.slice(0, 4)}…${mint.slice(-4)}`
  test.each([
    ['its metadata', metadata(mint, 'Acorn', 'ACN'), 'Acorn', 'ACN'],
    ['none', null, short, short],
    ['metadata of another token', metadata(other, 'Acorn', 'ACN'), short, short],
    ['metadata of another program', metadata(mint, 'Acorn', 'ACN', tokenPrograms[0]), short, short],
    ['metadata that advertises', metadata(mint, 'Visit acorn.com', 'ACN'), short, short],
    ['metadata that is broken', base64(Buffer.alloc(70, 4), metadataProgram), short, short],
  ])('%s', async (_, named, name, symbol) => {
    const node = await startNode([mintOf(6), named], [held(owner, 1_500_000n)])
    const { balances } = await balancesOf(node.url, owner)
    expect(balances[1]).toEqual({
      name,
      symbol,
      chainId,
      address: `${chainId}:${mint}`,
      price: 0,
      quantity: { decimals: '6', numeric: '1.5' },
      iconUrl: '',
    })
  })
})

test('of several accounts of one token, what the associated one holds is told: that can be sent', async () => {
  const most = held(owner, 18_446_744_073_709_551_615n)
  const auxiliary = { ...held(owner, 5n), pubkey: other }
  for (const tokens of [
    [most, auxiliary],
    [auxiliary, most],
  ]) {
    const { balances } = await balancesOf((await startNode([mintOf(2), null], tokens)).url, owner)
    expect(balances[1]?.quantity).toEqual({ decimals: '2', numeric: '184467440737095516.15' })
  }
})

test.each([
  ['an account of another owner', [mintOf(6), null], [held(other, 5n)]],
  ['an account of another program', [mintOf(6), null], [held(owner, 5n, other)]],
  ['an account that is not the associated one', [mintOf(6), null], [{ ...held(owner, 5n), pubkey: other }]],
  ['an empty account', [mintOf(6), null], [held(owner, 0n)]],
  ['a collectible', [mintOf(0), null], [held(owner, 1n)]],
  ['a token without its mint', [null, null], [held(owner, 5n)]],
])('left out: %s', async (_, accounts, tokens) => {
  const { balances } = await balancesOf((await startNode(accounts, tokens)).url, owner)
  expect(balances.map(({ name }) => name)).toEqual(['Solana'])
})

test('without an answer of the chain there are no balances', async () => {
  const node = await startNode([], [], -1)
  expect((await balancesOf(node.url, owner)).status).toBe(502)
})

test.each(['0x70997970C51812dc3A010C7d01b50e0d17dc79C8', 'abc', `${owner}1`])(
  '%s is no address',
  async (text) => {
    const node = await startNode([], [])
    expect((await balancesOf(node.url, text)).status).toBe(400)
  },
)

test('an answer is kept for half a minute', async () => {
  const node = await startNode([mintOf(6), null], [held(owner, 5n)])
  const { service } = await balancesOf(node.url, owner)
  const ask = (more = '') => service.ask({ path: `/v1/account/${owner}/balance?chainId=${chainId}${more}` })
  await ask()
  expect(node.count('getBalance')).toBe(1)
  await ask('&forceUpdate=1')
  expect(node.count('getBalance')).toBe(2)
  service.clock.advance(31_000)
  await ask()
  expect(node.count('getBalance')).toBe(3)
})

test('the coin has the price of the price service', async () => {
  const prices = await startUpstream((path) =>
    path.startsWith('/simple/price?ids=solana') ? { body: '{"solana":{"usd":150}}' } : { status: 404 },
  )
  cleanups.push(prices.stop)
  const settings = { priceUrl: prices.url, pricePlatforms: [`${chainId}=solana/solana`] }
  const { balances } = await balancesOf((await startNode([], [], 2_000_000_000)).url, owner, settings)
  expect(balances[0]).toMatchObject({ price: 150, value: 300 })
})

test('the address of a token’s metadata is the one that Metaplex computes', () => {
  // USDC, as any explorer shows it.
  const usdc = bytesOfAddress('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v')
  expect(metadataAddressOf(usdc ?? new Uint8Array())).toBe('5x38Kp4hvdomTCnCrAny4UtMUt5rQBdB6px2K1Ui45Wq')
})
