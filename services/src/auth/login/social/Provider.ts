import type { ClientSecret, Grant, OAuth, OAuthServer } from '../../../outbound/createOAuth.js'
import type { Account } from './Account.js'
import type { ProviderName } from './endpoints.js'

/** A provider of accounts: how visitors are sent there, and what its answers mean. */
export type Provider = {
  readonly name: ProviderName
  /** As visitors know it. */
  readonly label: string
  readonly clientId: string
  /** What the provider says about itself, or what its documentation says. May ask the provider. */
  readonly server: (signal: AbortSignal) => Promise<OAuthServer>
  /** Other names under which the provider may call itself in an answer (`iss`, RFC 9207). */
  readonly alsoKnownAs?: readonly string[] | undefined
  readonly secret: (server: OAuthServer) => Promise<ClientSecret>
  readonly scope: string
  /** Further parameters of the request. */
  readonly parameters?: { readonly [name: string]: string } | undefined
  /** Whether it gives an ID token. */
  readonly isOpenId: boolean
  readonly readAccount: (granted: Granted) => Promise<Account>
}

export type Granted = {
  readonly server: OAuthServer
  readonly grant: Grant
  readonly oauth: OAuth
  readonly signal: AbortSignal
}
