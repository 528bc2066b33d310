import { expect, test, vi } from 'vitest'
import type { CaipNetworkId } from '../../protocol/caip.js'
import { formatSiwxMessage } from '../message/formatSiwxMessage.js'
import { expectations, messageOf, testStore } from '../testing.js'
import { verifySiwx } from './verifySiwx.js'

async function outcome(chainId: CaipNetworkId, verifiers: verifySiwx.Parameters['verifiers']) {
  const store = testStore()
  const message = formatSiwxMessage(messageOf({ chainId, address: 'Harbour' }, store))
  const expected = expectations(store, { chainIds: [chainId] })
  const verified = verifySiwx({ message, signature: 'mark', expected, verifiers })
  return {
    message,
    result: await verified.then(
      ({ account }) => account,
      ({ reason }) => reason,
    ),
  }
}

test('the host verifies its own family, and receives what was signed', async () => {
  const toy = vi.fn(async () => true)
  const { message, result } = await outcome('toy:one', { toy })
  expect(result).toBe('toy:one:Harbour')
  expect(toy.mock.calls).toEqual([[{ message, address: 'Harbour', chainId: 'toy:one', signature: 'mark' }]])
})

test.each([false, undefined, 'yes', 1])('an answer of %j signs nobody in', async (answer) => {
  const { result } = await outcome('toy:one', { toy: async () => answer as never })
  expect(result).toBe('SIGNATURE_INVALID')
})

test.each([
  ['without verifiers', undefined],
  ['with those of others', { other: async () => true }],
  ['with what every object has', Object.create({ toy: async () => true })],
])('%s nobody can sign in with an unknown family', async (_, verifiers) => {
  expect((await outcome('toy:one', verifiers)).result).toBe('SIGNATURE_INVALID')
})
