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
import { walletState } from './walletState.js'

// On a real chain, with tokens whose `transfer` returns a value and tokens whose `transfer` returns none.

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

/** The chain takes a transaction in a moment before a block has it. */
async function mined(id: string): Promise<string> {
  await expect.poll(() => chain.request('eth_getTransactionReceipt', [id])).not.toBeNull()
  return id
}

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
    asked: { kind: 'transaction' },
    wallet: 'Mock Wallet',
  })

describe('a transfer of', () => {
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

  test('the whole balance of the coin leaves nothing but the fee', async () => {
    const from = account.address
    const transfer = { from, to: people.wren, units: 1n }
    const fee = await transfers.estimate({ network, transfer })
    const balance = await transfers.balance({ network, address: from })
    const units = balance - BigInt(fee.most)
    const provider = wallet()
    const sent = await transfers.send({
      provider,
      network,
      transfer: { ...transfer, units },
      fee,
      isRest: true,
      asked: { kind: 'transaction' },
      wallet: 'Mock Wallet',
    })
    expect(await transfers.status({ network, sent })).toMatchObject({ status: 'confirmed' })
    await chain.request('anvil_setBalance', [from, '0x21e19e0c9bab2400000'])
  })
})

describe('the estimated fee', () => {
  test("is the gas of a plain transfer, at most at the block's highest price", async () => {
    const fee = await transfers.estimate({
      network,
      transfer: { from: account.address, to: people.wren, units: 1n },
    })
    expect(fee.terms?.gasLimit).toBe('21000')
    expect(BigInt(fee.about)).toBeLessThanOrEqual(BigInt(fee.most))
    expect(BigInt(fee.about)).toBeGreaterThan(0n)
  })

  test('error: more of a token than the account has', async () => {
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

  test('error: an unreachable node', async () => {
    const nowhere = local('http://127.0.0.1:9')
    const transfer = { from: account.address, to: people.wren, units: 1n }
    await expect(transfers.estimate({ network: nowhere, transfer })).rejects.toMatchObject({
      code: 'FEE_ESTIMATE_FAILED',
    })
  })
})

test("a token's balance includes its decimals and symbol", async () => {
  const { units, ...rest } = await getBalance({
    network,
    address: account.address,
    tokenAddress: contracts.dollar,
  })
  expect(rest).toEqual({ decimals: 6, symbol: 'KUSD' })
  expect(units).toBeGreaterThan(0n)
})

test('a contract is distinguished from an account', async () => {
  expect(await transfers.isContract({ network, address: contracts.dollar })).toBe(true)
  expect(await transfers.isContract({ network, address: people.wren })).toBe(false)
})

describe('the status of a transfer', () => {
  test('a transaction replaced by another one with the same nonce is outrun', async () => {
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
      // The node no longer knows the first transaction, but the kit has its nonce.
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

  test('a transaction that is in no block is pending', async () => {
    const sent = { kind: 'transaction', id: `0x${'12'.repeat(32)}` } as const
    expect(await transfers.status({ network, sent })).toEqual({ status: 'pending', hash: sent.id })
  })

  describe('a hash that is compared with the transfer', () => {
    const transfer = {
      from: people.marlow,
      to: people.wren,
      units: 91n,
      tokenAddress: undefined as string | undefined,
    }
    const request = async (call: object) =>
      (await chain.request('eth_sendTransaction', [
        { from: people.marlow, to: people.wren, value: '0x5b', ...call },
      ])) as string
    const statusOf = async (id: string, asked?: { kind: 'transaction'; height: number }, its = transfer) =>
      (
        await transfers.status({
          network,
          sent: { kind: 'transaction', id, from: people.marlow },
          transfer: its,
          asked,
        })
      ).status

    test('the transfer itself is confirmed', async () => {
      expect(await statusOf(await mined(await request({})))).toBe('confirmed')
    })

    test.each([
      ['sender', { from: people.saffron }],
      ['recipient', { to: people.marlow }],
      ['amount', { value: '0x5c' }],
    ])('a transaction with another %s is not the transfer', async (_, call) => {
      await chain.request('anvil_impersonateAccount', [people.saffron])
      expect(await statusOf(await request(call))).toBe('other')
    })

    test('a call of another function of the token is not the transfer', async () => {
      const data = `0x095ea7b3${people.wren.slice(2).padStart(64, '0')}${'5b'.padStart(64, '0')}`
      const id = await request({ to: contracts.dollar, value: '0x0', data })
      expect(await statusOf(id, undefined, { ...transfer, tokenAddress: contracts.dollar })).toBe('other')
    })

    test('a transaction mined before the wallet was asked is not the transfer', async () => {
      const id = await mined(await request({}))
      const { height = 0 } = await transfers.prepare({ network, from: people.marlow, isAtomic: false })
      expect(await statusOf(id, { kind: 'transaction', height })).toBe('other')
      expect(await statusOf(id, { kind: 'transaction', height: height - 1 })).toBe('confirmed')
    })

    test('a pending transaction that does something else is not the transfer, even before it is mined', async () => {
      await chain.request('evm_setAutomine', [false])
      try {
        expect(await statusOf(await request({ value: '0x5c' }))).toBe('other')
        expect(await statusOf(await request({}))).toBe('pending')
      } finally {
        await chain.request('evm_mine', [])
        await chain.request('evm_setAutomine', [true])
      }
    })
  })

  describe('transactions that somebody else made for a contract account', () => {
    const smart = '0x5a11000000000000000000000000000000000001'
    // Calls the address in the first word, with the value in the second and the data after it; ignores a failed call.
    const code = '0x6040360380604060003760006000826000602035600035' + '5af100'
    const word = (value: string | bigint) => BigInt(value).toString(16).padStart(64, '0')
    const coin = { from: smart, to: people.wren, units: 77n }
    const token = { ...coin, tokenAddress: contracts.dollar }
    const paying = (to: string, units: bigint) => `a9059cbb${word(to)}${word(units)}`
    const bundle = async (to: string, value: bigint, data = '') => {
      const call = { from: people.marlow, to: smart, data: `0x${word(to)}${word(value)}${data}` }
      return mined((await chain.request('eth_sendTransaction', [{ ...call, gas: '0x30d40' }])) as string)
    }
    const statusOf = async (
      id: string,
      transfer: typeof coin | typeof token,
      asked?: { kind: 'transaction'; height: number },
    ) => transfers.status({ network, sent: { kind: 'transaction', id, from: smart }, transfer, asked })

    beforeAll(async () => {
      await chain.request('anvil_setCode', [smart, code])
      await chain.request('anvil_setBalance', [smart, '0xffff'])
      const data = `0x${paying(smart, 1000n)}`
      await chain.request('eth_sendTransaction', [{ from: account.address, to: contracts.dollar, data }])
    })

    test("the token's log proves the transfer", async () => {
      const id = await bundle(contracts.dollar, 0n, paying(people.wren, 77n))
      expect(await statusOf(id, token)).toEqual({ status: 'confirmed', hash: id })
    })

    test("the node's trace proves a transfer of the coin", async () => {
      const id = await bundle(people.wren, 77n)
      expect(await statusOf(id, coin)).toEqual({ status: 'confirmed', hash: id })
    })

    test.each([
      ['another amount of the token', contracts.dollar, 0n, paying(people.wren, 78n), token],
      ['another recipient of the token', contracts.dollar, 0n, paying(people.saffron, 77n), token],
      [
        'more of the token than there is, passed over',
        contracts.dollar,
        0n,
        paying(people.wren, 7777n),
        { ...token, units: 7777n },
      ],
      ['another token', contracts.grove, 0n, paying(people.wren, 77n), token],
      ['another amount of the coin', people.wren, 78n, '', coin],
      ['another recipient of the coin', people.saffron, 77n, '', coin],
      [
        'more of the coin than there is, passed over',
        people.wren,
        77_777_777n,
        '',
        { ...coin, units: 77_777_777n },
      ],
    ])('%s is not the transfer', async (_, to, value, data, transfer) => {
      expect(await statusOf(await bundle(to, value, data), transfer)).toMatchObject({ status: 'other' })
    })

    test('a transaction mined before the wallet was asked is not the transfer of the account', async () => {
      const id = await bundle(people.wren, 77n)
      const { height = 0 } = await transfers.prepare({ network, from: smart, isAtomic: false })
      expect(await statusOf(id, coin, { kind: 'transaction', height })).toMatchObject({ status: 'other' })
    })

    test.each([
      ['a bundle that names the account may be it', '0x765e827f', smart, 'pending'],
      ['a bundle of the first EntryPoint too', '0x1fad948c', smart, 'pending'],
      ['a bundle for others is not', '0x765e827f', people.saffron, 'other'],
      ['a call that only names the account is not', '0xa9059cbb', smart, 'other'],
    ])('before it is mined, %s', async (_, selector, named, status) => {
      await chain.request('evm_setAutomine', [false])
      try {
        const call = {
          from: people.marlow,
          to: people.saffron,
          data: `${selector}${word(named)}`,
          gas: '0x30d40',
        }
        const id = (await chain.request('eth_sendTransaction', [call])) as string
        expect(await statusOf(id, coin)).toEqual(status === 'pending' ? { status, hash: id } : { status })
      } finally {
        await chain.request('evm_mine', [])
        await chain.request('evm_setAutomine', [true])
      }
    })
  })

  test('a reverted transaction has failed', async () => {
    const [from] = [people.marlow]
    const data = encodeDeployData({ abi: [], bytecode: '0x60006000fd' })
    const id = (await chain.request('eth_sendTransaction', [{ from, data, gas: '0x30d40' }])) as string
    await mined(id)
    expect(await transfers.status({ network, sent: { kind: 'transaction', id } })).toMatchObject({
      status: 'failed',
    })
  })
})

describe('after an unclear answer a transfer does not count as failed, because the visitor would send it again', () => {
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
})

describe('a wallet with a contract account', () => {
  const transfer = { from: account.address, to: people.wren, units: 5n, tokenAddress: contracts.dollar }
  const ask = (provider: unknown) =>
    transfers.send({
      provider,
      network,
      transfer,
      asked: { kind: 'calls', callsId: '0x0b' },
      wallet: 'Mock Wallet',
    })

  test('receives a batch of calls (EIP-5792)', async () => {
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

describe('the chain and account of the wallet', () => {
  test('come from the wallet itself', async () => {
    const provider = scriptedProvider({
      eth_chainId: '0x7a6a',
      eth_accounts: [account.address.toLowerCase()],
    })
    expect(await walletState(provider)).toEqual({
      networkId: 'eip155:31338',
      addresses: [account.address],
    })
  })

  test.each([
    ['eth_chainId', { eth_chainId: 'main', eth_accounts: [] }],
    ['eth_accounts', { eth_chainId: '0x1', eth_accounts: {} }],
  ])('error: a %s that cannot be read', async (details, script) => {
    await expect(walletState(scriptedProvider(script))).rejects.toMatchObject({
      code: 'WALLET_ANSWER_INVALID',
      details,
    })
  })
})

describe("a wallet's answer other than a hash", () => {
  const transfer = { from: account.address, to: people.wren, units: 5n }
  const ask = (eth_sendTransaction: unknown) =>
    transfers.send({
      provider: scriptedProvider({ eth_sendTransaction }),
      network,
      transfer,
      asked: { kind: 'transaction' },
      wallet: 'Mock Wallet',
    })
  const throwing = (error: unknown) => () => {
    throw error
  }

  test.each([
    { code: 4001, message: 'no' },
    { code: -32603, message: 'User rejected the request.' },
    { code: -32000, message: 'MetaMask Tx Signature: User denied transaction signature.' },
    { code: 5000, message: 'User rejected.' },
    { message: 'Request was cancelled by the user' },
    { code: -32000, message: 'ethers: The user rejected the request' },
  ])('a refusal: %j', async (error) => {
    await expect(ask(throwing(error))).rejects.toMatchObject({ code: 'REQUEST_REJECTED' })
  })

  test.each([
    { code: -32603, message: 'Internal JSON-RPC error.' },
    { code: -32000, message: 'transaction rejected: already known' },
    { code: -32603, message: 'the request to the node was cancelled' },
    { code: -32603, message: 'replacement denied' },
    { code: -32603, message: 'request denied by user operation policy' },
    { code: -32603, message: "user's account validation rejected" },
    { code: -32603, message: 'the user account was rejected' },
    { code: 5000, message: 'bundler timeout' },
    { code: -32603, message: 'oh', data: { originalError: { code: 4001 } } },
    { code: -32601, message: 'header not found' },
    undefined,
    'rejected',
  ])('not a refusal, because the wallet may have sent: %j', async (error) => {
    await expect(ask(throwing(error))).rejects.toMatchObject({ code: 'WALLET_ANSWER_UNCLEAR' })
  })

  const asking = (request: () => unknown) =>
    transfers.send({
      provider: { request },
      network,
      transfer,
      asked: { kind: 'transaction' },
      wallet: 'Mock Wallet',
    })

  test('a refusal thrown synchronously', async () => {
    const refusing = asking(throwing({ code: 4001, message: 'no' }))
    await expect(refusing).rejects.toMatchObject({ code: 'REQUEST_REJECTED' })
  })

  test('a hash returned without a promise', async () => {
    const id = `0x${'ab'.repeat(32)}`
    expect(await asking(() => id)).toEqual({ kind: 'transaction', id })
  })

  test('an error that throws when it is read', async () => {
    const trap = () => {
      throw trapped
    }
    const trapped: object = new Proxy({}, { get: trap, has: trap, getPrototypeOf: trap })
    const refusing = asking(() => Promise.reject(trapped))
    await expect(refusing).rejects.toMatchObject({ code: 'WALLET_ANSWER_UNCLEAR' })
  })

  test.each([['0x12'], [null], [{ hash: '0x' }], [`0x${'zz'.repeat(32)}`]])(
    '%j is not a hash',
    async (answer) => {
      await expect(ask(answer)).rejects.toMatchObject({ code: 'WALLET_ANSWER_INVALID' })
    },
  )

  test('the request names the chain', async () => {
    const provider = scriptedProvider({ eth_sendTransaction: `0x${'ab'.repeat(32)}` })
    await transfers.send({ provider, network, transfer, asked: { kind: 'transaction' }, wallet: 'W' })
    expect(provider.requests[0]?.params).toMatchObject([{ chainId: '0x7a69', from: account.address }])
  })
})

describe('the facts that the chain gives about a transfer', () => {
  test("a token's decimals, and that it is a token", async () => {
    expect(await transfers.facts({ network, to: people.wren, tokenAddress: contracts.dollar })).toEqual({
      isContract: false,
      token: { decimals: 6, symbol: expect.any(String) },
    })
    expect(await transfers.facts({ network, to: contracts.dollar })).toEqual({ isContract: true })
  })

  test('error: an address without code is not a token', async () => {
    await expect(
      transfers.facts({ network, to: people.wren, tokenAddress: people.wren }),
    ).rejects.toMatchObject({ code: 'TOKEN_UNREADABLE' })
  })
})

describe('finding a request that the wallet did not answer', () => {
  const transfer = { from: people.marlow, to: people.wren, units: 77n }
  const request = (value: string, to = people.wren as string) =>
    chain.request('eth_sendTransaction', [{ from: people.marlow, to, value }]) as Promise<string>
  const prepare = () => transfers.prepare({ network, from: people.marlow, isAtomic: false })
  const find = (asked: Awaited<ReturnType<typeof prepare>>) => transfers.find({ network, transfer, asked })

  test('a sent transfer is found by its nonce, among many blocks', async () => {
    const asked = await prepare()
    expect(await find(asked)).toEqual({ status: 'open' })
    await chain.request('anvil_mine', ['0x9'])
    const id = await request('0x4d')
    await chain.request('anvil_mine', ['0x14'])
    expect(await find(asked)).toEqual({ status: 'sent', sent: { kind: 'transaction', id } })
  })

  test("a pending transfer is found in the node's pool", async () => {
    const asked = await prepare()
    await chain.request('evm_setAutomine', [false])
    try {
      await request('0x4e')
      expect(await find(asked)).toEqual({ status: 'open' })
      const id = await request('0x4d')
      expect(await find(asked)).toEqual({ status: 'sent', sent: { kind: 'transaction', id } })
    } finally {
      await chain.request('evm_setAutomine', [true])
      await chain.request('anvil_mine', ['0x1'])
    }
  })

  test('another transaction used the nonce', async () => {
    const asked = await prepare()
    const by = await request('0x4e')
    await chain.request('evm_mine', [])
    expect(await find(asked)).toEqual({ status: 'used', by })
  })

  test.each([
    ['names its recipient', people.wren, 'open'],
    ['is told of somebody else', people.saffron, 'used'],
  ])('the nonce was used by a call to a contract that %s', async (_, whom, status) => {
    const asked = await prepare()
    const data = `0x12345678${whom.slice(2).toLowerCase().padStart(64, '0')}`
    const call = { from: people.marlow, to: people.marlow, value: '0x4d', data, gas: '0x30000' }
    await chain.request('eth_sendTransaction', [call])
    await chain.request('evm_mine', [])
    expect(await find(asked)).toMatchObject({ status })
  })

  test('another transfer of the token to the same recipient used the nonce: it pays nobody else', async () => {
    const asked = await prepare()
    const data = `0xa9059cbb${people.wren.slice(2).padStart(64, '0')}${'0'.repeat(64)}`
    await chain.request('eth_sendTransaction', [{ from: people.marlow, to: contracts.dollar, data }])
    await chain.request('evm_mine', [])
    const its = { ...transfer, tokenAddress: contracts.dollar }
    expect(await transfers.find({ network, transfer: its, asked })).toMatchObject({ status: 'used' })
  })

  test('an equal transaction of another intent is not the transfer', async () => {
    const asked = await prepare()
    const first = await request('0x4d')
    const id = await request('0x4d')
    await chain.request('evm_mine', [])
    const found = await transfers.find({ network, transfer, asked, others: [first] })
    expect(found).toEqual({ status: 'sent', sent: { kind: 'transaction', id } })
  })

  test('a transfer with a later nonce than expected is found', async () => {
    const asked = await prepare()
    await request('0x4e')
    await request('0x4e')
    const id = await request('0x4d')
    // A busy chain answers before its block is there.
    await expect
      .poll(() => find(asked), { timeout: 10_000 })
      .toEqual({ status: 'sent', sent: { kind: 'transaction', id } })
  })

  test("a transfer is found after any number of the account's other transactions", async () => {
    const asked = await prepare()
    for (let other = 0; other < 7; other++) await request('0x4e')
    const id = await request('0x4d')
    // A busy chain answers before its block is there.
    await expect
      .poll(() => find(asked), { timeout: 10_000 })
      .toEqual({ status: 'sent', sent: { kind: 'transaction', id } })
  })

  test('if the nonce was used and the account has a pending transaction, that may be the transfer', async () => {
    const asked = await prepare()
    const by = await request('0x4e')
    await chain.request('evm_setAutomine', [false])
    try {
      const id = await request('0x4d')
      expect(await find(asked)).toEqual({ status: 'open' })
      await chain.request('evm_mine', [])
      expect(await find(asked)).toEqual({ status: 'sent', sent: { kind: 'transaction', id } })
      expect(by).not.toBe(id)
    } finally {
      await chain.request('evm_setAutomine', [true])
    }
  })

  test('after more other transactions than are checked, nothing is concluded', async () => {
    const asked = await prepare()
    await chain.request('evm_setAutomine', [false])
    try {
      for (let other = 0; other < 65; other++) {
        await request('0x4e')
        if (other % 22 === 21) await chain.request('evm_mine', [])
      }
      await chain.request('evm_mine', [])
    } finally {
      await chain.request('evm_setAutomine', [true])
    }
    expect(await find(asked)).toEqual({ status: 'open' })
  })
})
