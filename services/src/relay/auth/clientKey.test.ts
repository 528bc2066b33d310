import { expect, test } from 'vitest'
import { clientKey, toClientId } from './clientKey.js'

const bytes = Uint8Array.from({ length: 32 }, () => 0x11)
const id = 'did:key:z6Mkfbt52NAcPcYKV36L6eWTnyfxyGrGrxvJBxF5pjjCctGQ'

test('an id holds the bytes of its key', () => {
  expect(toClientId(bytes)).toBe(id)
  expect(clientKey(id)?.export({ format: 'jwk' })).toEqual({
    ...{ kty: 'OKP', crv: 'Ed25519' },
    x: Buffer.from(bytes).toString('base64url'),
  })
})

test('a key of another length gives an id that is none', () => {
  expect(clientKey(toClientId(bytes.subarray(1)))).toBeUndefined()
  expect(clientKey(toClientId(Uint8Array.of(...bytes, 1)))).toBeUndefined()
})

test.each([
  ['something before it', `x${id}`],
  ['something after it', `${id}!`],
  ['another method', id.replace('key', 'web')],
  ['another base', id.replace(':z', ':m')],
  ['a character that base58 leaves out', id.replace('6Mkf', '6Mk0')],
  ['half a byte too many', 'did:key:z2Uj3ed67NqemEoe6jaUGZM8PgdkSXNbNnRhk2EtLAneCu9FN'],
  ['another first byte', 'did:key:z6P4iNxx6JcBdhK3W9ZGFZxMKV1Uwhb1aEzVzzSLAZ3gpjH2'],
  ['another second byte', 'did:key:z6MkxqCSX9vDBfH647skKpgkzCUVDmVbcAzPg1CQgf9y8qWg'],
  ['nothing', ''],
])('no key is read from an id with %s', (_, text) => {
  expect(clientKey(text)).toBeUndefined()
})
