import { createHmac, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, jwtVerify } from 'jose'
import Provider, { type Configuration } from 'oidc-provider'
import type { ProviderName } from '../auth/login/social/endpoints.js'
import { readBounded } from '../shared/readBounded.js'
import { frameUrl } from './startLogin.js'

/** Somebody's account at a provider. Ids are as each provider writes them. */
export type TestAccount = {
  readonly id: string
  readonly name?: string | undefined
  readonly email?: string | undefined
  /** Nothing if the provider does not say. */
  readonly isVerified?: boolean | undefined
}

type Json = { readonly [name: string]: unknown }
type Lie = (answer: Json) => Promise<Json> | Json

/** What a test changes in how a provider behaves. */
export type Behaviour = {
  account: TestAccount
  /** The visitor presses no. */
  isDeclined?: boolean | undefined
  /** Replaces the answer to a code, as a provider would that lies or was taken over. */
  answerCode?: Lie | undefined
  /** Replaces what the provider says about itself. */
  describeItself?: Lie | undefined
  /** Sends who asks elsewhere. */
  redirectTo?: string | undefined
  /** Lets every request wait but the page for visitors. */
  isSilent?: boolean | undefined
  /** The status of every answer but the page for visitors. */
  status?: number | undefined
}

export type TestProvider = {
  /** The issuer, and what comes before the paths of all its endpoints. */
  readonly url: string
  readonly behaviour: Behaviour
  /** The paths that were asked, oldest first. */
  readonly asked: string[]
  /** The key of its ID tokens. */
  readonly key: KeyObject
  readonly keyId: string
  /** The key of this service at Apple, as PEM. */
  readonly appleKey: string
  close(): Promise<void>
}

export const clientId = 'wallet'
export const clientSecret = 'a-secret-of-32-characters-or-more'
export const apple = { team: 'TEAM123456', keyId: 'KEY1234567' }

/** Where a provider that is no OpenID Connect one has its endpoints, and what it is asked for. */
const plain = {
  github: {
    authorize: '/login/oauth/authorize',
    token: '/login/oauth/access_token',
    scopes: ['read:user', 'user:email'],
  },
  facebook: {
    authorize: '/v23.0/dialog/oauth',
    token: '/v23.0/oauth/access_token',
    scopes: ['public_profile'],
  },
  x: {
    authorize: '/i/oauth2/authorize',
    token: '/2/oauth2/token',
    scopes: ['users.read', 'tweet.read', 'users.email'],
  },
  discord: { authorize: '/oauth2/authorize', token: '/api/oauth2/token', scopes: ['identify', 'email'] },
} as const

/**
 * Starts a real authorization server on this machine in the place of a provider, with that provider's endpoints and
 * differences: GitHub, X, Discord and Facebook give no ID token, but have an API that tells of the visitor; Apple posts its
 * answer and wants a signed secret; GitHub answers a wrong code with 200.
 */
export async function startProvider(
  name: ProviderName,
  account: TestAccount,
  siteUrl = frameUrl,
): Promise<TestProvider> {
  const [{ privateKey: key }, appleKeys] = [
    generateKeyPairSync('rsa', { modulusLength: 2_048 }),
    generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  ]
  const behaviour: Behaviour = { account }
  const asked: string[] = []
  const keyId = 'key-1'
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const own = name in plain ? plain[name as keyof typeof plain] : undefined
  const tokenPath = own?.token ?? '/token'

  const configuration: Configuration = {
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
    findAccount: (_, id) => ({
      accountId: id,
      claims: () => ({ sub: id, ...claimsOf(name, behaviour.account) }),
    }),
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
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
  }
  const provider = new Provider(url, configuration)

  provider.use(async (c, next) => {
    const { path } = c
    asked.push(path)
    if (path.startsWith('/interaction/')) return interact(c.req, c.res)
    const isPage = path === (own?.authorize ?? '/auth') || path.startsWith(`${own?.authorize ?? '/auth'}/`)
    if (isPage) return next()
    if (behaviour.isSilent === true) return new Promise(() => {})
    if (behaviour.status !== undefined) {
      c.status = behaviour.status
      return
    }
    if (behaviour.redirectTo !== undefined) return c.redirect(behaviour.redirectTo)
    if (own !== undefined && path !== tokenPath) return tell(c)
    await next()
    if (name === 'github' && c.status === 400) c.status = 200
    const { answerCode, describeItself } = behaviour
    const lie =
      path === tokenPath ? answerCode : /openid-configuration$/.test(path) ? describeItself : undefined
    if (lie === undefined) return
    c.body = await lie(c.body as Json)
    c.status = 200
  })

  /** The visitor logs in and consents, or declines. */
  async function interact(req: IncomingMessage, res: Parameters<typeof provider.interactionDetails>[1]) {
    const { params } = await provider.interactionDetails(req, res)
    if (behaviour.isDeclined === true)
      return provider.interactionFinished(
        req,
        res,
        { error: 'access_denied' },
        { mergeWithLastSubmission: false },
      )
    const accountId = behaviour.account.id
    const grant = new provider.Grant({ accountId, clientId })
    grant.addOIDCScope(String(params.scope))
    const grantId = await grant.save()
    return provider.interactionFinished(req, res, { login: { accountId }, consent: { grantId } })
  }

  /** Answers what the provider's API tells of the owner of a token. */
  async function tell(c: Parameters<Parameters<typeof provider.use>[0]>[0]): Promise<void> {
    const token = (c.get('authorization') || '').replace('Bearer ', '')
    const owner = await provider.AccessToken.find(token)
    const proof = createHmac('sha256', clientSecret).update(token).digest('hex')
    const isAsked = name !== 'facebook' || c.query.appsecret_proof === proof
    const body = owner && isAsked ? profileOf(name, behaviour.account, c.path) : undefined
    c.status = body === undefined ? 401 : 200
    c.body = body ?? { message: 'Bad credentials' }
  }

  const answer = provider.callback()
  server.on('request', async (req, res) => {
    if (name === 'apple' && req.method === 'POST' && req.url === tokenPath) {
      const form = new URLSearchParams(String(await readBounded(req, 65_536)))
      const options = { issuer: apple.team, subject: clientId, audience: url, algorithms: ['ES256'] }
      const isSigned = await jwtVerify(form.get('client_secret') ?? '', appleKeys.publicKey, options).then(
        ({ protectedHeader }) => protectedHeader.kid === apple.keyId,
        () => false,
      )
      form.set('client_secret', isSigned ? clientSecret : 'wrong')
      Object.assign(req, { body: Object.fromEntries(form) })
    }
    await answer(req, res)
  })

  return {
    url,
    behaviour,
    asked,
    key,
    keyId,
    appleKey: String(appleKeys.privateKey.export({ type: 'pkcs8', format: 'pem' })),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function claimsOf(name: ProviderName, { name: userName, email, isVerified }: TestAccount) {
  return {
    ...(userName === undefined || name === 'apple' ? {} : { name: userName }),
    ...(email === undefined ? {} : { email }),
    ...(isVerified === undefined
      ? {}
      : { email_verified: name === 'apple' ? String(isVerified) : isVerified }),
  }
}

function profileOf(name: ProviderName, { id, name: userName, email, isVerified }: TestAccount, path: string) {
  switch (`${name} ${path}`) {
    case 'github /api/v3/user':
      // The address of a profile is whatever its owner has typed.
      return { id: Number(id), login: userName, email: 'typed@mail.example' }
    case 'github /api/v3/user/emails':
      return [
        { email: 'old@mail.example', primary: false, verified: true },
        ...(email === undefined ? [] : [{ email, primary: true, verified: isVerified === true }]),
      ]
    case 'facebook /v23.0/me':
      return { id, name: userName }
    case 'x /2/users/me':
      return { data: { id, username: userName, ...(isVerified === true ? { confirmed_email: email } : {}) } }
    case 'discord /api/users/@me':
      return {
        id,
        username: 'login',
        global_name: userName,
        email: email ?? null,
        verified: isVerified ?? null,
      }
    default:
      return undefined
  }
}
