import { describe, expect, test } from 'vitest'
import { createIdentity } from '../../testing/createIdentity.js'
import { readAuthToken } from './readAuthToken.js'

const now = 1_700_000_000
const identity = createIdentity()

const read = (token: string, audiences = ['localhost']) =>
  readAuthToken(token, { now, isOwnHost: (host) => audiences.includes(host) })
const reason = (token: string, audiences?: string[]) => {
  const result = read(token, audiences)
  return 'refusal' in result ? [result.refusal.status, result.refusal.reason] : 'accepted'
}

describe('readAuthToken', () => {
  test('reads the token of the protocol’s test vector', () => {
    // WalletConnect specs, "Relay Authentication", test vector.
    const token = [
      'eyJhbGciOiJFZERTQSIsInR5cCI6IkpXVCJ9',
      'eyJpc3MiOiJkaWQ6a2V5Ono2TWtvZEhad25lVlJTaHRhTGY4SktZa3hwREdwMXZHWm5wR21kQnBYOE0yZXh4SCIsInN1YiI6ImM0NzlmZTVkYzQ2NGU3NzFlNzhiMTkzZDIzOWE2NWI1OGQyNzhjYWQxYzM0YmZiMGI1NzE2ZTViYjUxNDkyOGUiLCJhdWQiOiJ3c3M6Ly9yZWxheS53YWxsZXRjb25uZWN0LmNvbSIsImlhdCI6MTY1NjkxMDA5NywiZXhwIjoxNjU2OTk2NDk3fQ',
      'bAKl1swvwqqV_FgwvD4Bx3Yp987B9gTpZctyBviA-EkAuWc8iI8SyokOjkv9GJESgid4U8Tf2foCgrQp2qrxBA',
    ].join('.')
    expect(
      readAuthToken(token, { now: 1_656_910_097, isOwnHost: (host) => host === 'relay.walletconnect.com' }),
    ).toEqual({
      clientId: 'did:key:z6MkodHZwneVRShtaLf8JKYkxpDGp1vGZnpGmdBpX8M2exxH',
    })
  })

  test('returns the issuer as client id', () => {
    expect(read(identity.token({ now }))).toEqual({ clientId: identity.clientId })
  })

  test('accepts clocks up to 120 seconds apart', () => {
    expect(reason(identity.token({ now: now + 120 }))).toBe('accepted')
    expect(reason(identity.token({ now: now - 86_400 - 120 }))).toBe('accepted')
  })

  test("error: a token from the future, with the server's time in the message", () => {
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

  test("accepts only the relay's own hosts as audience", () => {
    const outcome = (aud: string) =>
      reason(identity.token({ now, claims: { aud } }), ['relay.example', '[::1]:80'])
    expect(
      ['wss://relay.example/', 'https://relay.example:443', 'relay.example', 'ws://[::1]'].map(outcome),
    ).toEqual(['accepted', 'accepted', 'accepted', [403, 'JWT validation error: Invalid audience']])
    for (const aud of [
      'wss://other.example',
      'wss://relay.example.evil.example',
      'wss://relay.example:444',
      '',
      '*',
    ])
      expect(outcome(aud)).toEqual([403, 'JWT validation error: Invalid audience'])
  })

  test('reads the host from an audience with a path, and no host from one that is no address', () => {
    const asked: string[] = []
    const isOwnHost = (host: string) => asked.push(host) > 0
    for (const aud of ['WSS://relay.example/?from=https://other.example', 'relay.example/x://y', 'wss://a b'])
      readAuthToken(identity.token({ now, claims: { aud } }), { now, isOwnHost })
    expect(asked).toEqual(['relay.example', 'relay.example', ''])
  })

  test('accepts 4,096 characters, and 1,024 of a subject or an audience', () => {
    const outcome = (claims: object) => reason(identity.token({ now, claims: { ...claims } }))
    const { length } = identity.token({ now, claims: { more: '' } })
    const longest = identity.token({ now, claims: { more: 'x'.repeat(Math.ceil((4_096 - length) * 0.75)) } })
    expect(longest).toHaveLength(4_096)
    expect(reason(longest)).toBe('accepted')
    expect(outcome({ sub: 'x'.repeat(1_024) })).toBe('accepted')
    expect(outcome({ aud: `ws://localhost/${'x'.repeat(1_009)}` })).toBe('accepted')
    for (const name of ['sub', 'aud'])
      expect(outcome({ [name]: 'x'.repeat(1_025) })).toEqual([
        403,
        `JWT validation error: Serialization error: ${name}`,
      ])
  })

  test('accepts a token for one day, and none for longer', () => {
    const outcome = (claims: object) => reason(identity.token({ now, claims: { ...claims } }))
    expect(outcome({ exp: now + 86_400 + 120 })).toBe('accepted')
    const refused = [403, 'JWT validation error: Invalid lifetime: more than a day']
    expect(outcome({ exp: now + 86_400 + 121 })).toEqual(refused)
    expect(outcome({ exp: now + 100 * 365 * 86_400 })).toEqual(refused)
    expect(outcome({ iat: now - 40 * 86_400, exp: now + 3_600 })).toEqual(refused)
  })

  test.each([
    ['nothing', '', 'Invalid format'],
    ['two parts', 'a.b', 'Invalid format'],
    ['four parts', 'a.b.c.d', 'Invalid format'],
    ['20 kB', identity.token({ now, claims: { more: 'x'.repeat(20_000) } }), 'Invalid format'],
    ['an empty signature', identity.token({ now }).replace(/[^.]*$/, ''), 'Invalid encoding'],
    ['base64 with padding', `${identity.token({ now })}=`, 'Invalid encoding'],
    ['a foreign character at the beginning', `+${identity.token({ now })}`, 'Invalid encoding'],
    ['another type', identity.token({ now, header: { typ: 'JWS' } }), 'Invalid JWT signing algorithm'],
    ['alg none', identity.token({ now, header: { alg: 'none' } }), 'Invalid JWT signing algorithm'],
    ['alg HS256', identity.token({ now, header: { alg: 'HS256' } }), 'Invalid JWT signing algorithm'],
    [
      'a header that is no JSON',
      identity.token({ now }).replace(/^[^.]*/, 'AAAA'),
      'Invalid JWT signing algorithm',
    ],
    [
      'claims that are no JSON',
      identity.token({ now }).replace(/\.[^.]*/, '.AAAA'),
      'Serialization error: claims',
    ],
    ['no subject', identity.token({ now, claims: { sub: undefined } }), 'Serialization error: sub'],
    ['no issuer', identity.token({ now, claims: { iss: undefined } }), 'Serialization error: iss'],
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

function tampered(token: string): string {
  const [header = '', payload = '', signature = ''] = token.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const changed = Buffer.from(JSON.stringify({ ...claims, sub: 'other' })).toString('base64url')
  return [header, changed, signature].join('.')
}
