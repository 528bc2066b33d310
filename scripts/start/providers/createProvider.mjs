import { generateKeyPairSync } from 'node:crypto'
import { Readable } from 'node:stream'
import { exportJWK, jwtVerify } from 'jose'
import Provider from 'oidc-provider'
import { asksEachTime } from './asksEachTime.mjs'
import { apple, claimsOf, clientId, clientSecret, facebookProof, plain, profileOf } from './differences.mjs'
import { keepInMemory } from './keepInMemory.mjs'
import { readForm } from './readForm.mjs'

/** @typedef {import('./differences.mjs').Account} Account */
/** @typedef {import('./differences.mjs').ProviderName} ProviderName */
/** @typedef {Parameters<Parameters<Provider['use']>[0]>[0]} Context */
/** @typedef {import('node:http').IncomingMessage} Request */
/** @typedef {import('node:http').ServerResponse} Response */

/**
 * What a request wants: a page for the visitor, the question of the login, a token for a code, or anything else.
 *
 * @typedef {'page' | 'question' | 'token' | 'other'} Wish
 */

/**
 * @typedef {object} Options
 * @property {ProviderName} name
 * @property {string} url The issuer, and what comes before the paths of all its endpoints. Its path is where the provider
 *   is mounted.
 * @property {string} siteUrl The origin of the wallet's site.
 * @property {import('node:crypto').KeyObject | undefined} appleKey The public key of this service at Apple.
 * @property {(id: string) => Account | undefined} accountOf
 * @property {(c: Context, standIn: StandIn) => Promise<void>} ask Asks the visitor, and ends with `accept` or `decline`.
 * @property {((c: Context, wish: Wish, answer: () => Promise<void>) => Promise<void>) | undefined} [around] Comes before
 *   and after every answer.
 */

/**
 * @typedef {object} StandIn
 * @property {import('node:crypto').KeyObject} key The key of its ID tokens.
 * @property {string} keyId
 * @property {(request: Request, response: Response) => Promise<void>} answer
 * @property {(c: Context, account: Account) => Promise<void>} accept The visitor has logged in and agreed.
 * @property {(c: Context) => Promise<void>} decline
 */

/**
 * Creates a real authorization server that plays a provider, with its endpoints and differences: GitHub, X, Discord and
 * Facebook give no ID token, but have an API that tells of the visitor; Apple posts its answer and wants a signed secret;
 * GitHub answers a wrong code with 200.
 *
 * @param {Options} options @returns {Promise<StandIn>}
 */
export async function createProvider({ name, url, siteUrl, appleKey, accountOf, ask, around }) {
  const { privateKey: key } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  const keyId = 'key-1'
  const own = plain[name]
  const tokenPath = own?.token ?? '/token'
  const pagePath = own?.authorize ?? '/auth'
  const mount = new URL(url).pathname.replace(/\/$/, '')

  const provider = new Provider(url, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [`${siteUrl}/login/callback/${name}`],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        token_endpoint_auth_method:
          name === 'x' || name === 'oidc' ? 'client_secret_basic' : 'client_secret_post',
      },
    ],
    findAccount(_, id) {
      const account = accountOf(id)
      if (account === undefined) return undefined
      return { accountId: id, claims: () => ({ sub: id, ...claimsOf(name, account) }) }
    },
    interactions: { policy: asksEachTime(), url: (_, { uid }) => `${mount}/interaction/${uid}` },
    adapter: keepInMemory(),
    features: { devInteractions: { enabled: false } },
    // Google and Apple write the address into the ID token; the operator's own provider tells it when asked.
    conformIdTokenClaims: name === 'oidc',
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    scopes: ['openid', 'email', 'profile', ...(own?.scopes ?? [])],
    pkce: { required: () => true },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    cookies: { keys: ['a key for cookies'] },
    jwks: { keys: [{ ...(await exportJWK(key)), kid: keyId, alg: 'RS256', use: 'sig' }] },
    ...(own === undefined ? {} : { routes: { authorization: own.authorize, token: own.token } }),
  })

  /** @param {string} path @returns {Wish} */
  function wishOf(path) {
    if (path.startsWith('/interaction/')) return 'question'
    if (path === pagePath || path.startsWith(`${pagePath}/`)) return 'page'
    return path === tokenPath ? 'token' : 'other'
  }

  provider.use(async (c, next) => {
    const wish = wishOf(c.path)
    const answer = async () => {
      if (wish === 'question') return ask(c, standIn)
      if (own !== undefined && wish === 'other') return tell(c)
      await next()
      if (name === 'github' && wish === 'token' && c.status === 400) c.status = 200
    }
    return around === undefined ? answer() : around(c, wish, answer)
  })

  /** Answers what the provider's API tells of the owner of a token. @param {Context} c */
  async function tell(c) {
    const token = (c.get('authorization') || '').replace('Bearer ', '')
    const owner = await provider.AccessToken.find(token)
    const isAsked = name !== 'facebook' || c.query.appsecret_proof === facebookProof(token)
    const account = owner && isAsked ? accountOf(String(owner.accountId)) : undefined
    const body = account && profileOf(name, account, c.path)
    c.status = body === undefined ? 401 : 200
    c.body = body ?? { message: 'Bad credentials' }
  }

  const answer = provider.callback()

  /** Apple's secret is a token that the app has signed. @param {Request} request */
  async function withSecret(request) {
    const form = await readForm(request)
    const options = { issuer: apple.team, subject: clientId, audience: url, algorithms: ['ES256'] }
    const isSigned =
      appleKey !== undefined &&
      (await jwtVerify(form.get('client_secret') ?? '', appleKey, options).then(
        ({ protectedHeader }) => protectedHeader.kid === apple.keyId,
        () => false,
      ))
    form.set('client_secret', isSigned ? clientSecret : 'wrong')
    const body = form.toString()
    const { method, url: path, socket } = request
    const headers = { ...request.headers, 'content-length': String(Buffer.byteLength(body)) }
    const copy = Object.assign(Readable.from([Buffer.from(body)]), { method, headers, socket, url: path })
    // What the server reads of a request.
    return /** @type {Request} */ (/** @type {unknown} */ (copy))
  }

  /** @type {StandIn} */
  const standIn = {
    key,
    keyId,
    async answer(request, response) {
      const asked = request.url ?? '/'
      const path = asked.slice(mount.length) || '/'
      const isToken = request.method === 'POST' && path === tokenPath
      const read = name === 'apple' && isToken ? await withSecret(request) : request
      // As web frameworks do for what is mounted below a path.
      await answer(Object.assign(read, mount === '' ? {} : { originalUrl: asked, url: path }), response)
    },
    async accept(c, { id: accountId }) {
      const { params } = await provider.interactionDetails(c.req, c.res)
      const grant = new provider.Grant({ accountId, clientId })
      grant.addOIDCScope(String(params.scope))
      const grantId = await grant.save()
      await provider.interactionFinished(c.req, c.res, { login: { accountId }, consent: { grantId } })
    },
    async decline(c) {
      const result = { error: 'access_denied' }
      await provider.interactionFinished(c.req, c.res, result, { mergeWithLastSubmission: false })
    },
  }
  return standIn
}
