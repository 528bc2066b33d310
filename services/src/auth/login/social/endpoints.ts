import type { Settings } from '../../../shared/settings.js'

/** Providers that every visitor knows. */
export type SocialName = 'google' | 'github' | 'apple' | 'facebook' | 'x' | 'discord'
export type ProviderName = SocialName | 'oidc'

/** Where a provider is asked. */
export type Endpoints = {
  /** Who gives the accounts: an account is known by this and its id there. */
  readonly issuer: string
  readonly authorize: string
  readonly token: string
  /** The keys of ID tokens. */
  readonly keys?: string | undefined
  /** Where an API tells about the visitor. */
  readonly user: string
}

/** The version of Facebook's API; one is answered for two years. */
const graph = 'v23.0'

/** The documented endpoints of each provider. */
const usual: { readonly [name in SocialName]: Endpoints } = {
  google: {
    issuer: 'https://accounts.google.com',
    authorize: 'https://accounts.google.com/o/oauth2/v2/auth',
    token: 'https://oauth2.googleapis.com/token',
    keys: 'https://www.googleapis.com/oauth2/v3/certs',
    user: 'https://openidconnect.googleapis.com/v1/userinfo',
  },
  github: {
    issuer: 'https://github.com/login/oauth',
    authorize: 'https://github.com/login/oauth/authorize',
    token: 'https://github.com/login/oauth/access_token',
    user: 'https://api.github.com/user',
  },
  apple: {
    issuer: 'https://appleid.apple.com',
    authorize: 'https://appleid.apple.com/auth/authorize',
    token: 'https://appleid.apple.com/auth/token',
    keys: 'https://appleid.apple.com/auth/keys',
    // Apple has none.
    user: '',
  },
  facebook: {
    issuer: 'https://www.facebook.com',
    authorize: `https://www.facebook.com/${graph}/dialog/oauth`,
    token: `https://graph.facebook.com/${graph}/oauth/access_token`,
    user: `https://graph.facebook.com/${graph}/me`,
  },
  x: {
    issuer: 'https://x.com',
    authorize: 'https://x.com/i/oauth2/authorize',
    token: 'https://api.x.com/2/oauth2/token',
    user: 'https://api.x.com/2/users/me',
  },
  discord: {
    issuer: 'https://discord.com',
    authorize: 'https://discord.com/oauth2/authorize',
    token: 'https://discord.com/api/oauth2/token',
    user: 'https://discord.com/api/users/@me',
  },
}

/** The same paths below another address; those of GitHub are a GitHub Enterprise Server's. */
const paths: { readonly [name in 'github' | 'facebook' | 'x' | 'discord']: Omit<Endpoints, 'issuer'> } = {
  github: {
    authorize: '/login/oauth/authorize',
    token: '/login/oauth/access_token',
    user: '/api/v3/user',
  },
  facebook: {
    authorize: `/${graph}/dialog/oauth`,
    token: `/${graph}/oauth/access_token`,
    user: `/${graph}/me`,
  },
  x: { authorize: '/i/oauth2/authorize', token: '/2/oauth2/token', user: '/2/users/me' },
  discord: { authorize: '/oauth2/authorize', token: '/api/oauth2/token', user: '/api/users/@me' },
}

/** Returns a provider's endpoints, or the issuer whose discovery document names them. */
export function endpointsOf(
  { loginEndpoints }: Pick<Settings, 'loginEndpoints'>,
  name: SocialName,
): Endpoints | { readonly discovered: string } {
  const base = loginEndpoints.find((entry) => entry.startsWith(`${name}=`))?.slice(name.length + 1)
  if (base === undefined) return usual[name]
  const address = base.replace(/\/+$/, '')
  if (name === 'google' || name === 'apple') return { discovered: address }
  const { authorize, token, user } = paths[name]
  return {
    issuer: address,
    authorize: `${address}${authorize}`,
    token: `${address}${token}`,
    user: `${address}${user}`,
  }
}

const names = Object.keys(usual) as readonly SocialName[]

/** Returns an address on each server that the services ask during a login. */
export function askedDuringLogin(settings: Settings): readonly string[] {
  const { loginOidc, loginOidcOrigins } = settings
  const asked = names
    .filter((name) => isConfigured(settings, name))
    .flatMap((name) => {
      const endpoints = endpointsOf(settings, name)
      if ('discovered' in endpoints) return [endpoints.discovered]
      return [endpoints.token, endpoints.keys ?? '', endpoints.user]
    })
  return loginOidc === undefined ? asked : [...asked, loginOidc.issuer, ...loginOidcOrigins]
}

const settingOf = {
  google: 'loginGoogle',
  github: 'loginGithub',
  apple: 'loginApple',
  facebook: 'loginFacebook',
  x: 'loginX',
  discord: 'loginDiscord',
  oidc: 'loginOidc',
} as const satisfies { readonly [name in ProviderName]: keyof Settings }

/** Whether the operator has configured a provider. */
export function isConfigured(settings: Settings, name: ProviderName): boolean {
  return settings[settingOf[name]] !== undefined
}
