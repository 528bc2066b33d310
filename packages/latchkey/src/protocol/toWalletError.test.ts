import { expect, test } from 'vitest'
import { failureOf } from './toWalletError.js'

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
