import { expect, test } from 'vitest'
import { alertAdvice } from './alertAdvice.js'
import { alertOfServerMessage } from './alerts.js'

test.each([
  ['Unauthorized: origin not allowed', 'INVALID_APP_CONFIGURATION'],
  [
    'JWT validation error: JWT Token is not yet valid: basic.iat: 1, now + time_leeway: 0',
    'JWT_TOKEN_NOT_VALID',
  ],
  ['JWT validation error: JWT Token is expired: Some(1)', 'JWT_TOKEN_NOT_VALID'],
  ['Unauthorized: invalid key', 'INVALID_PROJECT_ID'],
  ['Internal error', undefined],
  ['', undefined],
])('%s maps to %s', (message, code) => {
  expect(alertOfServerMessage(message)).toBe(code)
})

test('the advice for a login that timed out names no time: the provider and its page have different ones', () => {
  expect(alertAdvice.SOCIALS_TIMEOUT).not.toMatch(/\d/)
})
