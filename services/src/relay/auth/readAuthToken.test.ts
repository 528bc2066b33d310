import { describe, expect, test } from 'vitest'
import { createIdentity } from '../../testing/createIdentity.js'
import { clientKey, toClientId } from './clientKey.js'
import { readAuthToken } from './readAuthToken.js'

const now = 1_700_000_000
const identity = createIdentity()

const read = (token: string, audiences: readonly string[] = []) => readAuthToken(token, { now, audiences })
const reason = (token: string, audiences?: readonly string[]) => {
  const result = read(token, audiences)
  return 'refusal' in result ? [result.refusal.status, result.refusal.reason] : 'accepted'
}

describe('readAuthToken', () => {
  test('the token of the protocol’s own test vector', () => {
    // WalletConnect specs, "Relay Authentication", test vector.
    const token = [
      'eyJhbGciOiJFZERTQSIsInR5cCI6IkpXVCJ9',
      'eyJpc3MiOiJkaWQ6a2V5Ono2TWtvZEhad25lVlJTaHRhTGY4SktZa3hwREdwMXZHWm5wR21kQnBYOE0yZXh4SCIsInN1YiI6ImM0NzlmZTVkYzQ2NGU3NzFlNzhiMTkzZDIzOWE2NWI1OGQyNzhjYWQxYzM0YmZiMGI1NzE2ZTViYjUxNDkyOGUiLCJhdWQiOiJ3c3M6Ly9yZWxheS53YWxsZXRjb25uZWN0LmNvbSIsImlhdCI6MTY1NjkxMDA5NywiZXhwIjoxNjU2OTk2NDk3fQ',
      'bAKl1swvwqqV_FgwvD4Bx3Yp987B9gTpZctyBviA-EkAuWc8iI8SyokOjkv9GJESgid4U8Tf2foCgrQp2qrxBA',
    ].join('.')
    expect(readAuthToken(token, { now: 1_656_910_097, audiences: [] })).toEqual({
      clientId: 'did:key:z6MkodHZwneVRShtaLf8JKYkxpDGp1vGZnpGmdBpX8M2exxH',
    })
  })

  test('the client id is the issuer', () => {
    expect(read(identity.token({ now }))).toEqual({ clientId: identity.clientId })
  })

  test('clocks may be 120 seconds apart', () => {
    expect(reason(identity.token({ now: now + 120 }))).toBe('accepted')
    expect(reason(identity.token({ now: now - 86_400 - 120 }))).toBe('accepted')
  })

  test('error: a token of the future tells the time', () => {
    expect(reason(identity.token({ now: now + 121 }))).toEqual([
      401,
      'JWT validation error: JWT Token is not yet valid: basic.iat: 1700000121, now + time_leeway: 1700000120, time_leeway: 120',
    ])
  })

  test('error: an expired token', () => {
    expect(reason(identity.token({ now: now - 86_400 - 121 }))).toEqual([
      401,
      'JWT validation error: JWT Token is expired: Some(1699999879)',
    ])
  })

  test('the audience counts only where one is configured, by its host', () => {
    const token = identity.token({ now, claims: { aud: 'wss://relay.example/' } })
    expect(reason(token)).toBe('accepted')
    expect(reason(token, ['relay.example'])).toBe('accepted')
    expect(reason(token, ['other.example'])).toEqual([403, 'JWT validation error: Invalid audience'])
  })

  test.each([
    ['nothing', '', 'Invalid format'],
    ['two parts', 'a.b', 'Invalid format'],
    ['four parts', 'a.b.c.d', 'Invalid format'],
    ['20 kB', identity.token({ now, claims: { more: 'x'.repeat(20_000) } }), 'Invalid format'],
    ['an empty signature', identity.token({ now }).replace(/[^.]*$/, ''), 'Invalid encoding'],
    ['base64 with padding', `${identity.token({ now })}=`, 'Invalid encoding'],
    ['alg none', identity.token({ now, header: { alg: 'none' } }), 'Invalid JWT signing algorithm'],
    ['alg HS256', identity.token({ now, header: { alg: 'HS256' } }), 'Invalid JWT signing algorithm'],
    [
      'a header that is no JSON',
      identity.token({ now }).replace(/^[^.]*/, 'AAAA'),
      'Invalid JWT signing algorithm',
    ],
    ['no expiry', identity.token({ now, claims: { exp: undefined } }), 'Serialization error: exp'],
    ['an expiry that is a text', identity.token({ now, claims: { exp: '1' } }), 'Serialization error: exp'],
    ['a fraction of a second', identity.token({ now, claims: { iat: 1.5 } }), 'Serialization error: iat'],
    [
      'an issuer that is no key',
      identity.token({ now, claims: { iss: 'did:web:a' } }),
      'Serialization error: iss',
    ],
    [
      'a key of another type',
      identity.token({ now, claims: { iss: 'did:key:z6LSbysY2xFMRpGMhb7tFTLMpeuPRaqaWM1yECx2AtzE3KCc' } }),
      'Serialization error: iss',
    ],
    [
      'somebody else’s key',
      identity.token({ now, claims: { iss: createIdentity().clientId } }),
      'Invalid signature',
    ],
    ['claims changed after signing', tampered(identity.token({ now })), 'Invalid signature'],
  ])('error: %s', (_, token, text) => {
    expect(reason(token)).toEqual([403, `JWT validation error: ${text}`])
  })
})

describe('clientKey', () => {
  test('gives back the key the id was made of', () => {
    const key = clientKey(identity.clientId)
    const { x = '' } = key?.export({ format: 'jwk' }) ?? {}
    expect(toClientId(Buffer.from(x, 'base64url'))).toBe(identity.clientId)
  })
})

function tampered(token: string): string {
  const [header = '', payload = '', signature = ''] = token.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const changed = Buffer.from(JSON.stringify({ ...claims, sub: 'other' })).toString('base64url')
  return [header, changed, signature].join('.')
}
