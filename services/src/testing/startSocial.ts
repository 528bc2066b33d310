import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apple, clientId, clientSecret } from '../../../scripts/start/providers/differences.mjs'
import type { ProviderName } from '../auth/login/social/endpoints.js'
import type { Settings } from '../shared/settings.js'
import { createBrowser, type Return } from './createBrowser.js'
import { createTestClock } from './createTestClock.js'
import { type Asked, page, startLogin } from './startLogin.js'
import { startProvider, type TestAccount } from './startProvider.js'
import { whileTimePasses } from './whileTimePasses.js'

/** The browser in which visitors log in, unless a test says otherwise; requests without this header come from another. */
const ownBrowser = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/150.0.0.0'

type Options = Parameters<typeof startLogin>[0] & { readonly account?: TestAccount | undefined }

export const account: TestAccount = {
  id: '4711',
  name: 'Ann',
  email: 'ann@mail.example',
  isVerified: true,
}

/** Returns the settings with which visitors log in at a test's provider. */
export function settingsOf(name: ProviderName, url: string, appleKey: string): Partial<Settings> {
  const client = { id: clientId, secret: clientSecret }
  const loginEndpoints = [`${name}=${url}`]
  switch (name) {
    case 'google':
      return { loginGoogle: client, loginEndpoints }
    case 'github':
      return { loginGithub: client, loginEndpoints }
    case 'facebook':
      return { loginFacebook: client, loginEndpoints }
    case 'x':
      return { loginX: client, loginEndpoints }
    case 'discord':
      return { loginDiscord: client, loginEndpoints }
    case 'oidc':
      return { loginOidc: { ...client, issuer: url, name: 'Example' } }
    case 'apple': {
      const keyFile = join(mkdtempSync(join(tmpdir(), 'latchkey-apple-')), 'key.p8')
      writeFileSync(keyFile, appleKey)
      return { loginApple: { id: clientId, ...apple, keyFile }, loginEndpoints }
    }
  }
}

/** Starts the login with one provider, and returns what a visitor does there step by step. */
export async function startSocial(name: ProviderName, { account: own = account, ...options }: Options = {}) {
  const provider = await startProvider(name, own)
  // Providers check dates by the machine's clock.
  const started = await startLogin({
    clock: createTestClock(Date.now()),
    ...options,
    settings: { ...settingsOf(name, provider.url, provider.appleKey), ...options.settings },
  })
  const { app, call, clock } = started

  /** Makes a browser's request to the pages of the wallet's site. */
  async function open({ url, form }: Return, { from = '198.51.100.7', headers }: Asked = {}) {
    const answer = await app.request(
      url,
      {
        headers: {
          'user-agent': ownBrowser,
          host: 'wallet.example',
          ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
          ...headers,
        },
        ...(form === undefined ? {} : { method: 'POST', body: form }),
      },
      { incoming: { headers: {}, socket: { remoteAddress: from } } as never },
    )
    const text = await answer.text()
    const title = /<h1>([^<]*)/.exec(text)?.[1]
    return {
      status: answer.status,
      headers: answer.headers,
      location: answer.headers.get('location'),
      text,
      title,
    }
  }

  /** Begins a login, and returns the flow and the address that opens in a window. */
  async function begin(asked: Asked = {}) {
    const headers = { 'user-agent': ownBrowser, ...asked.headers }
    const { body, status } = await call('social', { provider: name, host: page }, { ...asked, headers })
    if (status !== 200) throw new Error(`${status} ${body.error?.message}`)
    return { flow: String(body.flow), uri: String(body.uri) }
  }

  /** Goes to the provider and logs in there. Returns with what the browser comes back. */
  async function goThere(uri: string, browser = createBrowser()): Promise<Return> {
    const { location } = await open({ url: uri })
    if (location === null) throw new Error('no way to the provider')
    return browser.visit(location)
  }

  const result = (flow: string, asked: Asked = {}) =>
    whileTimePasses(clock, call('result', { flow }, asked)).then(({ body }) => body)

  /** Logs in from begin to end. */
  async function enter(asked: Asked = {}) {
    const { flow, uri } = await begin(asked)
    const end = await open(await goThere(uri))
    return { end, result: await result(flow, asked) }
  }

  return {
    ...started,
    ...{ provider, open, begin, goThere, result, enter },
    async close() {
      await started.login.close()
      await provider.close()
    },
  }
}

/** Returns an answer of a provider with other values. */
export function withAnswer({ url, form }: Return, change: (answer: URLSearchParams) => void): Return {
  if (form !== undefined) {
    const answer = new URLSearchParams(form)
    change(answer)
    return { url, form: answer.toString() }
  }
  const changed = new URL(url)
  change(changed.searchParams)
  return { url: changed.href }
}
