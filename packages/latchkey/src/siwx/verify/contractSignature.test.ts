import {
  type Client,
  decodeFunctionData,
  encodeDeployData,
  encodeFunctionResult,
  type Hex,
  multicall3Abi,
  parseAbi,
  universalSignatureValidatorAbi,
  universalSignatureValidatorByteCode,
} from 'viem'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { contract, owner, wrapped } from '../wrappedSignature.js'
import { isContractSignature } from './contractSignature.js'

type Asked = { readonly method: string; readonly params: readonly unknown[] }

const { address } = owner
const hash: Hex = `0x${'ab'.repeat(32)}`
const accepted: Hex = `0x1626ba7e${'0'.repeat(56)}`
const gas = '0x989680'
const abi = parseAbi(['function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)'])

afterEach(() => void vi.useRealTimers())

/** What a node is asked, and what comes of it, where it answers with a code and to a call. */
async function ask(
  signature: Hex,
  { code = '0x', answer = accepted }: { code?: unknown; answer?: unknown } = {},
) {
  const asked: Asked[] = []
  const options: unknown[] = []
  const request = async (call: Asked, more: unknown) => {
    asked.push(call)
    options.push(more)
    return call.method === 'eth_getCode' ? code : answer
  }
  const client = { request } as unknown as Client
  const isSigned = await isContractSignature(client, { hash, address, signature, chainId: 31337n })
  const calls = asked.filter(({ method }) => method === 'eth_call').map(({ params }) => params)
  return { isSigned, asked, options, calls, call: (calls[0]?.[0] ?? {}) as { to?: Hex; data: Hex } }
}

const question = (signature: Hex, data: Hex) =>
  expect(decodeFunctionData({ abi, data }).args).toEqual([hash, signature])

describe('a deployed contract (ERC-1271)', () => {
  test('is called once, at the newest block, with a gas limit and without retries', async () => {
    const { isSigned, asked, options, call } = await ask('0x1234', { code: '0x60' })
    expect(isSigned).toBe(true)
    expect(asked).toEqual([
      { method: 'eth_getCode', params: [address, 'latest'] },
      { method: 'eth_call', params: [{ to: address, data: call.data, gas }, 'latest'] },
    ])
    question('0x1234', call.data)
    const once = { retryCount: 0, dedupe: false, signal: expect.any(AbortSignal) }
    expect(options).toEqual([once, once])
  })

  test.each<Hex>([`0x${'6492'.repeat(16)}00`, '0x006492', `0x${'8010'.repeat(16)}00`, '0x008010'])(
    'is asked of %.12s…, which only looks as if it were wrapped',
    async (signature) => {
      const { call, asked } = await ask(signature, { code: '0x60' })
      expect(asked.map(({ method }) => method)).toEqual(['eth_getCode', 'eth_call'])
      question(signature, call.data)
    },
  )

  test.each([
    [`${accepted}zz`, undefined],
    [['0x'], undefined],
    [`0x00${accepted.slice(2)}`, false],
  ])('that answers %j did not sign', async (answer, isSigned) => {
    expect((await ask('0x1234', { code: '0x60', answer })).isSigned).toBe(isSigned)
  })
})

describe('a contract that is not deployed yet (ERC-6492)', () => {
  const signature: Hex = `0x12${'6492'.repeat(16)}`

  test('is deployed within the call, and its code is not read', async () => {
    const { asked } = await ask(signature)
    const data = encodeDeployData({
      abi: universalSignatureValidatorAbi,
      bytecode: universalSignatureValidatorByteCode,
      args: [address, hash, signature],
    })
    expect(asked).toEqual([{ method: 'eth_call', params: [{ data, gas }, 'latest'] }])
  })

  test.each([
    ['0x01', true],
    ['0x1', true],
    [`0x${'0'.repeat(63)}1`, true],
    ['0x00', false],
    ['0x10', false],
    ['0x11', false],
    ['0x', false],
  ])('of %s: %s', async (answer, isSigned) => {
    expect((await ask(signature, { answer })).isSigned).toBe(isSigned)
  })
})

describe('a key’s account that is not delegated yet (ERC-8010)', () => {
  const resultOf = (...result: readonly { readonly success: boolean; readonly returnData: Hex }[]) =>
    encodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', result: [...result] })
  const result = (success: boolean, returnData: Hex) =>
    resultOf({ success: true, returnData: '0x' }, { success, returnData })

  test('has its contract called as if it were delegated', async () => {
    const { isSigned, calls, call } = await ask(await wrapped())
    expect(isSigned).toBe(true)
    const authorization = expect.objectContaining({ address: contract, chainId: '0x7a69' })
    expect(calls).toEqual([
      [{ to: address, data: call.data, authorizationList: [authorization], gas }, 'latest'],
    ])
    question('0x1234', call.data)
  })

  test.each([
    ['small', (code: string) => code.toLowerCase()],
    ['large', (code: string) => code.toUpperCase().replace('0X', '0x')],
  ])('is called as it is if it is delegated, in %s letters', async (_, written) => {
    const code = written(`0xef0100${contract.slice(2)}`)
    const { isSigned, calls, call } = await ask(await wrapped(), { code })
    expect(isSigned).toBe(true)
    expect(calls).toEqual([[{ to: address, data: call.data, gas }, 'latest']])
    question('0x1234', call.data)
  })

  test('may have signed with its own key; then no contract is called', async () => {
    const inner = await owner.sign({ hash })
    const { isSigned, calls } = await ask(await wrapped({ inner }), { answer: '0x' })
    expect([isSigned, calls]).toEqual([true, []])
  })

  test.each([
    ['of another hash', async () => owner.sign({ hash: `0x${'cd'.repeat(32)}` })],
    ['of 64 bytes', async () => (await owner.sign({ hash })).slice(0, -2) as Hex],
  ])('did not sign with a key’s signature %s', async (_, sign) => {
    const { isSigned, calls } = await ask(await wrapped({ inner: await sign() }), { answer: '0x' })
    expect([isSigned, calls.length]).toEqual([false, 1])
  })

  test('is not called if its authorization is for another chain', async () => {
    const { isSigned, calls } = await ask(await wrapped({ chainId: 1 }))
    expect([isSigned, calls]).toEqual([false, []])
  })

  test('is set up first, in the same call', async () => {
    const signature = await wrapped({ data: '0xabcd' })
    const { isSigned, calls, call } = await ask(signature, { answer: result(true, accepted) })
    expect(isSigned).toBe(true)
    const to = '0xcA11bde05977b3631167028862bE2a173976CA11'
    expect(calls).toEqual([[{ to, data: call.data, authorizationList: [expect.anything()], gas }, 'latest']])
    const { args } = decodeFunctionData({ abi: multicall3Abi, data: call.data })
    expect(args).toEqual([
      [
        { target: contract, allowFailure: true, callData: '0xabcd' },
        { target: address, allowFailure: true, callData: expect.stringMatching(/^0x1626ba7e/) },
      ],
    ])
  })

  test.each([
    ['failed', result(false, accepted)],
    ['was refused', result(true, `0x${'f'.repeat(64)}`)],
    ['met no contract', '0x'],
    ['has no answer to the question', resultOf({ success: true, returnData: accepted })],
  ])('did not sign where that call %s', async (_, answer) => {
    expect((await ask(await wrapped({ data: '0xabcd' }), { answer })).isSigned).toBe(false)
  })
})

test('a node that is silent for 5 s does not count, and is not asked again', async () => {
  vi.useFakeTimers()
  let signal: AbortSignal | undefined
  const request = (_: Asked, options: { readonly signal: AbortSignal }) => {
    signal = options.signal
    return new Promise(() => {})
  }
  const answer = isContractSignature({ request } as unknown as Client, {
    hash,
    address,
    signature: '0x1234',
    chainId: 1n,
  })
  await vi.advanceTimersByTimeAsync(4_999)
  expect(signal?.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(signal?.aborted).toBe(true)
  expect(await answer).toBeUndefined()
})

test('a node that answers leaves no timer behind', async () => {
  vi.useFakeTimers()
  await ask('0x1234')
  expect(vi.getTimerCount()).toBe(0)
})
