import { expect, test } from 'vitest'
import { failureOf } from './toWalletError.js'

test.each([
  [5000, 'User rejected the request.'],
  [-32603, 'User denied switching the chain'],
  [32603, 'Request was rejected by the user'],
])(
  'a switch that the person refused is a refusal, also with the code %i of a chain to add',
  (code, message) => {
    expect(failureOf({ code, message }, true)).toBe('rejected')
    expect(failureOf({ code, message: 'Internal error' }, true)).toBe('unknownNetwork')
  },
)
