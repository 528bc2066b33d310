import { describe, expect, test } from 'vitest'
import { ProviderRpcError } from './ProviderRpcError.js'
import { failureOf, toWalletError, type WalletFailure } from './toWalletError.js'
import { walletError } from './walletErrors.js'

test.each([
  [5000, 'User rejected the request.'],
  [-32603, 'User denied switching the chain'],
  [32603, 'Request was rejected by the user'],
  [5000, 'Rejected'],
  [5000, 'Request rejected'],
  [-32603, 'Request rejected'],
  [-32603, 'Request cancelled'],
  [-32603, 'Approval Denied'],
  [32603, 'Deny'],
  [4902, 'Declined'],
  [5000, ''],
])('a switch that fails with %i and "%s" is a refusal', (code, message) => {
  expect(failureOf({ code, message }, true)).toBe('rejected')
})

test.each([
  [4902, ''],
  [32603, ''],
  [-32603, 'Internal error'],
  [5000, 'Unknown chain'],
  [5000, 'Request rejected: unrecognized chain ID'],
  [4001, 'Chain 10 is not supported'],
])('a switch that fails with %i and "%s" is to a network that the wallet does not know', (code, message) => {
  expect(failureOf({ code, message }, true)).toBe('unknownNetwork')
})

test('a switch that fails with -32603 because another request is open is pending', () => {
  const error = { code: -32603, message: 'Request of type wallet_switchEthereumChain already pending' }
  expect(failureOf(error, true)).toBe('pending')
})

test.each([
  [4001, 'no', 'rejected'],
  [5000, '', 'rejected'],
  [0, 'Rejected', 'rejected'],
  [0, 'Access denied', 'rejected'],
  [0, 'Deny', 'rejected'],
  [0, 'Declined', 'rejected'],
  [0, 'Cancelled', 'rejected'],
  [-32002, '', 'pending'],
  [-32002, 'Rejected', 'pending'],
  [-32603, 'Request already pending', 'pending'],
  [-32603, 'already processing eth_requestAccounts', 'pending'],
  [4200, '', 'unsupported'],
  [-32601, '', 'unsupported'],
  [0, 'Method not supported', 'unsupported'],
  [0, 'Unsupported method', 'unsupported'],
  [0, 'Method not found', 'unsupported'],
  [0, 'Unrecognized method', 'unsupported'],
  [0, 'Unknown chain', 'unsupported'],
  [0, 'The network has not been added', 'unsupported'],
  [0, 'the method eth_sign does not exist', 'unsupported'],
  [4001, 'Not supported', 'unsupported'],
  [-32002, 'User rejected the request', 'rejected'],
  [4200, 'User rejected the request', 'rejected'],
  [0, 'User rejected: method not supported', 'rejected'],
  [0, 'The user disapproved it', 'rejected'],
  [4902, '', 'other'],
  [-32603, 'Internal error', 'other'],
  [0, 'already', 'other'],
  [0, '', 'other'],
] as const)('a request that fails with %i and "%s" is %s', (code, message, failure) => {
  expect(failureOf({ code, message })).toBe(failure)
})

/** An error of a page's proxy that is gone. */
function unreadable(): unknown {
  return {
    get code(): number {
      throw new Error('gone')
    },
  }
}

test.each<[string, unknown, WalletFailure]>([
  ['a text', 'User rejected', 'rejected'],
  ['a number as a text', { code: '4001' }, 'rejected'],
  ['words that are no text', { message: ['User rejected'] }, 'rejected'],
  [
    'the number that another wallet gave',
    { code: -32603, data: { originalError: { code: 4001 } } },
    'rejected',
  ],
  ['data without that', { code: 4001, data: {} }, 'rejected'],
  ['data of null', { code: 4001, data: null }, 'rejected'],
  ['more than 500 characters', { message: `${'.'.repeat(500)} User rejected` }, 'other'],
  ['a text of more than 500 characters', `${'.'.repeat(500)} User rejected`, 'other'],
  ['a number', 4001, 'other'],
  ['nothing', undefined, 'other'],
  ['null', null, 'other'],
  ['an error that cannot be read', unreadable(), 'other'],
])('a wallet may fail with %s', (_, error, failure) => {
  expect(failureOf(error)).toBe(failure)
})

describe('the error for the visitor', () => {
  const converted = (error: unknown, method = 'personal_sign') =>
    toWalletError(error, { wallet: 'Oak', method })

  test.each([
    [4001, 'personal_sign', 'REQUEST_REJECTED', 'Rejected in Oak. Try again when you are ready.'],
    [4001, 'eth_requestAccounts', 'CONNECTION_DECLINED', 'Connection declined'],
    [
      -32002,
      'personal_sign',
      'REQUEST_ALREADY_PENDING',
      'A request is already open in Oak. Open your wallet to continue.',
    ],
    [
      -32601,
      'personal_sign',
      'WALLET_METHOD_UNSUPPORTED',
      'the method personal_sign is not supported by the wallet',
    ],
    [-32603, 'eth_requestAccounts', 'CONNECT_FAILED', undefined],
    [-32603, 'personal_sign', 'FRAME_ERROR', 'An error occurred'],
  ] as const)('after %i to %s is %s', (code, method, expected, text) => {
    const error = { code, message: 'the wallet’s words' }
    const { code: actual, message, details, cause } = converted(error, method)
    expect({ actual, details, cause }).toEqual({
      actual: expected,
      details: 'the wallet’s words',
      cause: error,
    })
    if (text !== undefined) expect(message).toBe(text)
  })

  test('has no details where the wallet gave no words, or cannot be read', () => {
    expect(converted({ code: 4001 })).toMatchObject({ code: 'REQUEST_REJECTED', details: '' })
    expect(converted(unreadable())).toMatchObject({ code: 'FRAME_ERROR', details: '' })
  })

  test('is an error of the kit as it is', () => {
    const error = walletError('SESSION_GONE')
    expect(converted(error)).toBe(error)
    expect(converted(new ProviderRpcError({ code: 4001, cause: error }))).toBe(error)
  })
})
