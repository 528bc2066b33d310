import { SignError, type SignErrorCode, signErrorTexts } from '@latchkey/sign-client'
import { expect, test } from 'vitest'
import { toProviderError } from '../connectors/walletConnect/toProviderError.js'
import { type ErrorFact, errorFacts } from './errorFacts.js'

test.each(Object.keys(signErrorTexts) as SignErrorCode[])(
  'a request that ends with %s carries a code that the reference names for its sentence',
  (code) => {
    const failure = toProviderError(new SignError(code), { wallet: 'Oak', method: 'personal_sign' })
    const facts: ErrorFact = errorFacts[failure.cause.code]
    expect(facts.rpc).toContain(failure.code)
  },
)
