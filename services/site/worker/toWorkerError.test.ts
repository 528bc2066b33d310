import { expect, test } from 'vitest'
import { SiteError, toFrameError } from '../page/toFrameError.js'
import { KeysError } from '../vault/KeyCalls.js'
import { VaultError } from '../vault/VaultError.js'
import { toWorkerError } from './toWorkerError.js'

test('a login that is too old and a wallet without a way in are two things to the views, and one to hosts', () => {
  const tooOld = toWorkerError(new KeysError('', { status: 403, code: 'LOGIN_AGAIN' }))
  const shut = toWorkerError(new VaultError('no-way', ''))
  expect([tooOld.code, shut.code]).toEqual(['login_again', 'locked'])
  const told = [tooOld, shut].map(({ code, message }) => toFrameError(new SiteError(code, message)))
  expect(told.map(({ code }) => code)).toEqual(['locked', 'locked'])
})

test.each([
  ['refuses a passkey, or a change with an older key', 403, 'FORBIDDEN', 'invalid'],
  ['refuses a session', 401, 'UNAUTHORIZED', 'not_connected'],
  ['has had enough', 429, 'RATE_LIMITED', 'limited'],
  ['cannot reach its wrapper', 503, 'KEYS_UNREACHABLE', 'network'],
  ['cannot read what it has stored', 500, 'DAMAGED', 'failed'],
  ['does not answer', 0, 'NO_ANSWER', 'network'],
])('the page learns that the key service %s', (_, status, code, told) => {
  expect(toWorkerError(new KeysError('', { status, code }))).toMatchObject({ code: told })
})
