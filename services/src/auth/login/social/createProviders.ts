import type { ClientSecret, OAuth, OAuthServer } from '../../../outbound/createOAuth.js'
import type { Context } from '../../../shared/context.js'
import type { OAuthClient } from './clients.js'
import { endpointsOf, type ProviderName, type SocialName } from './endpoints.js'
import type { Provider } from './Provider.js'
import { signAppleSecret } from './providers/appleSecret.js'
import { readDiscordAccount } from './providers/discord.js'
import { readFacebookAccount } from './providers/facebook.js'
import { readGithubAccount } from './providers/github.js'
import { readOpenIdAccount, serverOf } from './providers/openId.js'
import { readXAccount } from './providers/x.js'

/** How long what a server says about itself counts, in milliseconds. */
const serverLife = 3_600_000

/** Creates the providers that the operator has configured. */
export function createProviders(
  { settings, clock }: Pick<Context, 'settings' | 'clock'>,
  oauth: OAuth,
): ReadonlyMap<ProviderName, Provider> {
  const { loginGoogle, loginGithub, loginApple, loginFacebook, loginX, loginDiscord, loginOidc } = settings

  /** Asks again only after an hour, or after a failure. */
  function discovering(issuer: string): Provider['server'] {
    let kept: { readonly server: OAuthServer; readonly at: number } | undefined
    return async (signal) => {
      if (kept === undefined || clock.steadyNow() - kept.at > serverLife)
        kept = { server: await oauth.discover(issuer, signal), at: clock.steadyNow() }
      return kept.server
    }
  }

  function serverFor(name: SocialName): Provider['server'] {
    const endpoints = endpointsOf(settings, name)
    if ('discovered' in endpoints) return discovering(endpoints.discovered)
    const server = serverOf(endpoints)
    return async () => server
  }

  const plain = (name: SocialName, { id, secret }: OAuthClient, place: ClientSecret['in'] = 'body') => ({
    name,
    clientId: id,
    server: serverFor(name),
    secret: async () => ({ in: place, secret }),
  })

  const providers: readonly (Provider | undefined)[] = [
    loginGoogle && {
      ...plain('google', loginGoogle),
      label: 'Google',
      scope: 'openid email profile',
      isOpenId: true,
      readAccount: readOpenIdAccount,
    },
    loginGithub && {
      ...plain('github', loginGithub),
      label: 'GitHub',
      alsoKnownAs: ['https://github.com'],
      scope: 'read:user user:email',
      isOpenId: false,
      readAccount: readGithubAccount,
    },
    loginApple && {
      name: 'apple',
      label: 'Apple',
      clientId: loginApple.id,
      server: serverFor('apple'),
      secret: async ({ issuer }) => ({
        in: 'body',
        secret: await signAppleSecret(loginApple, issuer, clock),
      }),
      scope: 'openid email',
      // Apple posts its answer whenever it is asked for an address.
      parameters: { response_mode: 'form_post' },
      isOpenId: true,
      readAccount: readOpenIdAccount,
    },
    loginFacebook && {
      ...plain('facebook', loginFacebook),
      label: 'Facebook',
      scope: 'public_profile',
      isOpenId: false,
      readAccount: (granted) => readFacebookAccount(granted, loginFacebook.secret),
    },
    loginX && {
      ...plain('x', loginX, 'header'),
      label: 'X',
      scope: 'users.read tweet.read users.email',
      isOpenId: false,
      readAccount: readXAccount,
    },
    loginDiscord && {
      ...plain('discord', loginDiscord),
      label: 'Discord',
      scope: 'identify email',
      isOpenId: false,
      readAccount: readDiscordAccount,
    },
    loginOidc && {
      name: 'oidc',
      label: loginOidc.name,
      clientId: loginOidc.id,
      server: discovering(loginOidc.issuer),
      secret: async ({ token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] }) => ({
        in: methods.includes('client_secret_basic') ? 'header' : 'body',
        secret: loginOidc.secret,
      }),
      scope: 'openid email profile',
      isOpenId: true,
      readAccount: readOpenIdAccount,
    },
  ]
  return new Map(providers.flatMap((provider) => (provider === undefined ? [] : [[provider.name, provider]])))
}
