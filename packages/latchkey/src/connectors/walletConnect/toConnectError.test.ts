import { SignError } from '@latchkey/sign-client'
import { expect, test } from 'vitest'
import { toConnectError } from './toConnectError.js'

const minute = 60_000
const expired = new SignError('REQUEST_EXPIRED', { wireCode: 8000, details: 'Session request expired.' })

test('if a wallet calls a new link expired, its clock differs', () => {
  const error = toConnectError(expired, 4 * minute)
  expect(error).toMatchObject({ code: 'JWT_TOKEN_NOT_VALID', message: 'Session Expired' })
})

test.each([2 * minute, 1, -minute])(
  'a link with %i ms left may have expired by an honest clock',
  (timeLeft) => {
    expect(toConnectError(expired, timeLeft).code).toBe('PAIRING_EXPIRED')
  },
)

test.each(['JWT Token is expired: Some(1)', 'JWT Token is not yet valid: basic.iat: 1'])(
  'a relay that says "%s" does not have the same time',
  (reason) => {
    const details = `JWT validation error: ${reason}`
    const error = toConnectError(new SignError('RELAY_REFUSED', { wireCode: 3000, details }))
    expect(error).toMatchObject({ code: 'JWT_TOKEN_NOT_VALID', message: 'Session Expired' })
  },
)
