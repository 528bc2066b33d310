import type { Endpoint } from 'latchkey/protocol'
import * as v from 'valibot'
import type { Login } from '../../auth/login/Login.js'
import type { App } from '../../shared/app.js'
import { HttpError } from '../../shared/HttpError.js'
import { messageOf } from '../../shared/log.js'
import { type RouteAnswer, type RouteInput, type RouteOptions, route } from '../../shared/route.js'
import { KeyDestroyedError, SealedTextError, type UserRef } from '../DataKeys.js'
import type { KeysParts } from '../Parts.js'
import type { budgetRules } from '../store/budgets.js'
import type { WalletRow } from '../store/wallets.js'

/** A call of a session. */
export type KeysCall<body> = {
  readonly login: Login
  readonly owner: UserRef
  readonly body: body
  readonly project: RouteInput<never>['project']
}

/** A login that is older does not do for what is dangerous, in milliseconds. */
const freshness = 5 * 60_000

/** Serves one call of the key service: checks the session and its proof, and the body. */
export function keysRoute<const endpoint extends Endpoint, const schema extends v.GenericSchema>(
  app: App,
  parts: KeysParts,
  { endpoint, body: schema, size }: KeysRoute<endpoint, schema>,
  handler: (call: KeysCall<v.InferOutput<schema>>) => Promise<RouteAnswer<endpoint>>,
): void {
  const { context, checkLogin } = parts
  const options: RouteOptions = { bodySize: size }
  route(
    app,
    endpoint,
    async (input) => {
      const { method, path } = endpoint
      const login = await checkLogin(input, { method, path })
      const body = v.safeParse(schema, input.body)
      if (!body.success)
        throw new HttpError('INVALID_BODY', { details: v.summarize(body.issues).slice(0, 300) })
      const owner = { project: input.project.id, user: login.user.id }
      try {
        return await handler({ login, owner, body: body.output, project: input.project })
      } catch (error) {
        if (!(error instanceof SealedTextError)) throw error
        const row = await parts.wallets.find(owner)
        // The account was deleted while the call went on.
        if (row === undefined || row.isDeleting) throw noWallet(error)
        // Somebody changed the database, or the disk did.
        context.log.error('keys.damaged', { project: owner.project, path, error: messageOf(error) })
        // The log's own key may be what is damaged; the service's log has the alarm already.
        await noteRefusal(parts, row, { event: 'damaged' }).catch(() => undefined)
        throw new HttpError('DAMAGED', { cause: error })
      }
    },
    options,
  )
}

export type KeysRoute<endpoint, schema> = {
  readonly endpoint: endpoint
  /** The schema of the body. */
  readonly body: schema
  /** Most bytes of the body, where the setting for all routes allows fewer. */
  readonly size?: number | undefined
}

/** Returns the caller's wallet. Throws 404. */
export async function walletOf({ wallets, deletions }: KeysParts, owner: UserRef): Promise<WalletRow> {
  const row = await wallets.find(owner)
  if (row?.isDeleting) await deletions.finish(row)
  if (row === undefined || row.isDeleting) throw noWallet()
  return row
}

function noWallet(cause?: unknown): HttpError {
  return new HttpError('NOT_FOUND', { details: 'no wallet', cause })
}

/** Throws unless the visitor logged in within five minutes. */
export function needFreshLogin({ context }: KeysParts, login: Login): void {
  if (context.clock.now() - login.loggedInAt > freshness) throw new HttpError('LOGIN_AGAIN')
}

/** Counts a use. Throws 429. */
export async function charge(
  { budgets }: KeysParts,
  owner: string,
  name: keyof typeof budgetRules,
): Promise<void> {
  const wait = await budgets.take(owner, name)
  if (wait === 0) return
  throw new HttpError('RATE_LIMITED', { headers: { 'retry-after': String(Math.ceil(wait / 1_000)) } })
}

/** Notes a refused request in the account's log, unless there were so many that they only fill it. */
export async function noteRefusal(
  { audit, budgets }: KeysParts,
  row: WalletRow,
  entry: { readonly event: 'refused' | 'replayed' | 'damaged'; readonly slot?: string | undefined },
): Promise<void> {
  if ((await budgets.take(row.wallet, 'refusal')) !== 0) return
  await audit.append(row, entry).catch((error: unknown) => {
    // A deleted account has no log, and the request is refused all the same.
    if (!(error instanceof KeyDestroyedError)) throw error
  })
}
