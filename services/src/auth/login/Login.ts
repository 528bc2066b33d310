import type { LoginUser } from 'latchkey/protocol'
import type { RouteInput } from '../../shared/route.js'

type Asked = Pick<RouteInput<never>, 'header' | 'origin' | 'project' | 'bodyBytes'>

/** A session of the wallet's site, presented with a valid proof. */
export type Login = {
  readonly id: string
  readonly user: LoginUser
  readonly project: string
  /** The thumbprint of the session's key (RFC 7638). */
  readonly key: string
  /** When the visitor last logged in, in epoch milliseconds. A refresh does not change it. */
  readonly loggedInAt: number
}

/**
 * Checks the session and the proof of a request to the wallet's site. The proof must cover the body (claim `lkb`). Throws 401.
 */
export type CheckLogin = (
  input: Asked,
  endpoint: { readonly method: 'GET' | 'POST'; readonly path: string },
) => Promise<Login>
