import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { createContext } from '../shared/context.js'
import { createLog } from '../shared/log.js'
import { startUpstream, type UpstreamAnswer } from '../testing/startUpstream.js'
import { loadTokenLists } from './tokenLists.js'
import { nativeAddress, type Token } from './tokens.js'

const one = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const two = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
const cleanups: (() => void)[] = []
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup()
})

const entry = (address: string, change: object = {}) => ({
  chainId: 1,
  address,
  name: 'Dollar',
  symbol: 'USDX',
  decimals: 6,
  ...change,
})
const listOf = (tokens: readonly unknown[]) =>
  JSON.stringify({ name: 'A list', timestamp: '2026-01-01T00:00:00Z', version: {}, tokens })
const json = (tokens: readonly unknown[]): UpstreamAnswer => ({ body: listOf(tokens) })
const directoryOf = () => {
  const directory = mkdtempSync(join(tmpdir(), 'latchkey-lists-'))
  cleanups.push(() => rmSync(directory, { recursive: true }))
  return directory
}

async function setUp(answer: () => UpstreamAnswer, settings: object = {}) {
  const upstream = await startUpstream(answer)
  cleanups.push(upstream.stop)
  const lines: string[] = []
  const place = `${upstream.url}/list.json?key=SECRET`
  const context = createContext({
    settings: { chains: ['eip155:1=http://localhost:1'], tokenLists: [place], ...settings },
    log: createLog({ level: 'info', now: () => 0, write: (line) => void lines.push(line) }),
  })
  return {
    upstream,
    lines,
    load: async (directory?: string) => (await loadTokenLists(context, directory)).tokens,
    loadAll: () => loadTokenLists(context, undefined),
  }
}

test('adds the tokens of a list, with their pictures', async () => {
  const { load } = await setUp(() => json([entry(one, { logoURI: 'https://pictures.example/1.png' })]))
  expect(await load()).toEqual([
    {
      chainId: 'eip155:1',
      address: one,
      name: 'Dollar',
      symbol: 'USDX',
      decimals: 6,
      iconUrl: 'https://pictures.example/1.png',
    },
  ])
})

test("a picture on IPFS comes from the operator's gateway, and from nowhere without one", async () => {
  const tokens = [entry(one, { logoURI: 'ipfs://QmPicture/1.png' })]
  const withGateway = await setUp(() => json(tokens), { ipfsGateway: 'https://ipfs.example' })
  expect(await withGateway.load()).toMatchObject([{ iconUrl: 'https://ipfs.example/ipfs/QmPicture/1.png' }])
  expect(await (await setUp(() => json(tokens))).load()).toMatchObject([{ iconUrl: '' }])
})

test('the first entry of a token counts; other chains are left out', async () => {
  const own: Token = {
    chainId: 'eip155:1',
    address: one,
    name: 'Own',
    symbol: 'OWN',
    decimals: 6,
    iconUrl: '',
  }
  const list = [entry(one), entry(two), entry(two, { name: 'Again' }), entry(one, { chainId: 10 })]
  const { load } = await setUp(() => json(list), { tokens: [own] })
  expect((await load()).map(({ name, address }) => [name, address])).toEqual([
    ['Own', one],
    ['Dollar', two],
  ])
})

test('invalid and hostile entries are left out and counted', async () => {
  const { load, lines } = await setUp(() =>
    json([
      entry('0x1'),
      entry(two, { decimals: 255 }),
      entry(two, { symbol: '\u200b' }),
      null,
      7,
      entry(one, { logoURI: 'javascript:alert(1)', name: 'Dol\u202elar' }),
    ]),
  )
  expect(await load()).toMatchObject([{ address: one, iconUrl: '', name: 'Dol lar' }])
  expect(lines.join()).toContain('"dropped":5')
})

test('of one chain at most 999 tokens are read, its own coin not counted', async () => {
  const many = Array.from({ length: 1_100 }, (_, index) => entry(`0x${String(index).padStart(40, '0')}`))
  const { load } = await setUp(() => json([...many, entry(nativeAddress)]))
  expect(await load()).toHaveLength(1_000)
})

test("a list changes the picture of a chain's own coin, never what the coin is", async () => {
  const logoURI = 'https://pictures.example/1.png'
  const own = (chainId: number, decimals: number) => entry(nativeAddress, { chainId, decimals, logoURI })
  const { load } = await setUp(() => json([own(1, 6), own(31337, 6), own(987654321, 18)]), {
    chains: ['1', '31337', '987654321'].map((id) => `eip155:${id}=http://localhost:1`),
  })
  expect(await load()).toEqual([
    {
      chainId: 'eip155:1',
      address: nativeAddress,
      name: 'Ether',
      symbol: 'ETH',
      decimals: 18,
      iconUrl: logoURI,
    },
    expect.objectContaining({ chainId: 'eip155:987654321', symbol: 'USDX', decimals: 18 }),
  ])
})

test("the settings decide what a chain's own coin is", async () => {
  const coin = entry(nativeAddress, { chainId: 'eip155:1', decimals: 8, iconUrl: '' }) as unknown as Token
  const { load } = await setUp(() => json([entry(nativeAddress)]), { tokens: [coin] })
  expect(await load()).toEqual([coin])
})

test('a list that cannot be read is taken from the copy of the last start', async () => {
  let answer = json([entry(one)])
  const directory = directoryOf()
  const { load, lines } = await setUp(() => answer)
  await load(directory)
  answer = { status: 503 }
  expect(await load(directory)).toMatchObject([{ address: one }])
  answer = { body: '<html>' }
  expect(await load(directory)).toMatchObject([{ address: one }])
  expect(await load()).toEqual([])
  expect(lines.join()).toContain('blockchain.tokenListFailed')
  expect(lines.join()).not.toContain('SECRET')
  expect(readdirSync(join(directory, 'token-lists'))).toHaveLength(1)
})

test('a copy that cannot be kept costs no token, and a spoilt copy stops no start', async () => {
  const directory = directoryOf()
  // No folder can be made where a file is.
  writeFileSync(join(directory, 'token-lists'), '')
  let answer = json([entry(one)])
  const { load, lines } = await setUp(() => answer)
  expect(await load(directory)).toMatchObject([{ address: one }])
  expect(lines.join()).toContain('blockchain.tokenListNotKept')
  const other = directoryOf()
  await load(other)
  const [copy = ''] = readdirSync(join(other, 'token-lists'))
  writeFileSync(join(other, 'token-lists', copy), '')
  answer = { status: 503 }
  expect(await load(other)).toEqual([])
})

test('a list may be a file', async () => {
  const path = join(directoryOf(), 'list.json')
  writeFileSync(path, listOf([entry(one)]))
  const { load } = await setUp(() => 'hang', { tokenLists: [path] })
  expect(await load()).toMatchObject([{ address: one }])
})
