import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { contract, magic, owner, wrapped } from '../wrappedSignature.js'
import { readPreDelegated } from './preDelegated.js'

const stranger = privateKeyToAccount(`0x${'22'.repeat(32)}`)

const read = async (told?: Parameters<typeof wrapped>[0], chainId = 31337n) =>
  readPreDelegated({ address: owner.address, chainId, signature: await wrapped(told) })

test('has the contract’s signature and the authorization', async () => {
  expect(await read()).toEqual({
    signature: '0x1234',
    authorization: {
      address: contract,
      chainId: '0x7a69',
      nonce: '0x0',
      yParity: expect.stringMatching(/^0x[01]$/),
      r: expect.stringMatching(/^0x[0-9a-f]+$/),
      s: expect.stringMatching(/^0x[0-9a-f]+$/),
    },
    prepare: undefined,
  })
})

test('has the call that sets up the account, if there is one', async () => {
  expect((await read({ data: '0xabcd' }))?.prepare).toEqual({ to: contract, data: '0xabcd' })
})

test('may hold an empty signature', async () => {
  expect((await read({ inner: '0x' }))?.signature).toBe('0x')
})

test('is read with every nonce, and with parts of a signature that begin with zeros', async () => {
  const lengths = new Set<string>()
  for (let nonce = 0n; nonce < 64n; nonce++) {
    const { r = '', s = '' } = (await read({ nonce }))?.authorization ?? {}
    expect([r, s]).not.toContain('')
    lengths.add(`r ${r.length < 66}`).add(`s ${s.length < 66}`)
  }
  expect([...lengths].sort()).toEqual(['r false', 'r true', 's false', 's true'])
  for (const nonce of [255n, 256n, 2n ** 64n - 2n]) expect(await read({ nonce })).toBeDefined()
})

test('is for the chain of the message, or for any', async () => {
  expect(await read({ chainId: 0 })).toBeDefined()
  expect(await read({ chainId: 1 }, 1n)).toBeDefined()
  expect(await read({ chainId: 1 })).toBeUndefined()
})

test.each<[string, Parameters<typeof wrapped>[0]]>([
  ['of another key', { by: stranger }],
  ['with the higher s', { isHigh: true }],
  ['with the last nonce, which EIP-7702 leaves out', { nonce: 2n ** 64n - 1n }],
  ['with a length that reaches before its beginning', { lengthOf: (right, whole) => right + whole + 1 }],
  ['with a length of nothing', { lengthOf: () => 0 }],
])('an authorization %s is invalid', async (_, told) => {
  expect(await read(told)).toBeUndefined()
})

test.each<Hex>(['0x', '0x00', magic, `0x${'00'.repeat(32)}${magic.slice(2)}`])(
  '%s is none',
  async (signature) => {
    expect(await readPreDelegated({ address: owner.address, chainId: 1n, signature })).toBeUndefined()
  },
)
