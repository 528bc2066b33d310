import type { IncomingMessage } from 'node:http'
import { addressKey, clientOf, isLoopback, isLoopbackHost, plainAddress } from '../shared/clientAddress.js'
import type { Context } from '../shared/context.js'
import type { Project } from '../shared/projects.js'
import type { Settings } from '../shared/settings.js'
import { createTokenBuckets } from '../shared/tokenBucket.js'
import { readAuthToken } from './auth/readAuthToken.js'
import { closeCodes } from './connection.js'

/** A refusal to open a socket, as an HTTP answer or as a close code for clients that request one. */
export type Refusal = {
  readonly status: 401 | 403 | 429 | 503
  readonly code: number
  readonly reason: string
}

export type Admitted = {
  readonly clientId: string
  /** The key of the client's address for limits; absent for a program on this machine. */
  readonly addressName: string | undefined
  readonly project: Project
  /** Frees the places that this socket takes. */
  readonly release: () => void
}

export type Admission = {
  /** Checks a client's identity and the limits. */
  admit(request: IncomingMessage, query: URLSearchParams): Admitted | { readonly refusal: Refusal }
}

/**
 * Creates the admission check for sockets: limits per address, project and client, allowed projects and origins, and
 * tokens.
 */
export function createAdmission({ settings, projects, clock, log }: Context): Admission {
  const arrivals = createTokenBuckets(() => clock.steadyNow())
  const open = new Map<string, number>()

  // Only the operator who put the relay behind a proxy can fix this.
  const tellOperator = once(() =>
    log.warn('relay.audience', {
      reason: 'a token was made out to a host that LATCHKEY_PUBLIC_ORIGINS does not name',
    }),
  )

  const isOpenToNetwork = !isLoopback(settings.host) && !isLoopbackHost(settings.host)
  if (isOpenToNetwork && namedHosts(settings).length === 0) {
    log.warn('relay.audience', {
      reason:
        'LATCHKEY_PUBLIC_ORIGINS is not set: the relay accepts only clients that call it by the IP address of this machine; in a container, behind NAT or behind a proxy it must name the address that browsers open',
    })
  }

  const arrivalsPerMinute = { rate: settings.relayConnectRate / 60, burst: settings.relayConnectRate }

  /** Lists the counters in which a socket takes a place, with their limits. */
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
        isOwnHost: (host) => isOwnHost(host, { socket: request.socket, isLocal, settings }),
      })
      if ('refusal' in reading) {
        if (reading.refusal.reason.endsWith('Invalid audience')) tellOperator()
        return unauthorized(reading.refusal.status, reading.refusal.reason)
      }

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

/**
 * Returns whether a token's audience may be this host: one of the configured hosts, or, without any, the address that
 * the socket has reached. A program on this machine may use any name of this machine.
 *
 * The caller writes `Host`, so a token for another relay could name that relay there. No caller writes the socket's
 * own address.
 */
function isOwnHost(
  host: string,
  {
    socket,
    isLocal,
    settings,
  }: { readonly socket: IncomingMessage['socket']; readonly isLocal: boolean; readonly settings: Settings },
): boolean {
  const named = namedHosts(settings)
  if (named.includes(host)) return true
  if (isLoopbackHost(host)) return isLocal
  return named.length === 0 && host === reachedHost(socket)
}

function namedHosts({ relayAudiences, publicOrigins }: Settings): readonly string[] {
  return [...relayAudiences, ...publicOrigins.map((origin) => new URL(origin).host)]
}

/** Returns the address and port at which a socket arrived, written as the host of a URL. */
function reachedHost({ localAddress = '', localPort }: IncomingMessage['socket']): string {
  const address = plainAddress(localAddress)
  const name = address.includes(':') ? `[${address}]` : address
  return localPort === 80 ? name : `${name}:${localPort}`
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
