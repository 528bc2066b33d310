import { generateKeyPairSync } from 'node:crypto'
import { decodeJwt, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { afterEach, expect, test } from 'vitest'
import { clientSecret } from '../../../../../scripts/start/providers/differences.mjs'
import { startSocial } from '../../../testing/startSocial.js'
import { whileTimePasses } from '../../../testing/whileTimePasses.js'
import type { ProviderName } from './endpoints.js'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function setUp(name: ProviderName, options: Parameters<typeof startSocial>[1] = {}) {
  const started = await startSocial(name, options)
  cleanups.push(started.close)
  return started
}

type Forged = { readonly claims: JWTPayload; readonly nonces: readonly string[] }
const stranger = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey
const { privateKey: curve } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const hour = 3_600

/** What an ID token says otherwise, and with which key it is signed. */
const changes: { readonly [what: string]: (claims: JWTPayload, forged: Forged) => JWTPayload } = {
  'another audience': (claims) => ({ ...claims, aud: 'another-client' }),
  'a further audience': (claims) => ({ ...claims, aud: ['wallet', 'another-client'], azp: 'wallet' }),
  'another authorized party': (claims) => ({ ...claims, azp: 'another-client' }),
  'another issuer': (claims) => ({ ...claims, iss: 'https://evil.example' }),
  'the nonce of another flow': (claims, { nonces }) => ({ ...claims, nonce: nonces[0] }),
  'no nonce': ({ nonce: _, ...claims }) => claims,
  'a date that is over': (claims) => ({ ...claims, iat: 1_700_000_000, exp: 1_700_000_000 + hour }),
  'no subject': ({ sub: _, ...claims }) => claims,
}

for (const name of ['google', 'apple', 'oidc'] as const) {
  test.each(Object.entries(changes))(`${name}: an ID token with %s is refused`, async (_, change) => {
    const { enter, provider, lines } = await setUp(name)
    const nonces: string[] = []
    let isLying = false
    provider.behaviour.answerCode = async (answer) => {
      const claims = decodeJwt(String(answer.id_token))
      nonces.push(String(claims.nonce))
      const said = isLying ? change(claims, { claims, nonces }) : claims
      const token = await new SignJWT(said)
        .setProtectedHeader({ alg: 'RS256', kid: provider.keyId })
        .sign(provider.key)
      return { ...answer, id_token: token }
    }
    // The same token without the change is taken, so it is the change that is refused.
    expect((await enter()).result).toHaveProperty('user')
    isLying = true
    const { end, result } = await enter()
    expect(end.text).toContain('does not belong to this login')
    expect(result).toEqual({ failed: 'failed', way: name })
    expect(lines.join('\n')).toContain('login.provider')
  })

  test(`${name}: an ID token that its key has not signed is refused`, async () => {
    const { enter, provider } = await setUp(name)
    const forgeries: readonly ((claims: JWTPayload) => Promise<string> | string | undefined)[] = [
      (claims) => new UnsecuredJWT(claims).encode(),
      (claims) =>
        new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: provider.keyId }).sign(stranger),
      (claims) => new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'other' }).sign(stranger),
      (claims) => new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: provider.keyId }).sign(curve),
      // Signed with what both sides know, or with the public key as if it were a secret.
      (claims) => new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(clientSecret)),
      () => undefined,
      () => 'no token',
    ]
    for (const forge of forgeries) {
      provider.behaviour.answerCode = async ({ id_token, ...answer }) => ({
        ...answer,
        id_token: await forge(decodeJwt(String(id_token))),
      })
      const { end, result } = await enter()
      expect(end.text).toContain('does not belong to this login')
      expect(result).toEqual({ failed: 'failed', way: name })
    }
    provider.behaviour.answerCode = undefined
    expect((await enter()).result).toHaveProperty('user')
  })
}

test('a provider of no known form ends the login', async () => {
  for (const name of ['github', 'discord', 'x', 'facebook', 'google'] as const) {
    const { enter, provider } = await setUp(name)
    for (const body of [
      {},
      { error: 'bad_verification_code', error_description: '<script>' },
      { access_token: 7, token_type: 'bearer' },
      { access_token: 'x'.repeat(300_000), token_type: 'bearer' },
      { access_token: 'made up', token_type: 'mac' },
    ]) {
      provider.behaviour.answerCode = () => body
      const { end, result } = await enter()
      expect(end.title).toBe('Login failed')
      expect(end.text).not.toContain('&lt;script')
      expect(result).toEqual({ failed: 'failed', way: name })
    }
  }
})

test('a provider that is slow does not hold the login for longer than twelve seconds', async () => {
  for (const name of ['github', 'oidc'] as const) {
    const { begin, goThere, open, result, provider, clock } = await setUp(name)
    const { flow, uri } = await begin()
    const back = await goThere(uri)
    provider.behaviour.isSilent = true
    const at = clock.now()
    const end = await whileTimePasses(clock, open(back))
    expect(end.text).toContain('does not answer')
    expect(clock.now() - at).toBeLessThan(14_000)
    expect(await result(flow)).toEqual({ failed: 'failed', way: name })
  }
})

test('the services ask only servers of the settings, and follow no redirect', async () => {
  const { begin, open, enter, provider, clock } = await setUp('oidc')
  let isAsked = false
  const { createServer } = await import('node:http')
  const inside = createServer((_, response) => {
    isAsked = true
    response.end('{}')
  })
  await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve))
  cleanups.push(() => inside.close())
  const { port } = inside.address() as { port: number }
  const elsewhere = `http://127.0.0.1:${port}`

  provider.behaviour.redirectTo = elsewhere
  expect((await open({ url: (await begin()).uri })).text).toContain('does not answer')
  provider.behaviour.redirectTo = undefined
  for (const member of ['token_endpoint', 'jwks_uri', 'userinfo_endpoint']) {
    // What a provider has said about itself is kept for an hour.
    clock.advance(3_600_001)
    provider.behaviour.describeItself = (answer) => ({ ...answer, [member]: `${elsewhere}/x` })
    const { end } = await enter()
    expect([member, end.title]).toEqual([member, 'Login failed'])
  }
  clock.advance(3_600_001)
  provider.behaviour.describeItself = (answer) => ({ ...answer, issuer: 'https://accounts.google.com' })
  expect((await open({ url: (await begin()).uri })).title).toBe('Login failed')
  clock.advance(3_600_001)
  provider.behaviour.describeItself = (answer) => ({
    ...answer,
    authorization_endpoint: 'javascript:alert(1)',
  })
  expect((await open({ url: (await begin()).uri })).title).toBe('Login failed')
  expect(isAsked).toBe(false)
})

test('a provider that has changed its keys is believed again', async () => {
  const { enter, provider, clock } = await setUp('google')
  expect((await enter()).result).toHaveProperty('user')
  const count = () => provider.asked.filter((path) => path === '/jwks').length
  expect(count()).toBe(1)
  provider.behaviour.answerCode = async ({ id_token, ...answer }) => ({
    ...answer,
    id_token: await new SignJWT(decodeJwt(String(id_token)))
      .setProtectedHeader({ alg: 'RS256', kid: 'new' })
      .sign(stranger),
  })
  for (let time = 0; time < 3; time++)
    expect((await enter()).result).toEqual({ failed: 'failed', way: 'google' })
  // Keys are fetched anew, but not for each forged token.
  expect(count()).toBeLessThanOrEqual(2)
  clock.advance(10_000)
  await enter()
  expect(count()).toBeGreaterThanOrEqual(2)
})
