import { expect, test } from 'vitest'
import type { ErrorCode } from './errors.js'
import { saysNotDone } from './saysNotDone.js'

const said = (code: ErrorCode) => Object.assign(new Error('no'), { name: 'KitError', code })

test.each([
  'REQUEST_REJECTED',
  'WALLET_METHOD_UNSUPPORTED',
  'METHOD_NOT_GRANTED',
  'NETWORK_NOT_GRANTED',
  'REQUEST_TOO_LARGE',
  'REVIEW_OUTDATED',
] as const)('after %s the wallet has carried out nothing', (code) => {
  expect(saysNotDone(said(code))).toBe(true)
})

test('after any other error the wallet may have carried out the request', () => {
  expect(saysNotDone(said('WALLET_TIMED_OUT'))).toBe(false)
  expect(saysNotDone(said('SERVICE_TIMED_OUT'))).toBe(false)
  // A wallet's own error, which no adapter has converted.
  expect(saysNotDone({ code: 'REQUEST_REJECTED' })).toBe(false)
  expect(saysNotDone(Object.assign(new Error('no'), { code: 4001 }))).toBe(false)
  expect(saysNotDone(undefined)).toBe(false)
})
