import type { IncomingMessage } from 'node:http'
import { addressKey, clientOf } from '../shared/clientAddress.js'
import type { Context } from '../shared/context.js'
import type { Project } from '../shared/projects.js'
import { createTokenBuckets } from '../shared/tokenBucket.js'
import { readAuthToken } from './auth/readAuthToken.js'
import { closeCodes } from './connection.js'

/** Why a socket is not opened: as an HTTP answer, or as a close code for a client that asks for one. */
export type Refusal = {
  readonly status: 401 | 403 | 429 | 503
  readonly code: number
  readonly reason: string
}

export type Admitted = {
  readonly clientId: string
  /** What limits of the client's address count by; absent for a program on this machine. */
  readonly addressName: string | undefined
  readonly project: Project
  /** Frees the places this socket takes. */
  readonly release: () => void
}

export type Admission = {
  /** Checks who a client is and whether there is room for it. */
  admit(request: IncomingMessage, query: URLSearchParams): Admitted | { readonly refusal: Refusal }
}

/** The relay's door: how many sockets per address, project and client, which projects and origins, which token. */
export function createAdmission({ settings, projects, clock }: Context): Admission {
  const arrivals = createTokenBuckets(() => clock.steadyNow())
  const open = new Map<string, number>()

  const arrivalsPerMinute = { rate: settings.relayConnectRate / 60, burst: settings.relayConnectRate }

  /** The counters a socket takes a place in, and how many places each has. */
  function places(addressName: string | undefined, project: Project, clientId: string): [string, number][] {
    const ofAddress: [string, number][] =
      addressName === undefined ? [] : [[`address ${addressName}`, settings.relaySocketsPerAddress]]
    return [
      ['all', settings.relaySockets],
      [`project ${project.id}`, project.limits?.relaySockets ?? settings.relaySockets],
      [`client ${clientId}`, settings.relaySocketsPerClient],
      ...ofAddress,
    ]
  }

  return {
    admit(request, query) {
      const { address, isLocal } = clientOf(request, settings.trustedProxies)
      const addressName = isLocal ? undefined : addressKey(address)
      if (addressName !== undefined && !arrivals.take(addressName, arrivalsPerMinute)) {
        return busy('Too many connections from this address')
      }
      const admission = projects.admit({
        projectId: query.get('projectId') || undefined,
        origin: request.headers.origin,
      })
      if ('refusal' in admission) {
        const { status, message } = admission.refusal
        return unauthorized(status, message)
      }
      const token = tokenOf(request, query)
      if (token === undefined) return unauthorized(401, 'JWT validation error: Missing JWT')
      const reading = readAuthToken(token, {
        now: Math.floor(clock.now() / 1000),
        audiences: settings.relayAudiences,
      })
      if ('refusal' in reading) return unauthorized(reading.refusal.status, reading.refusal.reason)

      const { clientId } = reading
      const taken = places(addressName, admission.project, clientId)
      const full = taken.find(([name, limit]) => (open.get(name) ?? 0) >= limit)
      if (full !== undefined) return busy(`Too many connections (${full[0].split(' ')[0]})`)
      for (const [name] of taken) open.set(name, (open.get(name) ?? 0) + 1)
      const release = once(() => {
        for (const [name] of taken) leave(name)
      })
      return { clientId, addressName, project: admission.project, release }
    },
  }

  function leave(name: string): void {
    const count = open.get(name) ?? 0
    if (count > 1) open.set(name, count - 1)
    else open.delete(name)
  }
}

function tokenOf(request: IncomingMessage, query: URLSearchParams): string | undefined {
  const bearer = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
  return query.get('auth') || bearer
}

function unauthorized(status: 401 | 403, reason: string): { readonly refusal: Refusal } {
  return { refusal: { status, code: closeCodes.unauthorized, reason } }
}

function busy(reason: string): { readonly refusal: Refusal } {
  return { refusal: { status: 429, code: closeCodes.tryAgainLater, reason } }
}

function once(callback: () => void): () => void {
  let isDone = false
  return () => {
    if (!isDone) callback()
    isDone = true
  }
}
