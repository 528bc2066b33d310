import { integer, list, type Setting } from '../../../shared/setting.js'
import {
  type AppleClient,
  type OAuthClient,
  type OwnProvider,
  readAppleClient,
  readClient,
  readOwnProvider,
} from './clients.js'

/** The settings of logins at providers; part of `loginSettings`. */
export const socialSettings = {
  loginGoogle: client('Google'),
  loginGithub: client('GitHub'),
  loginApple: secret<AppleClient>(
    'LATCHKEY_LOGIN_APPLE',
    readAppleClient,
    'The Services ID at Apple with which visitors log in, its team, the id of its key and the path of the key’s file: `com.example.wallet:TEAMID:KEYID:/path/AuthKey_KEYID.p8`. Its return address is LATCHKEY_FRAME_URL with `/login/callback/apple`.',
  ),
  loginFacebook: client('Facebook'),
  loginX: client('X'),
  loginDiscord: client('Discord'),
  loginOidc: secret<OwnProvider>(
    'LATCHKEY_LOGIN_OIDC',
    readOwnProvider,
    'A provider of your own (OpenID Connect) at which visitors log in: its issuer, the client and the name that visitors see, like `https://id.example.com/realms/main wallet:SECRET Example`. The services read its endpoints from the issuer’s discovery document. Its redirect address is LATCHKEY_FRAME_URL with `/login/callback/oidc`.',
  ),
  loginOidcOrigins: list({
    variable: 'LATCHKEY_LOGIN_OIDC_ORIGINS',
    fallback: [],
    of: 'origins, like https://keys.example.com',
    isItem: (value): value is string => URL.canParse(value) && new URL(value).origin === value,
    meaning:
      'Origins of endpoints of LATCHKEY_LOGIN_OIDC that are not the issuer’s. The services ask no others.',
  }),
  loginEndpoints: list({
    variable: 'LATCHKEY_LOGIN_ENDPOINTS',
    fallback: [],
    of: 'providers and an address, like github=https://github.example.com',
    isItem: (value): value is string =>
      /^(google|github|apple|facebook|x|discord)=https?:\/\/[^\s?#@]+$/.test(value),
    meaning:
      'Addresses below which the endpoints of providers are, if they are not the usual ones: of a GitHub Enterprise Server, or of stand-ins for tests. Endpoints of Google and Apple are then read from the discovery document there.',
  }),
  loginStartsPerClient: integer({
    variable: 'LATCHKEY_LOGIN_STARTS_PER_CLIENT',
    fallback: 120,
    minimum: 1,
    maximum: 1_000_000,
    meaning:
      'Logins at providers, with Farcaster or with a passkey that one IP address (one /64 network for IPv6) may begin in an hour.',
  }),
} as const

function client(name: string): Setting<OAuthClient | undefined> {
  const path = `/login/callback/${name.toLowerCase()}`
  return secret<OAuthClient>(
    `LATCHKEY_LOGIN_${name.toUpperCase()}`,
    readClient,
    `The app at ${name} with which visitors log in: \`clientId:secret\`. Its redirect address is LATCHKEY_FRAME_URL with \`${path}\`.`,
  )
}

function secret<value>(
  variable: `LATCHKEY_${string}`,
  read: (text: string) => value,
  meaning: string,
): Setting<value | undefined> {
  return { variable, fallback: undefined, isSecret: true, read, meaning }
}
