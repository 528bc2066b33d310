import { afterEach, expect, test, vi } from 'vitest'
import { eip155 } from '../../adapters/eip155/eip155.js'
import { connect } from '../../features/connection/connect.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { mockConnector, mockSession } from '../../testing/mockConnector.js'
import { scriptedProvider } from '../../testing/scriptedProvider.js'
import { getEthersProvider, getEthersReader, getEthersSigner } from './ethers.js'

afterEach(() => vi.unstubAllGlobals())

const alice = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const signature = `0x${'ab'.repeat(65)}`

async function setUp() {
  const provider = scriptedProvider({
    eth_chainId: '0xa',
    eth_accounts: [alice],
    eth_requestAccounts: [alice],
    personal_sign: signature,
    eth_blockNumber: '0x10',
  })
  const wallet = mockConnector({}, { connect: () => mockSession([alice], 10), provider })
  const kit = createTestKit({ connectors: [wallet], adapters: [eip155()] })
  return { kit, provider }
}

test('a signer of the connected account asks its wallet', async () => {
  const { kit, provider } = await setUp()
  await connect(kit, { connectorId: 'mock' })
  const signer = await getEthersSigner(kit)
  expect(await signer.getAddress()).toBe(alice)
  expect(await signer.signMessage('hello')).toBe(signature)
  expect(provider.requests.some(({ method }) => method === 'personal_sign')).toBe(true)
})

test('the provider knows the network the wallet is on', async () => {
  const { kit } = await setUp()
  await connect(kit, { connectorId: 'mock' })
  const provider = await getEthersProvider(kit)
  expect((await provider.getNetwork()).chainId).toBe(10n)
  expect(await provider.getBlockNumber()).toBe(16)
})

test('nobody is connected: a clear error', async () => {
  const { kit } = await setUp()
  await expect(getEthersSigner(kit)).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
  await expect(getEthersProvider(kit)).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
})

test('reading needs no wallet, and asks the services first', async () => {
  const asked: { readonly origin: string; readonly method: unknown }[] = []
  vi.stubGlobal('fetch', async (input: Request | string, init?: RequestInit) => {
    const request = new Request(input, init)
    const { method } = JSON.parse(await request.text())
    asked.push({ origin: new URL(request.url).origin, method })
    if (method === 'eth_blockNumber') return Response.json({ jsonrpc: '2.0', id: 1, result: '0x7' })
    const error = { code: 3, message: 'execution reverted', data: '0x' }
    return Response.json({ jsonrpc: '2.0', id: 1, error })
  })
  const reader = getEthersReader(
    createTestKit({ adapters: [eip155()], services: 'https://services.example' }),
  )
  expect(reader._network.chainId).toBe(1n)
  expect(await reader.getBlockNumber()).toBe(7)
  await expect(reader.call({ to: alice })).rejects.toMatchObject({ code: 'CALL_EXCEPTION' })
  expect(asked.map(({ origin }) => origin)).toEqual(['https://services.example', 'https://services.example'])
})
