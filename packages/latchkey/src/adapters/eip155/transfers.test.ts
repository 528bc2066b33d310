import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createWalletClient, encodeDeployData, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { waitForTransactionReceipt } from 'viem/actions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contracts, deployAll, people, seedHistory } from '../../../../../chains/src/index.js'
import { startChain, type TestChain } from '../../../../../services/src/testing/startChain.js'
import { defineNetwork } from '../../networks/defineNetwork.js'
import { scriptedProvider } from '../../testing/scriptedProvider.js'
import { getBalance } from './getBalance.js'
import { transfers } from './transfers.js'

// On a real chain, with tokens as they are found: with and without an answer to `transfer`.

const account = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
let chain: TestChain
let network: ReturnType<typeof local>

const local = (rpcUrl: string) =>
  defineNetwork({
    id: 31337,
    name: 'Local',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrl,
  })

beforeAll(async () => {
  chain = await startChain()
  network = local(chain.url)
  await deployAll(chain.url)
  await seedHistory(chain.url)
}, 60_000)
afterAll(() => chain.stop())

/** A wallet that approves everything, with the visitor's key. */
function wallet() {
  const client = createWalletClient({ account, transport: http(chain.url) })
  return scriptedProvider({
    eth_sendTransaction: async ([{ to, data, value, gas, maxFeePerGas, maxPriorityFeePerGas }]: readonly [
      Record<string, `0x${string}` | undefined>,
    ]) => {
      const hash = await client.sendTransaction({
        chain: null,
        to,
        data,
        value: BigInt(value ?? 0),
        ...(gas === undefined ? {} : { gas: BigInt(gas) }),
        ...(maxFeePerGas === undefined ? {} : { maxFeePerGas: BigInt(maxFeePerGas) }),
        ...(maxPriorityFeePerGas === undefined ? {} : { maxPriorityFeePerGas: BigInt(maxPriorityFeePerGas) }),
      })
      await waitForTransactionReceipt(client, { hash })
      return hash
    },
  })
}

const send = (units: bigint, tokenAddress?: string) =>
  transfers.send({
    provider: wallet(),
    network,
    transfer: { from: account.address, to: people.wren, units, tokenAddress },
    isAtomic: false,
    wallet: 'Mock Wallet',
  })

describe('a transfer arrives', () => {
  test.each([
    ['of the coin', undefined],
    ['of a token', contracts.dollar],
    ['of a token that gives no answer', contracts.ironDollar],
    ['of a token with 18 decimals', contracts.grove],
    ['of a token without decimals', contracts.ticket],
  ])('%s', async (_, tokenAddress) => {
    const balance = () => transfers.balance({ network, address: people.wren, tokenAddress })
    const before = await balance()
    const sent = await send(1n, tokenAddress)
    expect(sent).toEqual({ kind: 'transaction', id: expect.stringMatching(/^0x[0-9a-f]{64}$/) })
    expect(await transfers.status({ network, sent })).toEqual({ status: 'confirmed', hash: sent.id })
    expect(await balance()).toBe(before + 1n)
  })

  test('all of the coin, to the last unit that the fee leaves', async () => {
    const from = account.address
    const transfer = { from, to: people.wren, units: 1n }
    const fee = await transfers.estimate({ network, transfer })
    const balance = await transfers.balance({ network, address: from })
    const units = balance - fee.gasLimit * fee.gasPriceUnits
    const provider = wallet()
    const sent = await transfers.send({
      provider,
      network,
      transfer: { ...transfer, units },
      fee,
      isAtomic: false,
      wallet: 'Mock Wallet',
    })
    expect(await transfers.status({ network, sent })).toMatchObject({ status: 'confirmed' })
    await chain.request('anvil_setBalance', [from, '0x21e19e0c9bab2400000'])
  })
})

describe('what it costs', () => {
  test('is the gas of a plain transfer, and at most what the block asks for', async () => {
    const fee = await transfers.estimate({
      network,
      transfer: { from: account.address, to: people.wren, units: 1n },
    })
    expect(fee.gasLimit).toBe(21_000n)
    expect(fee.feeUnits).toBeLessThanOrEqual(fee.gasLimit * fee.gasPriceUnits)
    expect(fee.feeUnits).toBeGreaterThan(0n)
  })

  test('error: more of a token than there is', async () => {
    const transfer = {
      from: account.address,
      to: people.wren,
      units: 10n ** 30n,
      tokenAddress: contracts.dollar,
    }
    await expect(transfers.estimate({ network, transfer })).rejects.toMatchObject({
      code: 'TRANSFER_REFUSED',
    })
  })

  test('error: a node that is not there', async () => {
    const nowhere = local('http://127.0.0.1:9')
    const transfer = { from: account.address, to: people.wren, units: 1n }
    await expect(transfers.estimate({ network: nowhere, transfer })).rejects.toMatchObject({
      code: 'ESTIMATE_GAS_FAILED',
    })
  })
})

test('the balance of a token comes with its own decimals and symbol', async () => {
  const { units, ...rest } = await getBalance({
    network,
    address: account.address,
    tokenAddress: contracts.dollar,
  })
  expect(rest).toEqual({ decimals: 6, symbol: 'KUSD' })
  expect(units).toBeGreaterThan(0n)
})

test('a contract is told from an account', async () => {
  expect(await transfers.isContract({ network, address: contracts.dollar })).toBe(true)
  expect(await transfers.isContract({ network, address: people.wren })).toBe(false)
})

describe('how it stands', () => {
  test('with one that another of the same number took the place of: outrun', async () => {
    const from = people.saffron
    const ask = async (method: string, params: unknown[]) => (await chain.request(method, params)) as string
    const coin = (to: string, fee: number, nonce?: string) => ({
      from,
      to,
      value: '0x1',
      maxFeePerGas: `0x${(fee * 10 ** 9).toString(16)}`,
      maxPriorityFeePerGas: '0x1',
      ...(nonce === undefined ? {} : { nonce }),
    })
    await ask('anvil_impersonateAccount', [from])
    await ask('anvil_setBalance', [from, '0x21e19e0c9bab2400000'])
    await ask('evm_setAutomine', [false])
    try {
      const id = await ask('eth_sendTransaction', [coin(people.wren, 20)])
      const sent = { kind: 'transaction', id, from } as const
      const waiting = await transfers.status({ network, sent })
      expect(waiting).toEqual({ status: 'pending', hash: id, nonce: expect.any(Number), isOutrun: false })
      const other = await ask('eth_sendTransaction', [
        coin(people.marlow, 90, `0x${waiting.nonce?.toString(16)}`),
      ])
      // Nobody knows the first one any more: its number was remembered.
      const known = { ...sent, nonce: waiting.nonce }
      expect(await transfers.status({ network, sent: known })).toMatchObject({ isOutrun: false })
      await ask('evm_mine', [])
      expect(await transfers.status({ network, sent: known })).toEqual({
        status: 'pending',
        hash: id,
        nonce: waiting.nonce,
        isOutrun: true,
      })
      expect(await transfers.status({ network, sent: { ...sent, id: other } })).toMatchObject({
        status: 'confirmed',
      })
    } finally {
      await ask('evm_setAutomine', [true])
    }
  })

  test('with a transaction that no block has: pending', async () => {
    const sent = { kind: 'transaction', id: `0x${'12'.repeat(32)}` } as const
    expect(await transfers.status({ network, sent })).toEqual({ status: 'pending', hash: sent.id })
  })

  test('with one that failed: failed', async () => {
    const [from] = [people.marlow]
    const data = encodeDeployData({ abi: [], bytecode: '0x60006000fd' })
    const id = (await chain.request('eth_sendTransaction', [{ from, data, gas: '0x30d40' }])) as string
    expect(await transfers.status({ network, sent: { kind: 'transaction', id } })).toMatchObject({
      status: 'failed',
    })
  })

  test.each([
    [{ status: 100 }, 'pending'],
    [{ status: 200, receipts: [{ status: '0x1', transactionHash: `0x${'ab'.repeat(32)}` }] }, 'confirmed'],
    [{ status: 200, receipts: [{ status: '0x0' }] }, 'failed'],
    [{ status: 400 }, 'failed'],
    [{ status: 500, receipts: 'none' }, 'failed'],
    [{ status: 'PENDING' }, 'pending'],
    [{ status: 'CONFIRMED', receipts: [] }, 'confirmed'],
  ])('with a batch of calls (EIP-5792): %j is %s', async (answer, status) => {
    const provider = scriptedProvider({ wallet_getCallsStatus: answer })
    const sent = { kind: 'calls', id: '0x01' } as const
    expect(await transfers.status({ provider, network, sent })).toMatchObject({ status })
  })
})

describe('an answer that says nothing of what became of it: not failed, for who is told so sends again', () => {
  test.each([
    { result: {} },
    { result: { status: '0x7' } },
    { result: 'gone' },
    { result: { status: true } },
  ])('a receipt of %j', async (answer) => {
    const node = createServer((_, response) =>
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, ...answer })),
    )
    await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve))
    const { port } = node.address() as AddressInfo
    const sent = { kind: 'transaction', id: `0x${'12'.repeat(32)}` } as const
    try {
      await expect(
        transfers.status({ network: local(`http://127.0.0.1:${port}`), sent }),
      ).rejects.toMatchObject({ code: 'SERVICE_ANSWER_INVALID' })
    } finally {
      node.close()
    }
  })

  test.each([{}, { status: '200' }, { status: Number.NaN }, { status: 7 }, { status: null, receipts: [] }])(
    'a batch of calls: %j',
    async (answer) => {
      const provider = scriptedProvider({ wallet_getCallsStatus: answer })
      const sent = { kind: 'calls', id: '0x01' } as const
      await expect(transfers.status({ provider, network, sent })).rejects.toMatchObject({
        code: 'WALLET_ANSWER_INVALID',
      })
    },
  )
})

describe('a wallet whose account is a contract', () => {
  const transfer = { from: account.address, to: people.wren, units: 5n, tokenAddress: contracts.dollar }
  const ask = (provider: unknown) =>
    transfers.send({ provider, network, transfer, isAtomic: true, wallet: 'Mock Wallet' })

  test('is sent calls (EIP-5792)', async () => {
    const provider = scriptedProvider({ wallet_sendCalls: { id: '0xbatch' } })
    expect(await ask(provider)).toEqual({ kind: 'calls', id: '0xbatch' })
    expect(provider.requests[0]?.params).toMatchObject([
      {
        version: '2.0.0',
        from: account.address,
        chainId: '0x7a69',
        atomicRequired: false,
        calls: [{ to: contracts.dollar, value: '0x0', data: expect.stringMatching(/^0xa9059cbb/) }],
      },
    ])
  })

  test.each([[{}], [null], [{ id: 7 }], [{ id: '' }]])(
    'error: WALLET_ANSWER_INVALID for %j',
    async (answer) => {
      await expect(ask(scriptedProvider({ wallet_sendCalls: answer }))).rejects.toMatchObject({
        code: 'WALLET_ANSWER_INVALID',
      })
    },
  )
})
