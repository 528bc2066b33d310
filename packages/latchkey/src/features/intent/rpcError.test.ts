import { expect, test } from 'vitest'
import { type ErrorFact, errorFacts } from '../../protocol/errorFacts.js'
import { type ErrorCode, KitError } from '../../protocol/errors.js'
import { ProviderRpcError } from '../../protocol/ProviderRpcError.js'
import { toRpcError } from './rpcError.js'

test.each(Object.entries(errorFacts) as [ErrorCode, ErrorFact][])(
  'an app’s request that ends with %s carries a code that the reference names, else that of an internal error',
  (code, { rpc = [-32603] }) => {
    const error = toRpcError(new KitError(code, { text: code } as never))
    expect(error).toBeInstanceOf(ProviderRpcError)
    expect(rpc).toContain((error as ProviderRpcError).code)
  },
)

test('a wallet’s own error stays as it is', () => {
  const error = { code: 3, message: 'execution reverted' }
  expect(toRpcError(error)).toBe(error)
})
