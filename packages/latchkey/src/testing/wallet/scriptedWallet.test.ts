import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseTransaction, recoverTransactionAddress, verifyMessage, verifyTypedData } from 'viem'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { mockNetwork } from '../mockNetwork.js'
import { walletFixtures } from '../vitest/walletFixtures.js'
import { scriptedWallet } from './scriptedWallet.js'

type RpcRequest = { readonly id: number; readonly method: string; readonly params: readonly unknown[] }

/** A chain that answers only what a transfer needs, and records what it was sent. */
const chain: { readonly sent: `0x${string}`[]; stop: () => void; url: string } = {
  sent: [],
  stop() {},
  url: '',
}

beforeEach(async () => {
  chain.sent.length = 0
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { id, method, params } = JSON.parse(Buffer.concat(chunks).toString()) as RpcRequest
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...answer(method, params) }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  chain.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  chain.stop = () => server.close()
})
afterEach(() => chain.stop())

function answer(method: string, params: readonly unknown[]): { result: unknown } | { error: object } {
  switch (method) {
    case 'eth_chainId':
      return { result: '0x1' }
    case 'eth_getTransactionCount':
      return { result: '0x5' }
    case 'eth_estimateGas':
      return { result: '0x5208' }
    case 'eth_maxPriorityFeePerGas':
      return { result: '0x1' }
    case 'eth_blockNumber':
      return { result: '0x10' }
    case 'eth_getBlockByNumber':
      return { result: { number: '0x10', baseFeePerGas: '0x1', transactions: [] } }
    case 'eth_sendRawTransaction':
      chain.sent.push(params[0] as `0x${string}`)
      return { result: `0x${'ab'.repeat(32)}` }
    default:
      return { error: { code: -32601, message: `unexpected ${method}` } }
  }
}

const networkAt = (id: number) => mockNetwork(id, { rpcUrls: { default: { http: [chain.url] } } })
const create = (options: Partial<scriptedWallet.Parameters> = {}) =>
  scriptedWallet({ networks: [networkAt(1), networkAt(10)], ...options })

async function connected(options: Partial<scriptedWallet.Parameters> = {}) {
  const wallet = await create(options)
  const ask = (method: string, ...params: readonly unknown[]) => wallet.provider.request({ method, params })
  await ask('eth_requestAccounts')
  return { wallet, ask }
}

const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

describe('scriptedWallet', () => {
  test('sends, and then says that it broke, or what nobody can read', async () => {
    const { wallet, ask } = await connected({ behaviour: { send: 'breaks' } })
    await expect(ask('eth_sendTransaction', { to: account, value: '0x1' })).rejects.toMatchObject({
      code: -32603,
    })
    expect(chain.sent).toHaveLength(1)
    wallet.behave({ send: 'malformed' })
    expect(await ask('eth_sendTransaction', { to: account, value: '0x1' })).toBe('0x12')
    expect(chain.sent).toHaveLength(2)
  })

  test('drifts to another chain and account, and tells nobody', async () => {
    const { wallet, ask } = await connected()
    const heard: string[] = []
    wallet.subscribe((event) => heard.push(event))
    const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
    wallet.drift({ chainId: 10, address: other })
    expect([await ask('eth_chainId'), await ask('eth_accounts')]).toEqual(['0xa', [other]])
    expect(heard).toEqual([])
  })

  test('shows its account to permitted pages, until the permission is taken back', async () => {
    const { provider, address, revoke } = await create()
    const heard: unknown[] = []
    provider.on('accountsChanged', (accounts) => heard.push(accounts))
    expect(address).toBe(account)
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([])
    expect(await provider.request({ method: 'eth_requestAccounts' })).toEqual([account])
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([account])
    revoke()
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([])
    expect(heard).toEqual([[account], []])
  })

  test('signs with its key', async () => {
    const { ask } = await connected()
    const signature = (await ask('personal_sign', '0x48656c6c6f', account)) as `0x${string}`
    expect(await verifyMessage({ address: account, message: 'Hello', signature })).toBe(true)
    const typedData = {
      types: { Mail: [{ name: 'contents', type: 'string' }] },
      primaryType: 'Mail',
      domain: { name: 'Test' },
      message: { contents: 'Hello' },
    } as const
    const signed = (await ask('eth_signTypedData_v4', account, JSON.stringify(typedData))) as `0x${string}`
    expect(await verifyTypedData({ ...typedData, address: account, signature: signed })).toBe(true)
  })

  test('sends through the RPC address of the host', async () => {
    const { ask } = await connected()
    const hash = await ask('eth_sendTransaction', { from: account, to: account, value: '0x10' })
    expect(hash).toBe(`0x${'ab'.repeat(32)}`)
    const [raw] = chain.sent as [`0x02${string}`]
    expect(parseTransaction(raw)).toMatchObject({ chainId: 1, nonce: 5, value: 16n })
    expect(await recoverTransactionAddress({ serializedTransaction: raw })).toBe(account)
  })

  test('reads from the RPC address of the host', async () => {
    const { ask } = await connected()
    expect(await ask('eth_blockNumber')).toBe('0x10')
  })

  test('switches among the networks of the host, and says so', async () => {
    const { wallet, ask } = await connected()
    const heard: unknown[] = []
    wallet.provider.on('chainChanged', (chainId) => heard.push(chainId))
    expect(await ask('wallet_switchEthereumChain', { chainId: '0xa' })).toBeNull()
    wallet.chooseNetwork(1)
    expect(heard).toEqual(['0xa', '0x1'])
    await expect(ask('wallet_switchEthereumChain', { chainId: '0x5' })).rejects.toMatchObject({ code: 4902 })
  })

  test('rejects what it was told to reject', async () => {
    const { wallet, ask } = await connected()
    wallet.behave({ sign: 'reject', switchNetwork: 'reject' })
    await expect(ask('personal_sign', '0x00', account)).rejects.toMatchObject({ code: 4001 })
    await expect(ask('wallet_switchEthereumChain', { chainId: '0xa' })).rejects.toMatchObject({ code: 4001 })
    expect(wallet.requests.map(({ method }) => method)).toEqual([
      'eth_requestAccounts',
      'personal_sign',
      'wallet_switchEthereumChain',
    ])
  })

  test('wrong chain: connects on one that is not the host’s, and promises switches without making them', async () => {
    const { ask } = await connected({ behaviour: 'wrongChain' })
    expect(await ask('eth_chainId')).toBe('0x76adf1')
    expect(await ask('wallet_switchEthereumChain', { chainId: '0xa' })).toBeNull()
    expect(await ask('eth_chainId')).toBe('0x76adf1')
    await expect(ask('eth_blockNumber')).rejects.toMatchObject({ code: 4901 })
  })

  test('error: signing before the account is shared', async () => {
    const { provider } = await create()
    const request = { method: 'personal_sign', params: ['0x00', account] }
    await expect(provider.request(request)).rejects.toMatchObject({ code: 4100 })
  })

  const withWallet = test.extend(walletFixtures({ networks: [mockNetwork(1)] }))
  withWallet('Vitest: each test has a wallet of its own', async ({ wallet }) => {
    wallet.behave('silent')
    const asked = wallet.provider.request({ method: 'eth_requestAccounts' })
    await expect.poll(() => wallet.pending).toEqual(['connect'])
    wallet.settle('approve')
    expect(await asked).toEqual([wallet.address])
  })
})
