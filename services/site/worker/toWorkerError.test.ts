import { expect, test } from 'vitest'
import { KeysError } from '../vault/KeyCalls.js'
import { toWorkerError } from './toWorkerError.js'

test.each([
  ['refuses a passkey, or a change with an older key', 403, 'FORBIDDEN', 'invalid'],
  ['refuses a session', 401, 'UNAUTHORIZED', 'not_connected'],
  ['has had enough', 429, 'RATE_LIMITED', 'limited'],
  ['cannot reach its wrapper', 503, 'KEYS_UNREACHABLE', 'network'],
  ['does not answer', 0, 'NO_ANSWER', 'network'],
])('the page learns that the key service %s', (_, status, code, told) => {
  expect(toWorkerError(new KeysError('', { status, code }))).toMatchObject({ code: told })
})
