// The login providers of `npm start`: real authorization servers that play Google, GitHub, Apple, Facebook, X and Discord,
// and a relay of Farcaster with an app.
import { createHash, createPublicKey, generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { serveFarcaster } from './farcaster/serveFarcaster.mjs'
import { host } from './ports.mjs'
import { apple, clientId, clientSecret } from './providers/differences.mjs'
import { frontPage, loginPage, policyOf } from './providers/pages.mjs'
import { readForm } from './providers/readForm.mjs'

/** @typedef {import('./providers/differences.mjs').Account} Account */
/** @typedef {Exclude<import('./providers/differences.mjs').ProviderName, 'oidc'>} Name */

/** @type {{ readonly [name in Name]: string }} */
const labels = {
  google: 'Google',
  x: 'X',
  discord: 'Discord',
  github: 'GitHub',
  apple: 'Apple',
  facebook: 'Facebook',
}
const names = /** @type {readonly Name[]} */ (Object.keys(labels))

/**
 * Starts the providers on one port. Each is made once somebody logs in there: that takes half a second that a start need
 * not wait for.
 *
 * @param {{ port: number, siteUrl: string, data: string, rpcUrl: string }} options A port of 0 picks a free one; `data` is
 *   the folder for the key with which the services speak to Apple; `rpcUrl` is the local chain with Farcaster's accounts.
 * @returns {Promise<{ url: string, settings: Record<`LATCHKEY_LOGIN_${string}`, string>, close: () => Promise<void> }>}
 */
export async function startProviders({ port, siteUrl, data, rpcUrl }) {
  const keyFile = join(data, 'apple.p8')
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  writeFileSync(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
  const appleKey = createPublicKey(privateKey)
  const policy = policyOf(siteUrl)
  /** @type {Map<Name, Promise<import('./providers/createProvider.mjs').StandIn>>} */
  const made = new Map()

  /** @param {Name} name */
  function providerOf(name) {
    const before = made.get(name)
    if (before !== undefined) return before
    const making = make(name)
    made.set(name, making)
    return making
  }

  /** @param {Name} name */
  async function make(name) {
    const { createProvider } = await import('./providers/createProvider.mjs')
    /** @type {Map<string, Account>} */
    const accounts = new Map()
    return createProvider({
      ...{ name, siteUrl, appleKey, url: `${url}/${name}` },
      accountOf: (id) => accounts.get(id),
      async ask(c, { accept, decline }) {
        const label = labels[name]
        c.set('content-security-policy', policy)
        c.set('cache-control', 'no-store')
        c.type = 'html'
        if (c.method !== 'POST') {
          c.body = loginPage({ label, name: 'Ann Visitor', email: `ann@${name}.example` })
          return
        }
        const form = await readForm(c.req)
        if (form.get('answer') === 'no') return decline(c)
        const [userName = '', email = ''] = ['name', 'email'].map((field) => (form.get(field) ?? '').trim())
        const isRead =
          userName.length <= 60 && email.length <= 200 && /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email)
        if (userName === '' || !isRead) {
          const fault = 'A name and an e-mail address are needed.'
          c.body = loginPage({ label, name: userName, email, fault })
          return
        }
        const account = { id: idOf(name, email), name: userName, email, isVerified: true }
        accounts.set(account.id, account)
        return accept(c, account)
      },
    })
  }

  const server = createServer(async (request, response) => {
    const send = (/** @type {number} */ status, /** @type {string} */ type, /** @type {string} */ body) => {
      response.writeHead(status, {
        'content-type': `${type}; charset=utf-8`,
        'content-security-policy': policy,
      })
      response.end(body)
    }
    // A page of another origin can point its own name at this machine (DNS rebinding).
    if (!/^(localhost|127\.0\.0\.1)(:\d+)?$/.test(request.headers.host ?? ''))
      return send(403, 'text/plain', 'Only for this machine')
    const path = request.url ?? '/'
    const name = names.find((one) => path.startsWith(`/${one}/`))
    try {
      if (name !== undefined) return await (await providerOf(name)).answer(request, response)
      if (path.startsWith('/farcaster/')) {
        const { status, type, body } = await farcaster(request, path.slice('/farcaster'.length))
        return send(status, type, body)
      }
    } catch (error) {
      // A browser that breaks off is no reason to stop.
      if (response.headersSent) return response.destroy()
      return send(500, 'text/plain', error instanceof Error ? error.message : String(error))
    }
    if (path === '/') return send(200, 'text/html', frontPage(Object.values(labels)))
    return send(404, 'text/plain', 'There is nothing here')
  })
  const at = await listen(server, port)
  const url = `http://localhost:${at}`
  const farcaster = serveFarcaster({ url: `${url}/farcaster`, rpcUrl })

  const app = `${clientId}:${clientSecret}`
  return {
    url,
    settings: {
      LATCHKEY_LOGIN_GOOGLE: app,
      LATCHKEY_LOGIN_GITHUB: app,
      LATCHKEY_LOGIN_APPLE: `${clientId}:${apple.team}:${apple.keyId}:${keyFile}`,
      LATCHKEY_LOGIN_FACEBOOK: app,
      LATCHKEY_LOGIN_X: app,
      LATCHKEY_LOGIN_DISCORD: app,
      LATCHKEY_LOGIN_FARCASTER: `${url}/farcaster`,
      LATCHKEY_LOGIN_FARCASTER_NODE: rpcUrl,
      LATCHKEY_LOGIN_ENDPOINTS: names.map((name) => `${name}=${url}/${name}`).join(','),
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The same address is the same account, also after a new start. Providers write numbers. @param {string} name @param {string} email */
function idOf(name, email) {
  const hash = createHash('sha256').update(`${name} ${email.toLowerCase()}`).digest()
  return String(hash.readUIntBE(0, 6))
}

/** @param {import('node:http').Server} server @param {number} port @returns {Promise<number>} */
function listen(server, port) {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })
}
