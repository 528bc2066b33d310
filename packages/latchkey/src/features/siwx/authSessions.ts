import { isRecord } from '../../protocol/checks.js'
import type { createAuthTokens } from './authTokens.js'
import { type AuthServer, callAuth, prove } from './callAuth.js'
import type { AuthTokens } from './storedItems.js'

type Parts = { readonly server: AuthServer; readonly tokens: ReturnType<typeof createAuthTokens> }
type Given = { readonly token: string; readonly refreshToken: string; readonly expiresIn: number }

/** Converts a service's answer with tokens to the stored form. */
export function toTokens({ clock }: AuthServer, { token, refreshToken, expiresIn }: Given): AuthTokens {
  return { token, refreshToken, until: clock.now() + expiresIn * 1_000 }
}

/** Asks the service for an account's session in this browser; `undefined` if there is none any more. */
export async function findSession(parts: Parts, account: string) {
  return withToken(parts, account, (token) => callAuth(parts.server, 'getMe', { token }))
}

/** Headers that prove to any server who sends a request; none if the account is not signed in. */
export async function headersOf(
  parts: Parts,
  { account, url, method }: { readonly account: string; readonly url: string; readonly method: string },
): Promise<Record<string, string>> {
  const headers = await withToken(parts, account, async (token) => ({
    authorization: `DPoP ${token}`,
    dpop: await prove(parts.server, { method, url: new URL(url, location.href).href, token }),
  }))
  return headers ?? {}
}

/** Ends a session at the server. A session that the server does not know has ended already. */
export async function endSession({ server }: Parts, { refreshToken }: AuthTokens): Promise<void> {
  await callAuth(server, 'signOut', { token: refreshToken, body: {} }).catch((error: unknown) => {
    if (!isRefused(error)) throw error
  })
}

/** Calls `use` with a valid token; renews an expired one first. */
async function withToken<result>(
  parts: Parts,
  account: string,
  use: (token: string) => Promise<result>,
): Promise<result | undefined> {
  const kept = parts.tokens.read()[account]
  if (kept === undefined) return undefined
  const isOver = kept.until <= parts.server.clock.now()
  const current = isOver ? await renew(parts, account, kept) : kept
  if (current === undefined) return undefined
  try {
    return await use(current.token)
  } catch (error) {
    if (!isRefused(error)) throw error
    // The server refused a token that looked valid: its clock decides, or it has lost the session.
    const renewed = isOver ? undefined : await renew(parts, account, current)
    if (renewed !== undefined) return use(renewed.token)
    forget(parts, account, current)
    return undefined
  }
}

/**
 * Fetches the next tokens of a session. A refresh token counts once, so of several tabs one fetches at a time, and the
 * others find what it has fetched.
 */
async function renew(parts: Parts, account: string, old: AuthTokens): Promise<AuthTokens | undefined> {
  const { server, tokens } = parts
  return inTurn(async () => {
    const kept = tokens.read()[account]
    if (kept === undefined || kept.refreshToken !== old.refreshToken) return kept
    try {
      const given = await callAuth(server, 'refresh', { body: { refreshToken: old.refreshToken } })
      const renewed = toTokens(server, given)
      // The visitor signed out in the meantime, here or in another tab: end the new session at the server too.
      if (tokens.read()[account]?.refreshToken !== old.refreshToken) {
        await endSession(parts, renewed)
        return undefined
      }
      tokens.keep({ [account]: renewed })
      return renewed
    } catch (error) {
      if (!isRefused(error)) throw error
      forget(parts, account, old)
      return undefined
    }
  })
}

function forget({ tokens }: Parts, account: string, { refreshToken }: AuthTokens) {
  if (tokens.read()[account]?.refreshToken === refreshToken) tokens.keep({ [account]: undefined })
}

let last: Promise<unknown> = Promise.resolve()

/** Runs one task at a time across all tabs, or in this page if the browser has no locks. */
async function inTurn(task: () => Promise<AuthTokens | undefined>): Promise<AuthTokens | undefined> {
  const locks = globalThis.navigator?.locks
  if (locks !== undefined) return await locks.request('latchkey.siwxToken', task)
  const turn = last.then(task, task)
  last = turn.catch(() => {})
  return turn
}

/** Whether the service refused, by the error's slots: `instanceof` fails for errors of another bundle. */
function isRefused(error: unknown): boolean {
  return isRecord(error) && isRecord(error.slots) && error.slots.status === 401
}
