import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startProviders } from './providers.mjs'

const data = mkdtempSync(join(tmpdir(), 'latchkey-providers-'))
const siteUrl = 'http://secure.localhost:1'
let providers: Awaited<ReturnType<typeof startProviders>>
beforeAll(async () => {
  providers = await startProviders({ port: 0, siteUrl, data, rpcUrl: 'http://localhost:1' })
})
afterAll(async () => {
  await providers.close()
  rmSync(data, { recursive: true })
})

/** Begins a login at Google, and returns how its page is asked. */
async function begin() {
  const query = new URLSearchParams({
    ...{ client_id: 'wallet', response_type: 'code', scope: 'openid email', state: 'mark' },
    redirect_uri: `${siteUrl}/login/callback/google`,
    ...{ code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' },
  })
  const sent = await fetch(`${providers.url}/google/auth?${query}`, { redirect: 'manual' })
  const cookies = new Map(
    sent.headers.getSetCookie().map((line) => /^([^=]+)=([^;]*)/.exec(line)?.slice(1) as [string, string]),
  )
  return async function ask(url = sent.headers.get('location') ?? '', form?: Record<string, string>) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    return fetch(new URL(url, providers.url), {
      redirect: 'manual',
      headers: { cookie },
      ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
    })
  }
}

test('the login page says that it is not the provider, and may only post to itself and the wallet', async () => {
  const ask = await begin()
  const page = await ask()
  expect(await page.text()).toContain('This is not Google')
  expect(page.headers.get('content-security-policy')).toContain(`form-action 'self' ${siteUrl};`)
})

test('a login without an address is asked again, with what was typed', async () => {
  const ask = await begin()
  const again = await ask(undefined, { name: '<Ann>', email: 'nowhere', answer: 'yes' })
  const text = await again.text()
  expect(text).toContain('A name and an e-mail address are needed.')
  expect(text).toContain('value="&#60;Ann&#62;"')
})

test('who logs in comes back with a code, and who cancels without one', async () => {
  for (const [answer, expected] of [
    ['yes', /[?&]code=/],
    ['no', /[?&]error=access_denied/],
  ] as const) {
    const ask = await begin()
    const accepted = await ask(undefined, { name: 'Ann', email: 'ann@mail.example', answer })
    const back = await ask(accepted.headers.get('location') ?? '')
    expect(back.headers.get('location')).toMatch(expected)
    expect(back.headers.get('location')).toContain(`${siteUrl}/login/callback/google`)
  }
})

test('only this machine’s own names are answered', async () => {
  const status = await new Promise((resolve) => {
    request(providers.url, { headers: { host: 'evil.example' } }, ({ statusCode }) =>
      resolve(statusCode),
    ).end()
  })
  expect(status).toBe(403)
})
