import {
  decodeFunctionData,
  encodeAbiParameters,
  encodeErrorResult,
  encodeFunctionResult,
  type Hex,
  parseAbi,
} from 'viem'
import { namehash } from 'viem/ens'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { defineNetwork } from '../../networks/defineNetwork.js'
import type { Network } from '../../protocol/entities/Network.js'
import { memoryChain } from '../../testing/memoryChain.js'
import { proveName } from './proveName.js'

const universal = '0xeEeEEEeE14D718C2B47D9923Deab1335E144EeEe'
const own = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const everywhere = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const onTen = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const abi = parseAbi([
  'error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData)',
  'error ResolverNotFound(bytes name)',
  'function resolveWithGateways(bytes name, bytes data, string[] gateways) view returns (bytes, address)',
  'function addr(bytes32 node) view returns (address)',
  'function addr(bytes32 node, uint256 coinType) view returns (bytes)',
])

/** A network whose chain is read from the wallet only. */
function networkOf(id: number, contracts?: { readonly ensUniversalResolver: object }): Network {
  const made = defineNetwork({
    ...{ id, name: `Chain ${id}`, rpcUrl: 'https://node.example/' },
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    ...(contracts && { contracts: contracts as { ensUniversalResolver: { address: Hex } } }),
  })
  return { ...made, rpcUrls: { default: { http: [] } } }
}
const ethereum = networkOf(1)
const ten = networkOf(10)

/** The records of a name, by coin type. */
type Records = { readonly [coinType: string]: Hex }
type Asked = { readonly to: string; readonly name: string; readonly node: Hex; readonly coinType: string }

/** A wallet on a chain whose resolver has these records of `harbor.eth`. */
function walletOn(id: number, records: Records, answer?: () => Hex) {
  const asked: Asked[] = []
  const script = {
    eth_chainId: `0x${id.toString(16)}`,
    eth_call([{ to, data }]: readonly [{ readonly to: string; readonly data: Hex }]) {
      if (answer !== undefined) return answer()
      const [name, inner] = decodeFunctionData({ abi, data }).args as unknown as readonly [Hex, Hex]
      // The function for Ethereum alone takes no coin type: the oldest resolvers have no other.
      const [node, coinType = 'none'] = decodeFunctionData({ abi, data: inner }).args as readonly [
        Hex,
        bigint?,
      ]
      asked.push({ to, name, node, coinType: String(coinType) })
      const record = records[coinType === 'none' ? '60' : String(coinType)]
      if (record === undefined) {
        const reason = encodeErrorResult({ abi, errorName: 'ResolverNotFound', args: ['0x'] })
        throw { code: 3, message: 'execution reverted', data: reason }
      }
      const type = coinType === 'none' ? 'address' : 'bytes'
      const result = [encodeAbiParameters([{ type }], [record]), universal] as const
      return encodeFunctionResult({ abi, functionName: 'resolveWithGateways', result })
    },
  }
  return { ...memoryChain([], { script }), asked }
}

/** The node of a network, with the records that a wallet would read. */
function nodeOf(wallet: ReturnType<typeof walletOn>) {
  const urls: string[] = []
  vi.stubGlobal('fetch', async (url: string, { body }: { readonly body: string }) => {
    urls.push(url)
    const { method, params } = JSON.parse(body)
    const answer = await wallet.request({ method, params }).then(
      (result) => ({ result }),
      (error: object) => ({ error }),
    )
    return Response.json({ jsonrpc: '2.0', id: 1, ...answer })
  })
  return urls
}
afterEach(() => vi.unstubAllGlobals())

const at = (network: Network): Network => ({
  ...network,
  rpcUrls: { default: { http: [`https://node.example/${network.id}`] } },
})

describe('the address of a name', () => {
  const proved = async (records: Records, networkId: 'eip155:1' | 'eip155:10', name = 'harbor.eth') => {
    const wallet = walletOn(1, records)
    const urls = nodeOf(wallet)
    const address = await proveName({ name, networkId, networks: [ten, at(ethereum)] })
    return { address, coinTypes: wallet.asked.map(({ coinType }) => coinType), asked: wallet.asked, urls }
  }

  test('on Ethereum is that of its one record', async () => {
    expect(await proved({ 60: everywhere }, 'eip155:1')).toMatchObject({
      address: everywhere,
      coinTypes: ['none'],
    })
  })

  test('on another chain is that of the record for the chain, else of the one for all', async () => {
    const coinTypeOfTen = String(0x80000000 + 10)
    expect(await proved({ 60: everywhere, [coinTypeOfTen]: onTen }, 'eip155:10')).toMatchObject({
      ...{ address: onTen.toLowerCase(), coinTypes: [coinTypeOfTen] },
    })
    expect(await proved({ 60: everywhere }, 'eip155:10')).toMatchObject({
      ...{ address: everywhere, coinTypes: [coinTypeOfTen, 'none'] },
    })
  })

  test('is none where nobody has the name', async () => {
    expect(await proved({}, 'eip155:10')).toMatchObject({ address: undefined })
    expect(await proved({}, 'eip155:1')).toMatchObject({ address: undefined })
  })

  test('is looked for by the name as ENS normalizes it', async () => {
    const { asked } = await proved({ 60: everywhere }, 'eip155:1', 'HARBOR.eth')
    expect(asked).toMatchObject([{ to: universal, node: namehash('harbor.eth') }])
  })

  test.each(['no name', 'a..eth'])('of %j is none, and nobody is asked', async (name) => {
    expect(await proved({ 60: everywhere }, 'eip155:1', name)).toMatchObject({ address: undefined, urls: [] })
  })
})

describe('names are read', () => {
  const resolverAt = (address: unknown) => ({ ensUniversalResolver: { address } as object })
  const read = async (networks: readonly Network[], chain = 10) => {
    const wallet = walletOn(chain, { 60: everywhere })
    const urls = nodeOf(wallet)
    await proveName({ name: 'harbor.eth', networkId: 'eip155:10', networks })
    return { to: wallet.asked[0]?.to, url: urls[0] }
  }

  test('on the network itself if it has a resolver', async () => {
    const networks = [at(ethereum), at(networkOf(10, resolverAt(own)))]
    expect(await read(networks)).toEqual({ to: own, url: 'https://node.example/10' })
  })

  test('on Ethereum otherwise, by the resolver that the host names for it', async () => {
    expect(await read([at(ten), at(ethereum)])).toEqual({ to: universal, url: 'https://node.example/1' })
    const named = at(networkOf(1, resolverAt(own)))
    expect(await read([at(ten), named])).toEqual({ to: own, url: 'https://node.example/1' })
  })

  test('on no other network that has a resolver', async () => {
    const other = at(networkOf(8453, resolverAt(own)))
    expect(await read([other, at(ten), at(ethereum)])).toEqual({
      ...{ to: universal, url: 'https://node.example/1' },
    })
  })

  test.each([undefined, 7, 'resolver', ''])(
    'on Ethereum where its resolver is no address but %j',
    async (address) => {
      const odd = at(networkOf(10, resolverAt(address)))
      expect(await read([odd, at(ethereum)])).toEqual({ to: universal, url: 'https://node.example/1' })
      const list = at({ ...ten, contracts: { ensUniversalResolver: [own] } as never })
      expect(await read([list, at(ethereum)])).toMatchObject({ to: universal })
    },
  )

  test('on Ethereum also where the host does not offer it', async () => {
    const { to, url } = await read([at(ten)])
    expect(to).toBe(universal)
    expect(url).toMatch(/^https:/)
    expect(url).not.toContain('node.example')
    expect((await read([])).to).toBe(universal)
  })
})

test('a wallet reads a name where no node answers; on another chain it cannot', async () => {
  const parameters = { name: 'harbor.eth', networkId: 'eip155:1', networks: [ethereum] } as const
  const witness = walletOn(1, { 60: everywhere })
  expect(await proveName({ ...parameters, witness })).toBe(everywhere)
  for (const networkId of ['eip155:1', 'eip155:10'] as const) {
    const elsewhere = walletOn(10, { 60: everywhere })
    await expect(proveName({ ...parameters, networkId, witness: elsewhere })).rejects.toMatchObject({
      ...{ code: 'NETWORK_UNREADABLE', slots: { network: 'Chain 1' } },
    })
    await expect(proveName({ ...parameters, networkId })).rejects.toMatchObject({
      code: 'NETWORK_UNREADABLE',
    })
  }
})

test('error: the wallet fails after it has read that there is no record for the chain', async () => {
  const empty = encodeFunctionResult({ abi, functionName: 'resolveWithGateways', result: ['0x', universal] })
  let calls = 0
  const witness = walletOn(1, {}, () => {
    if (calls++ > 0) throw new Error('gone')
    return empty
  })
  const parameters = { name: 'harbor.eth', networkId: 'eip155:10', networks: [ethereum], witness } as const
  await expect(proveName(parameters)).rejects.toMatchObject({ code: 'NETWORK_UNREADABLE' })
  expect(calls).toBe(2)
})
