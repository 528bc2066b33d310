import { expect, test } from 'vitest'
import { walletError } from '../../protocol/walletErrors.js'
import { clearAnswer } from './clearAnswer.js'

test.each([
  ['the words of polkadot-js', new Error('Cancelled'), 'refused'],
  ['a person who refused', new Error('Rejected by user'), 'refused'],
  ['the code of a refusal', { code: 4001, message: 'x' }, 'refused'],
  [
    'a signer without the method',
    walletError('WALLET_METHOD_UNSUPPORTED', { slots: { method: 'm' } }),
    'unsupported',
  ],
  ['a transaction that was cancelled later', new Error('Cancelled after it was sent'), undefined],
  ['a node’s refusal', new Error('1010: Invalid Transaction: rejected'), undefined],
  ['a device’s refusal, which a node’s may read like', new Error('Transaction rejected'), undefined],
  ['a device that is locked', new Error('Locked device (0x5515)'), undefined],
  ['a code of the connection protocol from elsewhere', { code: 5000, message: 'x' }, undefined],
  ['nothing', undefined, undefined],
])('%s', (_, error, answer) => {
  expect(clearAnswer(error)).toBe(answer)
})

test('an error that throws when it is read says nothing', () => {
  const hostile = Object.defineProperty(new Error(), 'message', {
    get() {
      throw new Error('no')
    },
  })
  expect(clearAnswer(hostile)).toBeUndefined()
})
