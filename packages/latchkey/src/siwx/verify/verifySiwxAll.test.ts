import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import type { CaipNetworkId } from '../../protocol/caip.js'
import { formatSiwxMessage } from '../message/formatSiwxMessage.js'
import type { SiwxMessage } from '../message/SiwxMessage.js'
import { expectations, messageOf, testStore } from '../testing.js'
import { createNonce } from './nonces.js'
import { verifySiwxAll } from './verifySiwxAll.js'

const alice = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const mallory = privateKeyToAccount(`0x${'22'.repeat(32)}`)
const chainIds: readonly CaipNetworkId[] = ['eip155:1', 'eip155:10']

async function signedBy(signer: typeof alice, message: SiwxMessage) {
  const text = formatSiwxMessage(message)
  return { message: text, signature: await signer.signMessage({ message: text }) }
}

/** Two messages of Alice's, for two chains, of which `change` makes the second another. */
async function setUp(change: (second: SiwxMessage) => SiwxMessage = (second) => second, signer = alice) {
  const store = testStore()
  const first = messageOf({ address: alice.address }, store)
  const signed = [
    await signedBy(alice, first),
    await signedBy(signer, change({ ...first, chainId: 'eip155:10' })),
  ]
  const verify = (list = signed) =>
    verifySiwxAll({ signed: list, expected: expectations(store, { chainIds }) }).then(
      (verified) => verified.map(({ account }) => account),
      ({ reason }) => reason,
    )
  return { signed, verify }
}

test('a message for each chain, one nonce for all', async () => {
  const { verify } = await setUp()
  expect(await verify()).toEqual([`eip155:1:${alice.address}`, `eip155:10:${alice.address}`])
  expect(await verify()).toBe('NONCE_UNKNOWN')
})

describe('all messages count, or none', () => {
  test.each<[string, Parameters<typeof setUp>, string]>([
    ['another nonce', [(second) => ({ ...second, nonce: createNonce() })], 'NONCE_UNKNOWN'],
    ['another account', [(second) => ({ ...second, address: mallory.address }), mallory], 'ADDRESS_MISMATCH'],
    ['a stranger’s signature', [undefined, mallory], 'SIGNATURE_INVALID'],
    ['the same chain again', [(second) => ({ ...second, chainId: 'eip155:1' })], 'MESSAGE_INVALID'],
    ['a chain that is not allowed', [(second) => ({ ...second, chainId: 'eip155:5' })], 'CHAIN_NOT_ALLOWED'],
    ['another page', [(second) => ({ ...second, domain: 'evil.example' })], 'DOMAIN_MISMATCH'],
  ])('%s', async (_, parameters, reason) => {
    const { verify } = await setUp(...parameters)
    expect(await verify()).toBe(reason)
    // The nonce is gone, whatever was wrong.
    expect(await verify()).toBe('NONCE_UNKNOWN')
  })

  test.each([
    [16, 16],
    [17, 'MESSAGE_INVALID'],
  ])('of %i chains', async (count, result) => {
    const store = testStore()
    const first = messageOf({ address: alice.address }, store)
    const ids = Array.from({ length: count }, (_, index): CaipNetworkId => `eip155:${index + 1}`)
    const signed = await Promise.all(ids.map((chainId) => signedBy(alice, { ...first, chainId })))
    const verified = verifySiwxAll({ signed, expected: expectations(store, { chainIds: ids }) })
    expect(
      await verified.then(
        ({ length }) => length,
        ({ reason }) => reason,
      ),
    ).toBe(result)
  })

  test('an empty list and too long a list are refused', async () => {
    const { verify, signed } = await setUp()
    expect(await verify([])).toBe('MESSAGE_INVALID')
    const [first, second] = signed
    if (first === undefined || second === undefined) throw new Error('two were signed')
    expect(await verify([first, ...Array.from({ length: 16 }, () => second)])).toBe('MESSAGE_INVALID')
  })
})
