/**
 * The peers' methods, with the tag, lifetime and prompt flag that the relay needs for each (WalletConnect spec, "Sign:
 * RPC methods"). With a wrong tag or flag a sleeping phone is not woken.
 */

/** How the relay handles a message. */
export type Delivery = {
  readonly tag: number
  /** How long the relay keeps it, in milliseconds. */
  readonly ttl: number
  /** Whether a push service may wake the receiver. */
  readonly prompt: boolean
  /** Sent empty for methods where a wallet would otherwise wait for the vendor's verify server. */
  readonly attestation?: string | undefined
}

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

export const pairingLifetime = 5 * minute
/** The time from a wallet's approval to its settlement. */
export const settleLifetime = 5 * minute
export const sessionLifetime = 7 * day
export const authenticationLifetime = hour
export const requestLifetime = { least: 5 * minute, most: 7 * day } as const
/** How long to wait for an answer to a ping, an update or an extension. */
export const answerTimeout = 30 * second
/** The accepted difference between two clocks when a peer's time stamp is checked. */
export const clockTolerance = 2 * minute

type Method = { readonly request: Delivery; readonly response: Delivery }

function method(tag: number, ttl: number, prompt = false): Method {
  return { request: { tag, ttl, prompt }, response: { tag: tag + 1, ttl, prompt: false } }
}

/** Defines a method that the user decides on. */
function question(tag: number, ttl: number): Method {
  const { request, response } = method(tag, ttl, true)
  return { request: { ...request, attestation: '' }, response }
}

export const peerMethods = {
  wc_pairingDelete: method(1000, day),
  wc_pairingPing: method(1002, 30 * second),
  wc_pairingExtend: method(1004, day),
  wc_sessionPropose: question(1100, pairingLifetime),
  wc_sessionSettle: method(1102, pairingLifetime),
  wc_sessionUpdate: method(1104, day),
  wc_sessionExtend: method(1106, day),
  wc_sessionRequest: question(1108, requestLifetime.least),
  wc_sessionEvent: method(1110, 5 * minute, true),
  wc_sessionDelete: method(1112, day),
  wc_sessionPing: method(1114, 30 * second),
  wc_sessionAuthenticate: question(1116, hour),
} as const satisfies { readonly [name: string]: Method }

export type PeerMethod = keyof typeof peerMethods

/** How the refusal of an unknown method is sent. */
export const unknownMethodDelivery: Delivery = { tag: 0, ttl: day, prompt: false }

export function isPeerMethod(name: string): name is PeerMethod {
  return Object.hasOwn(peerMethods, name)
}
