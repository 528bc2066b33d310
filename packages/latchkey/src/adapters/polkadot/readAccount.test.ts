import * as v from 'valibot'
import { expect, test } from 'vitest'
import type { Ask } from './node.js'
import { readAccount } from './readAccount.js'

const alice = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'
const newLogic = 1n << 127n

const le = (value: bigint, bytes: number) =>
  Array.from({ length: bytes }, (_, at) => Number((value >> BigInt(8 * at)) & 255n))
const hexOf = (bytes: readonly number[]) =>
  `0x${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
const entryOf = (nonce: number, ...amounts: readonly bigint[]) =>
  hexOf([...le(BigInt(nonce), 4), ...Array(12).fill(0), ...amounts.flatMap((amount) => le(amount, 16))])

/** A node that answers each question with one entry; keeps the questions. */
function nodeOf(entry: unknown) {
  const asked: unknown[] = []
  const ask: Ask = async (schema, ...question) => {
    asked.push(question)
    return v.parse(schema, entry)
  }
  return { ask, asked }
}

test.each([
  ['free alone', [7n, 0n, 0n, newLogic], 0n],
  ['locked by more than is reserved', [100n, 10n, 30n, newLogic], 20n],
  ['locked by less than is reserved', [100n, 50n, 30n, newLogic], 0n],
  ['locked by more than there is', [100n, 0n, 300n, newLogic], 100n],
  ['older, and locked for sending', [100n, 50n, 30n, 20n], 30n],
  ['older, and locked for fees', [100n, 50n, 10n, 20n], 20n],
])('a balance that is %s', async (_, amounts, locked) => {
  const { ask } = nodeOf(entryOf(3, ...amounts))
  expect(await readAccount(ask, alice)).toEqual({ nonce: 3, free: amounts[0], locked })
})

test('an account that the chain does not know has nothing', async () => {
  const { ask, asked } = nodeOf(null)
  expect(await readAccount(ask, alice, '0xab')).toEqual({ nonce: 0, free: 0n, locked: 0n })
  const key =
    '0x26aa394eea5630e07c48ae0c9558cef7b99d880ec681799c0cf30e8886371da9de1e86a9a8c739864cf3cc5ec2bea59fd43593c715fdd31c61141abd04a99fd6822c8558854ccde39a5684e7a56da27d'
  expect(asked).toEqual([['state_getStorage', key, '0xab']])
})

test.each([
  ['too short', '0x00'],
  ['a text', 'much'],
  ['a number', 5],
])('an entry that is %s is no balance', async (_, entry) => {
  await expect(readAccount(nodeOf(entry).ask, alice)).rejects.toThrow()
})
