import { expect, test } from 'vitest'
import { accountError } from './accountErrors.js'
import { KitError } from './errors.js'
import { ProviderRpcError } from './ProviderRpcError.js'
import { walletAnswer } from './walletAnswer.js'

const inPage = { isOverProtocol: false, isUnasked: false }
/** What a provider over the connection protocol throws when its client failed with an error of this name. */
const overProtocol = (fields: object, name = 'SignError') => {
  const cause = Object.assign(new Error('the client'), { name, ...fields })
  return new ProviderRpcError({ code: 4001, cause: new KitError('FRAME_ERROR', { cause }) })
}

test.each<[string, unknown, number, string]>([
  ['an error', Object.assign(new Error('no'), { code: 4001 }), 4001, 'no'],
  ['an object', { code: -32000, message: 'no' }, -32000, 'no'],
  ['a number as a text', { code: '4001', message: 'no' }, 4001, 'no'],
  ['an object without words', { code: 4001 }, 4001, ''],
  ['words that are no text', { code: 4001, message: { user: 'rejected' } }, 4001, ''],
  ['an object without a number', { message: 'no' }, 0, 'no'],
  ['an error without a number', new Error('no'), 0, 'no'],
  ['a text', 'User rejected', 0, 'User rejected'],
  ['a list', [4001], 0, ''],
  ['nothing', undefined, 0, ''],
  ['null', null, 0, ''],
])('the answer of a wallet in the page may be %s', (_, error, code, words) => {
  expect(walletAnswer(error)).toEqual({ code, words, ...inPage })
})

test('of long words only the first 500 characters count', () => {
  expect(walletAnswer({ message: 'a'.repeat(501) }).words).toBe('a'.repeat(500))
})

test('over the protocol, the number and the words are the wallet’s own', () => {
  const error = overProtocol({ code: 'PEER_ERROR', wireCode: 5000, details: 'no' })
  expect(walletAnswer(error)).toEqual({ code: 5000, words: 'no', isOverProtocol: true, isUnasked: false })
})

test('over the protocol, a client that fails by itself has neither', () => {
  const error = overProtocol({ code: 'PEER_TIMED_OUT' })
  expect(walletAnswer(error)).toEqual({ code: 0, words: '', isOverProtocol: true, isUnasked: false })
})

test.each(['METHOD_NOT_APPROVED', 'CHAIN_NOT_APPROVED', 'REQUEST_TOO_LARGE'])(
  'over the protocol, after %s the wallet was not asked',
  (code) => {
    expect(walletAnswer(overProtocol({ code }))).toMatchObject({ isOverProtocol: true, isUnasked: true })
  },
)

test('an error that is not of the protocol’s client counts as it is', () => {
  const fields = { code: 'METHOD_NOT_APPROVED', wireCode: 5000, details: 'no' }
  const text = 'An error occurred'
  expect(walletAnswer(overProtocol(fields, 'Error'))).toEqual({ code: 4001, words: text, ...inPage })
  const withObject = new ProviderRpcError({
    code: 4001,
    cause: new KitError('FRAME_ERROR', { cause: { name: 'SignError', ...fields } }),
  })
  expect(walletAnswer(withObject)).toEqual({ code: 4001, words: text, ...inPage })
})

test('a wallet cannot pass its own error off as the client’s', () => {
  const cause = Object.assign(new Error('sent'), { name: 'SignError', code: 'METHOD_NOT_APPROVED' })
  const error = Object.assign(new Error('sent'), { code: -32000, cause: { cause } })
  expect(walletAnswer(error)).toEqual({ code: -32000, words: 'sent', ...inPage })
  expect(walletAnswer(accountError('SEND_FAILED', { cause })).isUnasked).toBe(false)
})
