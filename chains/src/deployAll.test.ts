import { createPublicClient, erc20Abi, getContractAddress, http, parseAbi } from 'viem'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startChain, type TestChain } from '../../services/src/testing/startChain.js'
import { accountContracts } from './accountContracts.js'
import { contracts } from './contracts.js'
import { deployAll } from './deployAll.js'
import { names } from './names.js'
import { people } from './people.js'
import { tokensOf } from './tokens.js'

let chain: TestChain
let client: ReturnType<typeof createClient>

const createClient = () =>
  createPublicClient({
    chain: {
      ...foundry,
      contracts: {
        multicall3: { address: contracts.multicall },
        ensUniversalResolver: { address: contracts.universalResolver },
      },
    },
    transport: http(chain.url),
  })

beforeAll(async () => {
  chain = await startChain()
  client = createClient()
  await deployAll(chain.url)
}, 60_000)
afterAll(() => chain.stop())

test('each contract has the address that follows from the deployer and the order', async () => {
  const { multicall, ...others } = contracts
  const expected = Object.keys(others).map((_, index) =>
    getContractAddress({ from: people.deployer, nonce: BigInt(index) }),
  )
  expect(Object.values(others)).toEqual(expected)
  for (const address of [multicall, ...expected])
    expect(await client.getCode({ address })).toMatch(/^0x.{100}/)
})

test('the contracts of smart accounts are where they are on other chains', async () => {
  for (const address of Object.values(accountContracts)) {
    expect(await client.getCode({ address })).toMatch(/^0x.{100}/)
  }
})

test("the chain's time is the present, and it mines automatically", async () => {
  const { timestamp } = await client.getBlock()
  expect(Math.abs(Number(timestamp) - Date.now() / 1_000)).toBeLessThan(60)
  const before = await client.getBlockNumber()
  await chain.request('eth_sendTransaction', [{ from: people.third, to: people.third }])
  await expect.poll(() => client.getBlockNumber({ cacheTime: 0 })).toBe(before + 1n)
})

test('a second call changes nothing', async () => {
  const before = await client.getBlockNumber({ cacheTime: 0 })
  await deployAll(chain.url)
  expect(await client.getBlockNumber({ cacheTime: 0 })).toBe(before)
})

test("the token list matches the contracts' own details", async () => {
  const listed = tokensOf(31337).slice(1)
  const read = await client.multicall({
    allowFailure: false,
    contracts: listed.flatMap(({ address }) => [
      { address, abi: erc20Abi, functionName: 'name' } as const,
      { address, abi: erc20Abi, functionName: 'symbol' } as const,
      { address, abi: erc20Abi, functionName: 'decimals' } as const,
    ]),
  })
  expect(read).toEqual(listed.flatMap(({ name, symbol, decimals }) => [name, symbol, decimals]))
})

test('error: the deployer account was used for something else', async () => {
  const used = await startChain()
  await used.request('eth_sendTransaction', [{ from: people.deployer, to: people.third }])
  await expect(deployAll(used.url)).rejects.toThrow(
    'The account 0xa0Ee7A142d267C1f36714E4a8F75612F20a79720 must be left to the contracts.',
  )
  await used.stop()
})

describe('iron dollar', () => {
  test('transfers return nothing', async () => {
    const call = { from: people.marlow, to: contracts.ironDollar }
    const transfer = `0xa9059cbb${people.wren.slice(2).padStart(64, '0')}${'1'.padStart(64, '0')}`
    expect(await chain.request('eth_call', [{ ...call, data: transfer }, 'latest'])).toBe('0x')
  })
})

describe('collectibles', () => {
  test('contain their metadata in the token URI', async () => {
    const uri = await client.readContract({
      address: contracts.scenes,
      abi: parseAbi(['function tokenURI(uint256 id) view returns (string)']),
      functionName: 'tokenURI',
      args: [1n],
    })
    expect(readData(uri)).toMatchObject({ name: 'Quiet Place #1', image: expect.stringMatching(svg) })
    const kind = await client.readContract({
      address: contracts.badges,
      abi: parseAbi(['function uri(uint256 id) view returns (string)']),
      functionName: 'uri',
      args: [3n],
    })
    expect(readData(kind)).toMatchObject({ name: 'Field Badge 3', image: expect.stringMatching(svg) })
  })
})

describe('names', () => {
  test('resolve to the accounts', async () => {
    for (const [name, account] of Object.entries(names)) {
      expect(await client.getEnsAddress({ name })).toBe(account)
    }
    expect(await client.getEnsAddress({ name: 'nobody.eth' })).toBeNull()
    expect(await client.getEnsAddress({ name: 'sub.juniper.eth' })).toBeNull()
    expect(await client.getEnsResolver({ name: 'juniper.eth' })).toBe(contracts.resolver)
  })

  test("are the accounts' primary names, if set and confirmed by the name", async () => {
    expect(await client.getEnsName({ address: people.visitor })).toBe('juniper.eth')
    expect(await client.getEnsName({ address: people.wren })).toBe('wren.eth')
    expect(await client.getEnsName({ address: people.thistle })).toBeNull()
    expect(await client.getEnsName({ address: people.stranger })).toBeNull()
  })

  test('have avatars: a collectible of the owner, an inline picture, and none', async () => {
    expect(await client.getEnsAvatar({ name: 'juniper.eth' })).toMatch(svg)
    expect(await client.getEnsText({ name: 'juniper.eth', key: 'avatar' })).toBe(
      `eip155:31337/erc721:${contracts.scenes}/1`,
    )
    expect(await client.getEnsAvatar({ name: 'marlow.eth' })).toMatch(svg)
    expect(await client.getEnsAvatar({ name: 'wren.eth' })).toBeNull()
  })

  test('error: a name that is taken', async () => {
    const call = client.simulateContract({
      address: contracts.registrar,
      abi: parseAbi(['function register(string label, address owner)']),
      functionName: 'register',
      args: ['juniper', people.stranger],
      account: people.stranger,
    })
    await expect(call).rejects.toThrow('Registrar: taken')
  })
})

test('the pools give the expected prices', async () => {
  const price = (units: bigint, path: readonly `0x${string}`[]) =>
    client
      .readContract({
        address: contracts.router,
        abi: parseAbi(['function getAmountsOut(uint256 units, address[] path) view returns (uint256[])']),
        functionName: 'getAmountsOut',
        args: [units, path],
      })
      .then((amounts) => Number(amounts.at(-1)) / 1e6)
  const { wrapped, grove, dollar, ironDollar, ticket } = contracts
  // Minus the fee of 0.3 percent per pool.
  expect(await price(10n ** 16n, [wrapped, dollar])).toBeCloseTo(24.92, 2)
  expect(await price(10n ** 18n, [grove, wrapped, dollar])).toBeCloseTo(0.497, 3)
  expect(await price(10n ** 6n, [ironDollar, dollar])).toBeCloseTo(0.997, 3)
  expect(await price(1n, [ticket, dollar])).toBeCloseTo(11.96, 2)
})

const svg = /^data:image\/svg\+xml;base64,[A-Za-z0-9+/]+=*$/

function readData(uri: string): unknown {
  const prefix = 'data:application/json;base64,'
  expect(uri.slice(0, prefix.length)).toBe(prefix)
  return JSON.parse(Buffer.from(uri.slice(prefix.length), 'base64').toString())
}
