import { SignError } from '@latchkey/sign-client'
import { describe, expect, test } from 'vitest'
import { toProviderError } from '../../connectors/walletConnect/toProviderError.js'
import type { Asked } from '../../core/transfers.js'
import { accountError } from '../../protocol/accountErrors.js'
import { memoryChain, memoryNetwork } from '../../testing/memoryChain.js'
import { scriptedProvider } from '../../testing/scriptedProvider.js'
import { prepareTransfer, sendTransfer } from './sendTransfer.js'

const alice = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const dollar = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const hash = `0x${'ab'.repeat(32)}`
const coin = { from: alice, to: bob, units: 77n }
const data = `0xa9059cbb${bob.slice(2).toLowerCase().padStart(64, '0')}${'4d'.padStart(64, '0')}`
const fee = { most: '1', about: '1', terms: { gasLimit: '21000', gasPrice: '30', tip: '2' } }
const transaction: Asked = { kind: 'transaction', nonce: 3, height: 20 }
const batch: Asked = { ...transaction, kind: 'calls', callsId: '0x0b' }

describe('before a wallet is asked', () => {
  const transactions = [
    { hash, from: alice, to: bob, nonce: 3, block: 12 },
    { hash: `0x${'cd'.repeat(32)}`, from: alice, to: bob, nonce: 4 },
  ]
  const prepare = (isAtomic: boolean, script = {}) =>
    prepareTransfer({
      ...{ network: memoryNetwork, from: alice, isAtomic },
      witness: memoryChain(transactions, { script }),
    })

  test('the account’s next nonce, how many of its transactions wait, and the chain’s height are read', async () => {
    expect(await prepare(false)).toEqual({ kind: 'transaction', nonce: 5, waiting: 1, height: 20 })
    const none = { eth_getTransactionCount: '0x5' }
    expect(await prepare(false, none)).toEqual({ kind: 'transaction', nonce: 5, height: 20 })
  })

  test('a batch gets an id of its own', async () => {
    const first = await prepare(true)
    expect(first).toEqual({
      ...{ kind: 'calls', nonce: 5, waiting: 1, height: 20 },
      callsId: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    })
    expect((await prepare(true)).callsId).not.toBe(first.callsId)
  })

  test.each(['eth_getTransactionCount', 'eth_blockNumber'])('error: nobody answers %s', async (method) => {
    const script = {
      [method]: () => {
        throw new Error('gone')
      },
    }
    await expect(prepare(false, script)).rejects.toMatchObject({
      ...{ code: 'NETWORK_UNREADABLE', slots: { network: 'Local' } },
    })
  })
})

type More = Partial<Parameters<typeof sendTransfer>[0]>

async function send(answer: unknown, more: More = {}) {
  const provider = scriptedProvider({ eth_sendTransaction: answer, wallet_sendCalls: answer })
  const sent = await sendTransfer({
    ...{ provider, network: memoryNetwork, transfer: coin, asked: transaction, wallet: 'Oak', ...more },
  })
  return { sent, requests: provider.requests }
}

describe('the wallet is asked', () => {
  test('to send the coin', async () => {
    const { sent, requests } = await send(hash)
    expect(sent).toEqual({ kind: 'transaction', id: hash })
    const params = [{ from: alice, chainId: '0xa', to: bob, value: '0x4d' }]
    expect(requests).toEqual([{ method: 'eth_sendTransaction', params }])
  })

  test('to call a token’s contract', async () => {
    const { requests } = await send(hash, { transfer: { ...coin, tokenAddress: dollar } as typeof coin })
    const params = [{ from: alice, chainId: '0xa', to: dollar, value: '0x0', data }]
    expect(requests).toEqual([{ method: 'eth_sendTransaction', params }])
  })

  test('for the fee of the review where all of the coin is sent, and only there', async () => {
    const gas = { gas: '0x5208', maxFeePerGas: '0x1e', maxPriorityFeePerGas: '0x2' }
    const paramsOf = async (more: More) => (await send(hash, more)).requests[0]?.params
    const plain = { from: alice, chainId: '0xa', to: bob, value: '0x4d' }
    expect(await paramsOf({ fee, isRest: true })).toEqual([{ ...plain, ...gas }])
    expect(await paramsOf({ fee })).toEqual([plain])
    expect(await paramsOf({ isRest: true })).toEqual([plain])
    expect(await paramsOf({ isRest: true, fee: { most: '1', about: '1' } })).toEqual([plain])
  })

  test('for a batch with the id that it was prepared with', async () => {
    const { sent, requests } = await send({ id: '0x0b' }, { asked: batch, fee, isRest: true })
    expect(sent).toEqual({ kind: 'calls', id: '0x0b' })
    const calls = [{ to: bob, value: '0x4d' }]
    const params = [
      { version: '2.0.0', from: alice, chainId: '0xa', id: '0x0b', atomicRequired: false, calls },
    ]
    expect(requests).toEqual([{ method: 'wallet_sendCalls', params }])
  })
})

describe('the wallet’s answer', () => {
  test('for a batch may be its id alone, of up to 8,194 characters', async () => {
    expect((await send('0x0b', { asked: batch })).sent).toEqual({ kind: 'calls', id: '0x0b' })
    const long = 'a'.repeat(8194)
    expect((await send({ id: long }, { asked: batch })).sent).toEqual({ kind: 'calls', id: long })
  })

  test.each<[unknown, Asked]>([
    ['0x12', transaction],
    [undefined, transaction],
    [{ id: hash }, transaction],
    ['', batch],
    [undefined, batch],
    [{ id: 7 }, batch],
    [{ id: '' }, batch],
    [{}, batch],
    ['a'.repeat(8195), batch],
  ])('error: it is %j', async (answer, asked) => {
    const details = asked.kind === 'calls' ? 'wallet_sendCalls' : 'eth_sendTransaction'
    await expect(send(answer, { asked })).rejects.toMatchObject({ code: 'WALLET_ANSWER_INVALID', details })
  })

  test('error: there is no wallet', async () => {
    await expect(send(hash, { provider: undefined })).rejects.toMatchObject({ code: 'PROVIDER_UNDEFINED' })
  })

  test('may come at once, and a wallet may throw before it returns a promise', async () => {
    expect((await send(hash, { provider: { request: () => hash } })).sent.id).toBe(hash)
    const throwing = {
      request: () => {
        throw { code: 4001, message: 'no' }
      },
    }
    await expect(send(hash, { provider: throwing })).rejects.toMatchObject({ code: 'REQUEST_REJECTED' })
  })
})

describe('a wallet that fails', () => {
  const failing = (error: unknown, more: More = {}) =>
    send(() => {
      throw error
    }, more).then(
      () => undefined,
      (failure) => failure,
    )

  test('has refused clearly', async () => {
    const error = { code: 4001, message: 'no' }
    expect(await failing(error)).toMatchObject({
      ...{
        code: 'REQUEST_REJECTED',
        message: 'Rejected in Oak. Try again when you are ready.',
        cause: error,
      },
    })
  })

  test.each<[Asked, string]>([
    [transaction, 'eth_sendTransaction'],
    [batch, 'wallet_sendCalls'],
  ])('does not know the method of %j', async (asked, method) => {
    const error = { code: 4200, message: `${method} is not supported` }
    expect(await failing(error, { asked })).toMatchObject({
      ...{ code: 'WALLET_METHOD_UNSUPPORTED', slots: { method }, cause: error },
    })
  })

  test.each<[string, unknown]>([
    ['a refusal of somebody else', { code: -32000, message: 'transaction rejected: already known' }],
    ['another method', { code: -32601, message: 'eth_getTransactionReceipt not found' }],
    ['nothing', { code: -32603, message: '' }],
  ])('and tells of %s may have sent it', async (_, error) => {
    expect(await failing(error)).toMatchObject({
      ...{ code: 'WALLET_ANSWER_UNCLEAR', cause: error, details: (error as Error).message },
    })
  })

  test('while another request is open has not answered for this one', async () => {
    const error = { code: -32002, message: 'already pending' }
    expect(await failing(error)).toMatchObject({ code: 'REQUEST_ALREADY_PENDING', slots: { wallet: 'Oak' } })
  })

  test('and whose error cannot be read may have sent it', async () => {
    const unreadable = Object.defineProperty({}, 'code', {
      get: () => {
        throw new Error('gone')
      },
    })
    expect(await failing(unreadable)).toMatchObject({ code: 'WALLET_ANSWER_UNCLEAR' })
  })

  test('over the protocol was not asked where its session does not allow that', async () => {
    const asked = { wallet: 'Oak', method: 'eth_sendTransaction' }
    const unasked = toProviderError(new SignError('METHOD_NOT_APPROVED', {}), asked)
    expect(await failing(unasked)).toMatchObject({ code: 'METHOD_NOT_GRANTED' })
    const lost = toProviderError(new SignError('REQUEST_EXPIRED', {}), asked)
    expect((await failing(lost)).code).not.toBe('METHOD_NOT_GRANTED')
    // A wallet that was asked, and answers as if it was not.
    expect(await failing(accountError('METHOD_NOT_GRANTED', { slots: { wallet: 'Oak' } }))).toMatchObject({
      code: 'WALLET_ANSWER_UNCLEAR',
    })
  })
})
