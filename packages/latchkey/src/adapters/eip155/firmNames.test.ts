import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { contracts, deployAll, people } from '../../../../../chains/src/index.js'
import { startChain, type TestChain } from '../../../../../services/src/testing/startChain.js'
import { defineNetwork } from '../../networks/defineNetwork.js'
import type { Network } from '../../protocol/entities/Network.js'
import { names } from './names.js'
import { transfers } from './transfers.js'

// Reads a name's address and the fee of an intent from a real chain, while the service answers nonsense.

let chain: TestChain
let server: Server
let asked = 0
let service = ''
beforeAll(async () => {
  chain = await startChain()
  await deployAll(chain.url)
  server = createServer((_, response) => {
    asked++
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: '0x1' }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  service = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}, 60_000)
afterAll(() => {
  server.close()
  return chain.stop()
})
afterEach(() => {
  asked = 0
})

const gone = 'http://127.0.0.1:9'
function networkOf(node = chain.url, id = 31337): Network {
  const network = defineNetwork({
    ...{ id, name: 'Local', rpcUrl: node },
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    contracts: { ensUniversalResolver: { address: contracts.universalResolver } },
  })
  return { ...network, rpcUrls: { ...network.rpcUrls, service: { http: [service] } } }
}
const plain = { ...networkOf(gone), contracts: undefined }
const reader = {
  request: ({ method, params }: { readonly method: string; readonly params?: readonly unknown[] }) =>
    method === 'eth_chainId' ? Promise.resolve('0x7a69') : chain.request(method, [...(params ?? [])]),
}

const prove = (name: string, networks: readonly Network[], witness?: unknown) =>
  names.prove?.({ name, networkId: 'eip155:31337', networks, witness })

test('the chain resolves a name, and the service is not asked', async () => {
  expect(await prove('harbor.eth', [networkOf()])).toBe(people.harbor)
  expect(await prove('HARBOR.eth', [networkOf()])).toBe(people.harbor)
  expect(asked).toBe(0)
})

test.each(['nobody-has-it.eth', 'no name', 'a..eth', 'harbor'])('%j resolves to nothing', async (name) => {
  expect(await prove(name, [networkOf()])).toBeUndefined()
})

test('a network without its own names uses those of Ethereum', async () => {
  const ethereum = networkOf(chain.url, 1)
  expect(await prove('harbor.eth', [plain, ethereum])).toBe(people.harbor)
})

test('if no node answers, a wallet on that chain reads the name', async () => {
  expect(await prove('harbor.eth', [networkOf(gone)], reader)).toBe(people.harbor)
  await expect(prove('harbor.eth', [networkOf(gone)])).rejects.toMatchObject({ code: 'NETWORK_UNREADABLE' })
  await expect(prove('harbor.eth', [plain, networkOf(gone, 1)], reader)).rejects.toMatchObject({
    code: 'NETWORK_UNREADABLE',
  })
})

const transfer = { from: people.marlow, to: people.wren, units: 1n }

test('a firm quote comes from the node, and the service is not asked', async () => {
  const quote = await transfers.estimate({ network: networkOf(), transfer, isFirm: true })
  expect(quote).toMatchObject({ terms: { gasLimit: '21000' } })
  expect(BigInt(quote.most)).toBeGreaterThan(21_000n)
  expect(asked).toBe(0)
})

test('if no node answers, a firm quote comes from the wallet; without a wallet there is none', async () => {
  const parameters = { network: networkOf(gone), transfer, isFirm: true }
  expect(await transfers.estimate({ ...parameters, witness: reader })).toMatchObject({
    terms: { gasLimit: '21000' },
  })
  await expect(transfers.estimate(parameters)).rejects.toMatchObject({ code: 'NETWORK_UNREADABLE' })
  expect(asked).toBe(0)
})
