import { type IncomingMessage, STATUS_CODES } from 'node:http'
import { type CaipNetworkId, postRpc } from 'latchkey/protocol'
import * as v from 'valibot'
import { createTally } from '../../outbound/createTally.js'
import { type Caller, callerFor } from '../../shared/caller.js'
import { addressKey, clientOf } from '../../shared/clientAddress.js'
import type { Context } from '../../shared/context.js'
import type { Allowance } from '../../shared/tokenBucket.js'

export type Refusal = { readonly status: 400 | 401 | 403 | 429 | 503; readonly reason: string }

export type Admitted = {
  readonly caller: Caller
  readonly chainId: CaipNetworkId
  /** What the project's clients may send, as by HTTP. */
  readonly http: Allowance
  /** Frees the socket's place. */
  readonly release: () => void
}

/** Checks who opens a socket, as for a request by HTTP: the project, its origins, the limits and the chain. */
export function createAdmission(context: Context, served: ReadonlySet<CaipNetworkId>) {
  const { settings, projects, requests } = context
  const places = createTally(settings.rpcSockets)
  const open = new Map<string, number>()

  return (request: IncomingMessage): Admitted | { readonly refusal: Refusal } => {
    const query = new URLSearchParams((request.url ?? '').split('?', 2)[1])
    const projectId = query.get('projectId') || headerOf(request, 'x-project-id')
    const admission = projects.admit({ projectId, origin: request.headers.origin })
    if ('refusal' in admission) {
      const { status, message } = admission.refusal
      return refuse(status, message)
    }
    const { project } = admission
    const { address } = clientOf(request, settings.trustedProxies)
    const caller = callerFor(settings, project.id, addressKey(address))
    const http = {
      rate: project.limits?.httpRate ?? settings.httpRate,
      burst: project.limits?.httpBurst ?? settings.httpBurst,
    }
    if (!requests.take(`http ${caller.client}`, http)) return refuse(429, 'Too many requests')
    const read = v.safeParse(postRpc.query, Object.fromEntries(query))
    if (!read.success || !served.has(read.output.chainId))
      return refuse(400, 'chainId: this service does not answer for the chain')
    const own = open.get(caller.client) ?? 0
    if (own >= settings.rpcSocketsPerClient) return refuse(429, 'Too many open connections')
    if (!places.hasRoom(caller)) return refuse(503, 'Too many open connections')
    open.set(caller.client, own + 1)
    places.add(caller)
    let isFree = false
    return {
      caller,
      chainId: read.output.chainId,
      http,
      release() {
        if (isFree) return
        isFree = true
        places.remove(caller)
        const count = open.get(caller.client) ?? 0
        if (count > 1) open.set(caller.client, count - 1)
        else open.delete(caller.client)
      },
    }
  }
}

/** Writes a refusal as an HTTP answer. */
export function refusalText({ status, reason }: Refusal): string {
  const body = JSON.stringify({ error: { code: STATUS_CODES[status], message: reason } })
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    'access-control-allow-origin: *',
    ...(status === 429 || status === 503 ? ['retry-after: 10'] : []),
    'connection: close',
    '',
    body,
  ].join('\r\n')
}

function refuse(status: Refusal['status'], reason: string): { readonly refusal: Refusal } {
  return { refusal: { status, reason } }
}

function headerOf({ headers }: IncomingMessage, name: string): string | undefined {
  return [headers[name] ?? []].flat()[0]
}
