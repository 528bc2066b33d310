import * as v from 'valibot'
import type { Clock } from '../../core/clock.js'
import { request } from '../../core/request.js'
import { KitError } from '../../protocol/errors.js'
import { authenticate, getMe, getNonce, signOutEndpoint } from '../../protocol/http/auth.js'

const endpoints = { getNonce, getMe, authenticate, signOut: signOutEndpoint }
type Endpoints = typeof endpoints

/**
 * Calls the auth service, and reads its answer by the endpoint's schema. In a file of its own, loaded with the first
 * call: schemas are no part of what a host's page starts with.
 *
 * @throws `SERVICE_UNREACHABLE`, `SERVICE_TIMED_OUT`, `SERVICE_REFUSED`, `SERVICE_ANSWER_INVALID`
 */
export async function callAuth<name extends keyof Endpoints>(
  name: name,
  { url, projectId, clock, headers, body }: callAuth.Options,
): Promise<v.InferOutput<Endpoints[name]['answer']>> {
  const { method, path, answer } = endpoints[name]
  const project = projectId === undefined ? '' : `projectId=${encodeURIComponent(projectId)}&`
  const address = `${url.replace(/\/+$/, '')}${path}?${project}st=latchkey`
  const response = await request({ url: address, service: 'auth', clock, method, body, headers })
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
    /** Where the auth service is. */
    readonly url: string
    readonly projectId?: string | undefined
    readonly clock: Clock
    readonly headers?: Record<string, string> | undefined
    readonly body?: unknown
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON: no schema reads `undefined`.
    return undefined
  }
}
