import { expect, test, vi } from 'vitest'
import { withKind } from './payload.js'
import { polkadot } from './polkadot.js'
import { readSignature } from './readSignature.js'
import { wrap } from './signMessage.js'

const bytes = (text: string) => new TextEncoder().encode(text)
const hex = (length: number, first = 'ab') => `0x${first}${'ab'.repeat(length - 1)}` as const

test.each([
  ['sr25519, without its kind', hex(64), 'sr25519', 1],
  ['ed25519, without its kind', hex(64), 'ed25519', 0],
  ['ecdsa, without its kind', hex(65), 'ecdsa', 2],
  ['sr25519, with its kind', hex(65, '01'), 'sr25519', 1],
  ['ed25519, with its kind, of an account whose kind is not known', hex(65, '00'), undefined, 0],
  ['ecdsa, with its kind', hex(66, '02'), 'ecdsa', 2],
])('a signature of %s', (_, signature, type, kind) => {
  const [read] = withKind(signature, type)
  expect(read?.[0]).toBe(kind)
  expect(read).toHaveLength(kind === 2 ? 66 : 65)
})

test.each([
  ['64 bytes', hex(64), [0, 1]],
  ['65 bytes with a kind in front', hex(65, '00'), [0, 2]],
  ['65 bytes', hex(65), [2]],
  ['66 bytes', hex(66, '02'), [2]],
])('without a known kind, %s have these readings', (_, signature, kinds) => {
  expect(withKind(signature).map(([kind]) => kind)).toEqual(kinds)
})

test.each([
  ['a kind there is not', hex(65, '05'), 'sr25519'],
  ['ecdsa’s kind with too few bytes', hex(65, '02'), 'sr25519'],
  ['64 bytes of an ecdsa account', hex(64), 'ecdsa'],
])('a signature with %s is none', (_, signature, type) => {
  expect(withKind(signature, type)).toEqual([])
})

test.each([
  ['no object', '0x'],
  ['63 bytes', { signature: hex(63) }],
  ['67 bytes', { signature: hex(67) }],
  ['another encoding', { signature: 'q'.repeat(88) }],
])('an answer of %s is refused', (_, answer) => {
  expect(() => readSignature(answer, 'm')).toThrow('invalid answer')
})

test('bytes are wrapped once', () => {
  const wrapped = wrap(bytes('hi'))
  expect(new TextDecoder().decode(wrapped)).toBe('<Bytes>hi</Bytes>')
  expect(wrap(wrapped)).toEqual(wrapped)
  expect(wrap(bytes('<Bytes>'))).toEqual(bytes('<Bytes><Bytes></Bytes>'))
})

const parameters = {
  address: '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
  networkId: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
  message: 'hi',
  wallet: 'Test',
} as const

test('over the connection protocol a text is sent as it is, and bytes and what looks like them wrapped', async () => {
  const request = vi.fn(async (_: unknown) => ({ signature: hex(64) }))
  const provider = { request, granted: () => undefined }
  await polkadot().signMessage({ ...parameters, provider })
  await polkadot().signMessage({ ...parameters, provider, message: bytes('hi') })
  await polkadot().signMessage({ ...parameters, provider, message: '0x0a03' })
  const { address } = parameters
  expect(request.mock.calls.map(([asked]) => asked)).toEqual([
    { method: 'polkadot_signMessage', params: { address, message: 'hi' } },
    { method: 'polkadot_signMessage', params: { address, message: '0x3c42797465733e68693c2f42797465733e' } },
    {
      method: 'polkadot_signMessage',
      params: { address, message: '0x3c42797465733e3078306130333c2f42797465733e' },
    },
  ])
})

test('a wallet’s refusal is told as one', async () => {
  const signRaw = () => Promise.reject(new Error('Cancelled'))
  const provider = { signer: { signRaw, signPayload: signRaw }, granted: async () => ({}) }
  await expect(polkadot().signMessage({ ...parameters, provider })).rejects.toMatchObject({
    code: 'REQUEST_REJECTED',
  })
})

test('an app cannot change a transaction after the gate has seen it', async () => {
  const signed: unknown[] = []
  const signPayload = async (payload: unknown) => {
    signed.push(payload)
    return { signature: hex(65, '01') }
  }
  const provider = { signer: { signPayload, signRaw: signPayload }, granted: async () => ({}) }
  const seen: unknown[] = []
  const payload = { address: parameters.address, genesisHash: `0x${'9'.repeat(64)}`, method: '0x01' }
  const guarded = polkadot().guardProvider?.({
    provider,
    gate: async (asked, ask) => {
      seen.push(asked)
      payload.method = '0x02'
      return ask()
    },
  }) as { signer: { signPayload: (payload: unknown) => Promise<unknown> } }
  await guarded.signer.signPayload(payload)
  const own = { ...payload, method: '0x01' }
  expect(signed).toEqual([own])
  const params = { address: parameters.address, chainId: '9'.repeat(32), transactionPayload: own }
  expect(seen).toEqual([{ method: 'polkadot_signTransaction', params }])
})
