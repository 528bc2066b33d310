import type { Kysely } from 'kysely'
import type { DataKeys, UserRef } from '../../keys/DataKeys.js'
import type { Passkeys } from '../../keys/Parts.js'
import type { Context } from '../../shared/context.js'
import type { RouteInput } from '../../shared/route.js'
import type { Flows } from './flows.js'
import type { CheckLogin } from './Login.js'
import type { Links } from './links.js'
import type { LoginTables } from './loginTables.js'
import type { Notice, Place } from './mail/Letter.js'
import type { Outbox } from './mail/outbox.js'
import type { Quotas } from './quotas.js'
import type { Sessions } from './sessions.js'
import type { Users } from './users.js'

/** What is read of every request of the wallet's site. */
export type Asked = Pick<RouteInput<never>, 'header' | 'origin' | 'project' | 'client' | 'bodyBytes'>

/** The key service's view of an account. */
export type Accounts = {
  /** Returns the addresses of a user's wallet; nothing if there is none yet. */
  read(user: UserRef): Promise<AccountView | undefined>
}

type AccountView = {
  readonly addresses: { readonly eip155: string; readonly solana: string }
  readonly custody: 'self' | 'convenience'
}

/** What the routes of the login work with. */
export type LoginParts = {
  readonly context: Context
  /** The origin of the wallet's site. */
  readonly frameUrl: string
  readonly database: Kysely<LoginTables>
  readonly keys: DataKeys
  readonly accounts: Accounts
  /** The passkeys of wallets; absent where there is no key service. */
  readonly passkeys: Pick<Passkeys, 'checkAssertion'> | undefined
  readonly users: Users
  readonly flows: Flows
  readonly links: Links
  readonly quotas: Quotas
  readonly sessions: Sessions
  /** Absent if the operator has configured no mail server. */
  readonly outbox: Outbox | undefined
  /** Checks the proof of a request with its body, and returns the key's thumbprint. Throws 401. */
  readonly checkKey: (input: Asked, endpoint: Endpoint) => Promise<string>
  readonly checkLogin: CheckLogin
  /** Tells a user by mail, in the background. */
  readonly tell: (user: UserRef, notice: Notice, place?: Place) => void
  /** Asks again and again until there is an answer, the time for one request is over, or the client has left. */
  readonly wait: <answer>(
    read: () => Promise<answer | undefined>,
    signal: AbortSignal,
  ) => Promise<answer | undefined>
}

type Endpoint = { readonly method: 'GET' | 'POST'; readonly path: string }
