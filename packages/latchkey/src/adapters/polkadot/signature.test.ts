import { ed25519 } from '@noble/curves/ed25519.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test, vi } from 'vitest'
import { withKind } from './payload.js'
import { polkadot } from './polkadot.js'
import { readSignature } from './readSignature.js'
import { wrap } from './signMessage.js'
import { toSs58 } from './ss58.js'

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

const secret = new Uint8Array(32).fill(7)

/** What a wallet answers that signs what it is given: a text, or bytes in hex. */
const signedBy = (secretKey: Uint8Array, data: string) => ({
  signature: `0x${bytesToHex(ed25519.sign(/^0x/.test(data) ? hexToBytes(data.slice(2)) : bytes(data), secretKey))}`,
})

const parameters = {
  address: toSs58(ed25519.getPublicKey(secret), 0),
  networkId: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
  message: 'hi',
  wallet: 'Test',
} as const

test('over the connection protocol a text is sent as it is, and bytes and what looks like them wrapped', async () => {
  const request = vi.fn(async ({ params }: { readonly params: { readonly message: string } }) =>
    signedBy(secret, params.message),
  )
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

describe('a signature that the account did not make of the message', () => {
  const other = new Uint8Array(32).fill(8)
  const ofHi = (key: Uint8Array) => () => signedBy(key, wrappedHex('hi'))
  const isRefused = { code: 'WALLET_ANSWER_INVALID' }
  test.each([
    ['of another text', () => signedBy(secret, wrappedHex('ho')), isRefused],
    ['of another account', ofHi(other), isRefused],
    ['of this text', ofHi(secret), undefined],
  ])('%s', async (_, answer, refused) => {
    const signRaw = async () => answer()
    const wallet = { signer: { signRaw, signPayload: signRaw } }
    const provider = { ...wallet, granted: async () => ({}) }
    const asked = [polkadot().signMessage({ ...parameters, provider }), appSigner(wallet).signRaw(raw('hi'))]
    for (const signing of asked) {
      if (refused) await expect(signing).rejects.toMatchObject(refused)
      else await signing
    }
  })
})

test('a wallet that changes what it was asked for has not signed it', async () => {
  const signRaw = async (asked: { address: string; data: string }) => {
    const other = new Uint8Array(32).fill(8)
    asked.address = toSs58(ed25519.getPublicKey(other), 0)
    asked.data = wrappedHex('ho')
    return signedBy(other, asked.data)
  }
  const wallet = { signer: { signRaw, signPayload: signRaw } }
  const provider = { ...wallet, granted: async () => ({}) }
  const invalid = { code: 'WALLET_ANSWER_INVALID' }
  await expect(polkadot().signMessage({ ...parameters, provider })).rejects.toMatchObject(invalid)
  await expect(appSigner(wallet).signRaw(raw('hi'))).rejects.toMatchObject(invalid)
})

test('an app gets the signature that was checked, though the wallet’s answer reads differently later', async () => {
  const signRaw = async ({ data }: { readonly data: string }) => {
    const answers = [signedBy(secret, data).signature, hex(64)]
    return {
      id: 7,
      get signature() {
        return answers.shift()
      },
    }
  }
  const answer = await appSigner({ signer: { signRaw, signPayload: signRaw } }).signRaw(raw('hi'))
  const { signature } = signedBy(secret, wrappedHex('hi'))
  expect(answer).toEqual({ id: 7, signature })
})

type Signing = { readonly [method in 'signPayload' | 'signRaw']: (payload: unknown) => Promise<unknown> }

/** The signer for apps over a wallet that signs anything, and what the gate and the wallet have seen. */
function appSigner(wallet: object = {}) {
  const signed: unknown[] = []
  const seen: unknown[] = []
  const sign = async (payload: unknown) => {
    signed.push(payload)
    return { signature: hex(65, '01') }
  }
  const signRaw = async (raw: { readonly data: string }) => {
    signed.push(raw)
    return signedBy(secret, raw.data)
  }
  const provider = { signer: { signPayload: sign, signRaw }, granted: async () => ({}), ...wallet }
  const onSeen = vi.fn()
  const guarded = polkadot().guardProvider?.({
    provider,
    gate: async (asked, ask) => {
      seen.push(asked)
      onSeen()
      return ask()
    },
  }) as { signer: Signing }
  return { ...guarded.signer, signed, seen, onSeen }
}

const payload = { address: parameters.address, genesisHash: `0x${'9'.repeat(64)}`, method: '0x01' }

test('an app cannot change a transaction once it has asked', async () => {
  const { signPayload, signed, seen, onSeen } = appSigner()
  const asked = { ...payload }
  onSeen.mockImplementation(() => {
    asked.method = '0x02'
  })
  await signPayload(asked)
  expect(signed).toEqual([payload])
  const params = { address: parameters.address, chainId: '9'.repeat(32), transactionPayload: payload }
  expect(seen).toEqual([{ method: 'polkadot_signTransaction', params }])
})

test.each([
  ['a chain that is no text', { ...payload, genesisHash: [payload.genesisHash] }],
  ['a short chain', { ...payload, genesisHash: `0x${'9'.repeat(32)}` }],
  ['an account that is no text', { ...payload, address: { toString: undefined } }],
  ['no account', { ...payload, address: undefined }],
  ['a call that is no bytes', { ...payload, method: { callIndex: '0x0503' } }],
  ['a tip that is no number', { ...payload, tip: 'all' }],
  ['an unknown mode', { ...payload, mode: 2 }],
  ['a function', { ...payload, toJSON: () => payload }],
  ['nothing', undefined],
])('an app’s transaction with %s reaches neither the gate nor the wallet', async (_, asked) => {
  const { signPayload, signed, seen } = appSigner()
  await expect(signPayload(asked)).rejects.toMatchObject({ code: 'WALLET_METHOD_UNSUPPORTED' })
  expect([signed, seen]).toEqual([[], []])
})

const raw = (data: string) => ({ address: parameters.address, data, type: 'bytes' })
const wrappedHex = (text: string) => `0x${Buffer.from(`<Bytes>${text}</Bytes>`).toString('hex')}`

test.each([
  ['bytes that may be a transaction', '0x0503', wrappedHex('\u0005\u0003')],
  ['a text', 'hi', wrappedHex('hi')],
  ['bytes that are wrapped', wrappedHex('hi'), wrappedHex('hi')],
  ['what only begins like wrapped bytes', '0x3c42797465733e0503', wrappedHex('<Bytes>\u0005\u0003')],
])('an app has %s signed only between the marks', async (_, data, expected) => {
  const { signRaw, signed, seen } = appSigner()
  await signRaw(raw(data))
  expect(signed).toEqual([raw(expected)])
  const params = { address: parameters.address, message: expected }
  expect(seen).toEqual([{ method: 'polkadot_signMessage', params }])
})

test('over the connection protocol an app’s bytes are wrapped, and its text is left to the wallet', async () => {
  const request = vi.fn(async ({ params }: { readonly params: { readonly message: string } }) =>
    signedBy(secret, params.message),
  )
  const { signRaw } = appSigner({ request, granted: () => undefined })
  await signRaw(raw('0x0503'))
  await signRaw(raw('hi'))
  const { address } = parameters
  expect(request.mock.calls.map(([asked]) => asked)).toEqual([
    { method: 'polkadot_signMessage', params: { address, message: wrappedHex('\u0005\u0003') } },
    { method: 'polkadot_signMessage', params: { address, message: 'hi' } },
  ])
})

test.each([
  ['bytes to sign as they are', { ...raw('0x0503'), type: 'payload' }],
  ['no data', { address: parameters.address, type: 'bytes' }],
  ['data that is no text', { ...raw(''), data: ['0x0503'] }],
])('an app’s %s are refused', async (_, asked) => {
  const { signRaw, signed, seen } = appSigner()
  await expect(signRaw(asked)).rejects.toMatchObject({ code: 'WALLET_METHOD_UNSUPPORTED' })
  expect([signed, seen]).toEqual([[], []])
})
