import { createHmac } from 'node:crypto'

/**
 * The providers that are played. `oidc` is an operator's own one (OpenID Connect).
 *
 * @typedef {'google' | 'github' | 'apple' | 'facebook' | 'x' | 'discord' | 'oidc'} ProviderName
 */

/**
 * Somebody's account at a provider. Ids are as each provider writes them. `isVerified` is nothing if the provider does
 * not say.
 *
 * @typedef {{ readonly id: string, readonly name?: string | undefined, readonly email?: string | undefined,
 *   readonly isVerified?: boolean | undefined }} Account
 */

/** This service's app at each provider. */
export const clientId = 'wallet'
export const clientSecret = 'a-secret-of-32-characters-or-more'
export const apple = { team: 'TEAM123456', keyId: 'KEY1234567' }

/**
 * Where a provider that is no OpenID Connect one has its endpoints, and what it is asked for.
 *
 * @type {{ readonly [name in ProviderName]?: { readonly authorize: string, readonly token: string, readonly scopes: readonly string[] } }}
 */
export const plain = {
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
}

/** What an ID token says of an account. @param {ProviderName} name @param {Account} account */
export function claimsOf(name, { name: userName, email, isVerified }) {
  return {
    ...(userName === undefined || name === 'apple' ? {} : { name: userName }),
    ...(email === undefined ? {} : { email }),
    ...(isVerified === undefined
      ? {}
      : { email_verified: name === 'apple' ? String(isVerified) : isVerified }),
  }
}

/**
 * What a provider's API tells of the owner of a token; `undefined` if it has no such path.
 *
 * @param {ProviderName} name @param {Account} account @param {string} path
 */
export function profileOf(name, { id, name: userName, email, isVerified }, path) {
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

/** Facebook answers only who proves that the token is its own app's. @param {string} token */
export function facebookProof(token) {
  return createHmac('sha256', clientSecret).update(token).digest('hex')
}
