import type { SocialProvider } from '../../core/Config.js'
import type { ErrorState } from '../../core/ErrorState.js'
import type { Namespace } from '../../protocol/caip.js'
import type { LoginWay } from '../../protocol/embeddedItems.js'
import type { FrameEvent, SocialLogin } from '../../protocol/frame/messages.js'

/** The ways to log in that the operator of the wallet has configured. */
export type LoginMethods = {
  readonly status: 'pending' | 'success' | 'error'
  readonly email: boolean
  readonly socials: readonly SocialProvider[]
  readonly passkey: boolean
  /** What visitors call the operator's own provider, which `socials` has as `oidc`. */
  readonly oidc?: { readonly name: string } | undefined
  /** Who can open the wallets: only their owners, or also the operator. */
  readonly custody?: 'self' | 'convenience' | undefined
  readonly error?: ErrorState | undefined
}

/** A login by a code in a mail. */
export type EmailLogin = {
  readonly way: 'email'
  readonly email: string
  /**
   * `device`: the link in the mail must be confirmed first. `code`: the code must be typed. `entering`: the wallet is
   * being opened. `proven`: the code was right, but the wallet could not be opened.
   */
  readonly status: 'sending' | 'device' | 'code' | 'checking' | 'entering' | 'proven' | 'error'
  /** For how many minutes a code is valid. */
  readonly minutes?: number | undefined
  readonly triesLeft?: number | undefined
}

/** A login at a provider, in a window of its own. */
export type ProviderLogin = {
  readonly way: SocialLogin
  readonly status: 'opening' | 'window' | 'entering' | 'error'
  /** The provider's address: for a link, where the browser opens no window. */
  readonly uri?: string | undefined
}

/** A login with another device, which scans a code; or with an app on this one. */
type FarcasterLogin = {
  readonly way: 'farcaster'
  readonly status: 'opening' | 'shown' | 'entering' | 'error'
  readonly url?: string | undefined
}

type PasskeyLogin = { readonly way: 'passkey'; readonly status: 'asking' | 'entering' | 'error' }

/** The login under way. */
export type Login = (EmailLogin | ProviderLogin | FarcasterLogin | PasskeyLogin) & {
  readonly error?: ErrorState | undefined
}

/** A change of the e-mail address: a code goes to the old one first, then one to the new one. */
export type EmailChange = {
  readonly email: string
  readonly status: 'sending' | 'code' | 'checking'
  readonly error?: ErrorState | undefined
  readonly triesLeft?: number | undefined
}

export type EmbeddedAccountType = 'eoa' | 'smartAccount'

/** The one who has logged in. */
export type EmbeddedUser = {
  readonly way?: LoginWay | undefined
  readonly email?: string | undefined
  readonly userName?: string | undefined
  readonly custody?: 'self' | 'convenience' | undefined
  /** Whether the wallet has a way in besides this device. */
  readonly isBackedUp?: boolean | undefined
  /** Whether the account already acts as a smart account on the chain in use. */
  readonly isDeployed?: boolean | undefined
  /** The accounts that the wallet lists, by chain family. */
  readonly accounts: {
    readonly [namespace in Namespace]?: readonly {
      readonly address: string
      readonly type: EmbeddedAccountType
    }[]
  }
}

/** What the wallet's own surface asks the visitor. */
export type Surface = {
  readonly view: NonNullable<FrameEvent<'SURFACE'>['view']>
  /** The frame's name of the request. */
  readonly id?: string | undefined
}

export type EmbeddedState = {
  readonly methods?: LoginMethods | undefined
  readonly login?: Login | undefined
  readonly emailChange?: EmailChange | undefined
  readonly user?: EmbeddedUser | undefined
  /** The chain ids on which the wallet can act as a smart account. */
  readonly smartNetworks?: readonly number[] | undefined
  /** Absent while the surface needs nobody. */
  readonly surface?: Surface | undefined
  /** When another code may be asked for, in epoch milliseconds. */
  readonly codeAt?: number | undefined
}

export const initialEmbeddedState: EmbeddedState = {}
