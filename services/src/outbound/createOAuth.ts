import * as oauth from 'oauth4webapi'
import type { Context } from '../shared/context.js'
import { parseJsonOr } from '../shared/parseJsonOr.js'
import { fetchUpstream, UpstreamError } from './fetchUpstream.js'

/** What a server of OAuth says about itself (RFC 8414). */
export type OAuthServer = oauth.AuthorizationServer

/** How this service proves to a server who it is. */
export type ClientSecret = { readonly in: 'header' | 'body'; readonly secret: string }

type IdClaims = oauth.IDToken

/** What a server has granted for a code. */
export type Grant = {
  readonly accessToken: string
  /** Of the ID token, whose signature and claims were checked; absent without one. */
  readonly claims: IdClaims | undefined
}

type CodeExchange = {
  readonly server: OAuthServer
  readonly clientId: string
  readonly secret: ClientSecret
  /** What came back with the visitor. */
  readonly answer: URLSearchParams
  readonly state: string
  readonly redirectUri: string
  readonly verifier: string
  /** The nonce of the request; absent where the server gives no ID token. */
  readonly nonce?: string | undefined
}

/** A provider cannot be reached, or answers with an error of its own. */
export class ProviderUnreachable extends Error {
  override readonly name = 'ProviderUnreachable'
}

/** A provider's answer does not belong to the login, or breaks the protocol. The message is for the log. */
export class ProviderRefusal extends Error {
  override readonly name = 'ProviderRefusal'
}

export type OAuth = {
  /** Reads what the server of an issuer says about itself (OpenID Connect Discovery). */
  discover(issuer: string, signal: AbortSignal): Promise<OAuthServer>
  /** Exchanges the code that came back with the visitor (RFC 6749, RFC 7636, RFC 9207; OpenID Connect Core 3.1.3). */
  exchange(exchange: CodeExchange, signal: AbortSignal): Promise<Grant>
  /** Reads the claims about a subject that are not in the ID token. */
  readUserInfo(
    of: { readonly server: OAuthServer; readonly clientId: string; readonly grant: Grant },
    signal: AbortSignal,
  ): Promise<{ readonly [claim: string]: unknown }>
  /** Reads JSON of an API in the name of the visitor. */
  readJson(address: string, accessToken: string, signal: AbortSignal): Promise<unknown>
}

/** Bytes of an answer; profiles and lists of keys are far smaller. */
const size = 256 * 1_024
/** Statuses whose body says what was wrong with the request. */
const explained = [400, 401]
/** Keys are fetched anew for a signature of an unknown key, but only so often, in milliseconds. */
const keysPause = 10_000

/**
 * Creates the only client of OAuth servers. Like {@link fetchUpstream} it asks only servers of the settings, and follows no
 * redirects.
 *
 * @throws {@link ProviderUnreachable}, {@link ProviderRefusal}
 */
export function createOAuth({ settings, clock }: Pick<Context, 'settings' | 'clock'>): OAuth {
  /** The library keeps the keys of a server by this object. */
  const keysOf = new WeakMap<OAuthServer, { held: OAuthServer; at: number }>()

  async function send(url: string, { method, headers, body, signal }: Sent): Promise<Response> {
    const answer = await fetchUpstream(settings, url, {
      headers,
      size,
      read: explained,
      signal: signal ?? AbortSignal.timeout(10_000),
      // A code counts once: a server may take its second use for a theft.
      ...(method === 'POST' ? { body: String(body), isOnce: true } : {}),
    })
    const isOwnError = !explained.includes(answer.status) && (answer.status < 200 || answer.status > 299)
    if (isOwnError) throw new ProviderUnreachable(`HTTP ${answer.status}`)
    const type = answer.headers.get('content-type')
    return new Response(answer.text === '' ? null : answer.text, {
      status: answer.status,
      ...(type === null ? {} : { headers: { 'content-type': type } }),
    })
  }

  const options = (signal: AbortSignal) => ({
    signal,
    [oauth.customFetch]: send,
    // Settings allow it only for servers of this machine.
    [oauth.allowInsecureRequests]: true,
  })

  const clientOf = (clientId: string): oauth.Client => ({
    client_id: clientId,
    // The library reads the machine's clock.
    [oauth.clockSkew]: Math.round((clock.now() - Date.now()) / 1_000),
    [oauth.clockTolerance]: 60,
  })

  /** Checks the signature of the ID token of an answer. A key that is not known may be a new one. */
  async function checkSignature(server: OAuthServer, response: Response, signal: AbortSignal): Promise<void> {
    const kept = keysOf.get(server) ?? { held: { ...server }, at: clock.steadyNow() }
    keysOf.set(server, kept)
    try {
      await oauth.validateApplicationLevelSignature(kept.held, response, options(signal))
    } catch (error) {
      const isUnknownKey =
        error instanceof oauth.OperationProcessingError && error.code === oauth.KEY_SELECTION
      if (!isUnknownKey || clock.steadyNow() - kept.at < keysPause) throw error
      const next = { held: { ...server }, at: clock.steadyNow() }
      keysOf.set(server, next)
      await oauth.validateApplicationLevelSignature(next.held, response, options(signal))
    }
  }

  return {
    discover: (issuer, signal) =>
      attempt(async () => {
        const url = new URL(issuer)
        return oauth.processDiscoveryResponse(url, await oauth.discoveryRequest(url, options(signal)))
      }),

    exchange: ({ server, clientId, secret, answer, state, redirectUri, verifier, nonce }, signal) =>
      attempt(async () => {
        const client = clientOf(clientId)
        const response = await oauth.authorizationCodeGrantRequest(
          server,
          client,
          (secret.in === 'header' ? oauth.ClientSecretBasic : oauth.ClientSecretPost)(secret.secret),
          oauth.validateAuthResponse(server, client, answer, state),
          redirectUri,
          verifier,
          options(signal),
        )
        const isOpenId = nonce !== undefined
        const granted = await oauth.processAuthorizationCodeResponse(
          server,
          client,
          response,
          isOpenId ? { expectedNonce: nonce, requireIdToken: true } : {},
        )
        if (!isOpenId) return { accessToken: granted.access_token, claims: undefined }
        await checkSignature(server, response, signal)
        const claims = oauth.getValidatedIdTokenClaims(granted)
        // The library accepts further audiences beside ours, and the name of another party for a token with one audience.
        const audiences = [claims?.aud ?? []].flat()
        const isOurs =
          audiences.every((one) => one === clientId) && [undefined, clientId].includes(claims?.azp)
        if (claims === undefined || !isOurs) throw new ProviderRefusal('an ID token for another client')
        return { accessToken: granted.access_token, claims }
      }),

    readUserInfo: ({ server, clientId, grant }, signal) =>
      attempt(async () => {
        const client = clientOf(clientId)
        const response = await oauth.userInfoRequest(server, client, grant.accessToken, options(signal))
        return oauth.processUserInfoResponse(server, client, grant.claims?.sub ?? '', response)
      }),

    readJson: (address, accessToken, signal) =>
      attempt(async () => {
        const { status, text } = await fetchUpstream(settings, address, {
          headers: {
            accept: 'application/json',
            authorization: `Bearer ${accessToken}`,
            // GitHub answers nobody without a name.
            'user-agent': 'latchkey-services',
          },
          size,
          signal,
        })
        if (status !== 200) throw new ProviderUnreachable(`HTTP ${status}`)
        return parseJsonOr(text, () => new ProviderRefusal('not JSON'))
      }),
  }
}

type Sent = {
  readonly method: string
  readonly headers: Record<string, string>
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
}

async function attempt<value>(work: () => Promise<value>): Promise<value> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ProviderUnreachable || error instanceof ProviderRefusal) throw error
    if (error instanceof UpstreamError) throw new ProviderUnreachable(error.message, { cause: error })
    throw new ProviderRefusal(describe(error), { cause: error })
  }
}

/** Says for the log what was wrong, without anything that the other side wrote. */
function describe(error: unknown): string {
  if (error instanceof oauth.ResponseBodyError)
    return `the server answers ${/^[a-z_]{1,40}$/.test(error.error) ? error.error : 'an error'}`
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^OAUTH_[A-Z_]+$/.test(code)
    ? code.slice('OAUTH_'.length).toLowerCase()
    : 'an answer of no known form'
}
