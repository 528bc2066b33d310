import type { Client } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { verifyEip155 } from './verifyEip155.js'

const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const { address } = account

/** A node that answers as it is told: with the code of the account, and with what its contract says. */
const node = (code: unknown, answer: unknown) =>
  ({
    request: async ({ method }: { method: string }) => (method === 'eth_getCode' ? code : answer),
  }) as Client
const silent = {
  request: async () => {
    throw new Error('no answer')
  },
} as unknown as Client

const accepted = `0x1626ba7e${'0'.repeat(56)}`
const yes = node('0x60', accepted)
const no = node('0x60', `0x${'f'.repeat(64)}`)

const verify = (...clients: readonly Client[]) =>
  verifyEip155({ text: 'Sign in.', address, signature: '0x1234', chainId: 'eip155:1', clients })

test.each([
  ['one', [yes], true],
  ['two', [yes, yes], true],
  ['two of three', [no, yes, yes], true],
  ['one of three', [yes, no, no], false],
  ['one, where another does not answer', [yes, silent, yes], true],
])('the majority says whether it was signed: %s', async (_, clients, isSigned) => {
  expect(await verify(...clients)).toBe(isSigned)
})

test.each([
  ['nobody answers', [silent]],
  ['half say yes', [yes, no]],
  ['one of two does not answer', [yes, silent]],
  ['one of two does not answer, and the other says no', [no, silent]],
  ['each says something else', [yes, no, silent]],
])('the result is unknown if %s', async (_, clients) => {
  await expect(verify(...clients)).rejects.toMatchObject({ reason: 'CHAIN_UNREACHABLE' })
})

test('without a node only signatures of keys are verified', async () => {
  expect(await verify()).toBe(false)
})

test.each([
  ['an account without code', node('0x', accepted), false],
  ['an answer with more behind it', node('0x60', `${accepted}00`), false],
  ['an answer with something before it', node('0x60', `0x00${accepted.slice(2)}`), false],
  ['an answer of four bytes', node('0x60', '0x1626ba7e'), false],
  ['nothing', node('0x60', '0x'), false],
])('a contract that returns %s did not sign', async (_, client, isSigned) => {
  expect(await verify(client)).toBe(isSigned)
})

test.each([
  ['no code', node(null, accepted)],
  ['an answer that is no text', node('0x60', 7)],
  ['an answer that is not hex', node('0x60', 'xyz')],
  ['something before the hex', node('0x60', `x${accepted}`)],
])('a node that returns %s does not count', async (_, client) => {
  await expect(verify(client)).rejects.toMatchObject({ reason: 'CHAIN_UNREACHABLE' })
})

const failing = (error: object) =>
  ({
    request: async ({ method }: { method: string }) => {
      if (method === 'eth_getCode') return '0x60'
      throw error
    },
  }) as unknown as Client

test.each([
  ['3', { code: 3 }],
  ['data', { data: '0x08c379a0' }],
  ['a revert in its details', { code: -32000, details: 'execution reverted' }],
  ['a revert in its message', { code: -32000, message: 'VM Exception: revert' }],
  ['out of gas', { code: -32000, message: 'out of gas' }],
  ['out of gas, in one word', { code: -32000, message: 'OutOfGas' }],
  ['a bad opcode', { code: -32000, message: 'invalid opcode: INVALID' }],
  ['a bad jump', { code: -32000, message: 'invalid jump destination' }],
  ['an empty stack', { code: -32000, message: 'stack underflow (0 <=> 1)' }],
  ['it within another', { message: 'failed', cause: { code: 3 } }],
])('a call that fails with %s means that nobody signed', async (_, error) => {
  expect(await verify(failing(error))).toBe(false)
})

test.each([
  ['without a code', { message: 'execution reverted' }],
  ['with a code of another thing', { code: -32005, message: 'limit exceeded' }],
  ['with no data', { data: '0x' }],
  ['with data that is no hex', { data: 'x0x00' }],
  ['with data that ends in no hex', { data: '0x00zz' }],
  ['with data that is a list', { data: ['0x00'] }],
  ['with a text for a cause', { cause: 'revert' }],
])('a node that fails %s does not count', async (_, error) => {
  await expect(verify(failing(error))).rejects.toMatchObject({ reason: 'CHAIN_UNREACHABLE' })
})

describe('a key', () => {
  const text = 'Sign in.'
  const of = (signature: string, clients: readonly Client[] = []) =>
    verifyEip155({ text, address, signature, chainId: 'eip155:1', clients })

  test('signs for its own account and for no other', async () => {
    expect(await of(await account.signMessage({ message: text }))).toBe(true)
    expect(await of(await privateKeyToAccount(`0x${'22'.repeat(32)}`).signMessage({ message: text }))).toBe(
      false,
    )
    expect(await of(await account.signMessage({ message: `${text} ` }))).toBe(false)
  })

  test('signs in one form only, whatever the contract of its account accepts', async () => {
    const signature = await account.signMessage({ message: text })
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
    const high = (order - BigInt(`0x${signature.slice(66, 130)}`)).toString(16).padStart(64, '0')
    const last = signature.endsWith('1b') ? '1c' : '1b'
    expect(await of(`${signature.slice(0, 66)}${high}${last}`, [yes])).toBe(false)
    expect(await of(signature, [no])).toBe(true)
  })
})
