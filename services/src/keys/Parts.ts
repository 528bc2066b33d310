import type { CheckLogin } from '../auth/login/Login.js'
import type { Context } from '../shared/context.js'
import type { UserRef } from './DataKeys.js'
import type { AuditLog } from './store/auditLog.js'
import type { Budgets } from './store/budgets.js'
import type { Deletions } from './store/deletions.js'
import type { ShortLived } from './store/shortLived.js'
import type { Slots } from './store/slots.js'
import type { Wallets } from './store/wallets.js'

/** What a user learns by mail, because somebody else may have done it. */
export type KeysNotice = {
  readonly type: 'device-added' | 'way-added' | 'way-removed' | 'exported' | 'custody-changed' | 'deleted'
  readonly label?: string | undefined
}

/** What the routes of the key service work with. */
export type KeysParts = {
  readonly context: Context
  /** The origin of the wallet's site. */
  readonly siteUrl: string
  readonly checkLogin: CheckLogin
  readonly wallets: Wallets
  readonly slots: Slots
  readonly budgets: Budgets
  readonly audit: AuditLog
  readonly shortLived: ShortLived
  readonly deletions: Deletions
  readonly passkeys: Passkeys
  /** Ends the sessions of a user with one key, and what they were passed on to, but for the keys that stay. */
  readonly endSessions: (user: UserRef, key: string, staying: readonly string[]) => Promise<void>
  /** A name for a user of one project that says nothing about them, for authenticators. */
  readonly handleOf: (user: UserRef) => Promise<string>
  /** Tells a user what happened. Whoever tells does not wait for the mail. */
  readonly tell: (user: UserRef, notice: KeysNotice) => void | Promise<void>
}

/** The passkeys of wallets; a login can use them too. */
export type Passkeys = {
  /** Checks the registration of a passkey. Throws `HttpError` for a body that is none, and `PasskeyError`. */
  checkRegistration(
    place: PasskeyPlace,
    registration: unknown,
  ): Promise<{ readonly credentialId: string; readonly publicKey: string }>
  /**
   * Checks an assertion with user verification, and returns whose passkey it is of. Throws `HttpError` for a body that is none, and
   * `PasskeyError`.
   */
  checkAssertion(
    place: PasskeyPlace,
    assertion: unknown,
  ): Promise<UserRef & { readonly wallet: string; readonly slot: string }>
}

export type PasskeyPlace = {
  readonly project: { readonly id: string; readonly origins?: readonly string[] | undefined }
  /** Uses the challenge. Returns whether it was ours. */
  readonly useChallenge: (challenge: string) => Promise<boolean>
  /** Whether a passkey counts that is about to be added: only to test it, never to log in. */
  readonly isPending?: boolean | undefined
}

/** A registration or an assertion does not count. The message is for the log. */
export class PasskeyError extends Error {
  override readonly name = 'PasskeyError'
}
