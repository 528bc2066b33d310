import * as v from 'valibot'
import type { Clock } from '../../core/clock.js'
import { type HttpAnswer, request } from '../../core/request.js'
import { KitError } from '../../protocol/errors.js'
import { authenticate, getMe, getNonce, refresh, signOutEndpoint } from '../../protocol/http/auth.js'
import { parseJson } from '../../protocol/parseJson.js'
import type { BrowserKey } from './browserKey.js'
import { createProof } from './createProof.js'

const endpoints = { getNonce, getMe, authenticate, refresh, signOut: signOutEndpoint }
type Endpoints = typeof endpoints

/** The auth service, as one page uses it. */
export type AuthServer = {
  /** Its address. */
  readonly url: string
  readonly projectId?: string | undefined
  readonly clock: Clock
  readonly key: () => Promise<BrowserKey>
  /** Milliseconds by which its clock is ahead of this browser's, read from its answers. */
  ahead: number
}

/** Milliseconds by which the clocks may differ before the kit makes a proof again with the server's time. */
const tolerance = 30_000

/**
 * Calls the auth service with a proof of the browser's key, and reads its answer by the endpoint's schema. The first
 * call loads this file, so that a host's page starts without schemas.
 *
 * @throws `SERVICE_UNREACHABLE`, `SERVICE_TIMED_OUT`, `SERVICE_REFUSED`, `SERVICE_ANSWER_INVALID`, `PAGE_NOT_SECURE`
 */
export async function callAuth<name extends keyof Endpoints>(
  server: AuthServer,
  name: name,
  { token, headers, body }: callAuth.Options = {},
): Promise<v.InferOutput<Endpoints[name]['answer']>> {
  const { clock } = server
  const { method, path, answer } = endpoints[name]
  // Made absolute, because the proof contains it and the services may be at a path of the page's own origin.
  const url = new URL(`${server.url.replace(/\/+$/, '')}${path}`, location.origin).href
  const project = server.projectId === undefined ? '' : `projectId=${encodeURIComponent(server.projectId)}&`

  async function send(): Promise<HttpAnswer> {
    const all = {
      ...(token !== undefined && { authorization: `DPoP ${token}` }),
      ...(name !== 'getNonce' && { dpop: await prove(server, { method, url, token }) }),
      ...headers,
    }
    return request({
      url: `${url}?${project}st=latchkey`,
      service: 'auth',
      clock,
      method,
      body,
      headers: all,
    })
  }

  let response = await send()
  // A proof is valid for two minutes by the server's clock, so make it again if the clocks differed.
  if (takeTime(server, response.date) && response.status === 401) response = await send()
  const text = await response.body.text()
  if (response.status !== 200) {
    const details = text.slice(0, 300)
    throw new KitError('SERVICE_REFUSED', { slots: { service: 'auth', status: response.status }, details })
  }
  const read = v.safeParse(answer, parseJson(text))
  if (!read.success) throw new KitError('SERVICE_ANSWER_INVALID', { slots: { service: 'auth' } })
  return read.output as v.InferOutput<Endpoints[name]['answer']>
}

export declare namespace callAuth {
  type Options = {
    /** The token of the session that the call is about. */
    readonly token?: string | undefined
    readonly headers?: Record<string, string> | undefined
    readonly body?: unknown
  }
}

/** A proof for a request to any server that verifies proofs with this auth service. */
export async function prove(
  { key, clock, ahead }: AuthServer,
  asked: { readonly method: string; readonly url: string; readonly token?: string | undefined },
): Promise<string> {
  return createProof(await key(), { ...asked, now: clock.now() + ahead })
}

/** Takes over the server's time; returns whether it differs from the time assumed before. */
function takeTime(server: AuthServer, date: string | null): boolean {
  const ahead = Date.parse(date ?? '') - server.clock.now()
  if (Number.isNaN(ahead) || Math.abs(ahead - server.ahead) < tolerance) return false
  server.ahead = ahead
  return true
}
