import type { IncomingMessage } from 'node:http'

type Client = {
  /** The client's IP address, as far as it is known. */
  readonly address: string
  /** Whether the client is a program on this machine, connected without a proxy. */
  readonly isLocal: boolean
}

/**
 * Returns the client that sent a request.
 *
 * `X-Forwarded-For` is accepted only from configured proxies and read from the right: the client may forge everything
 * left of the first unknown address. A forwarded request from an unconfigured proxy counts as the proxy's and is never
 * local, so a missing setting makes limits stricter, not ineffective.
 */
export function clientOf(request: IncomingMessage, trustedProxies: readonly string[]): Client {
  const peer = plainAddress(request.socket.remoteAddress ?? '')
  const forwarded = [request.headers['x-forwarded-for'] ?? []].flat().join(',')
  if (forwarded === '') return { address: peer, isLocal: isLoopback(peer) && !isPassedOn(request) }
  const hops = forwarded
    .split(',')
    .map((hop) => plainAddress(hop.trim()))
    .filter((hop) => hop !== '')
  let address = peer
  while (trustedProxies.includes(address)) {
    const previous = hops.pop()
    if (previous === undefined) break
    address = previous
  }
  return { address, isLocal: false }
}

/** Returns an address's network for logs: the first three parts of IPv4, the first three groups of IPv6. */
export function truncateAddress(address: string): string {
  if (/^\d+\.\d+\.\d+\.\d+$/.test(address)) return `${address.split('.').slice(0, 3).join('.')}.0/24`
  return address.includes(':') ? `${address.split(':').slice(0, 3).join(':')}::/48` : 'unknown'
}

/**
 * Returns the key for limits: an IPv4 address, or the /64 network of an IPv6 address, because one client owns all 2^64
 * addresses in it.
 */
export function addressKey(address: string): string {
  if (!address.includes(':')) return address
  const [head = '', tail] = address.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros =
    tail === undefined ? [] : new Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  return [...left, ...zeros, ...right]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}

/** Returns an IPv4-mapped address as IPv4, and an IPv6 address without brackets. */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/^\[(.*)\]$/, '$1')
}

/** Headers in which proxies identify the client. A local program sends none of them. */
const proxyHeaders = [
  'forwarded',
  'via',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
  'x-forwarded-server',
  'x-real-ip',
  'x-client-ip',
  'true-client-ip',
  'cf-connecting-ip',
] as const

function isPassedOn({ headers }: IncomingMessage): boolean {
  return proxyHeaders.some((name) => headers[name] !== undefined)
}

/** Returns whether a `Host` (or an address's host) names this machine, ignoring the port. */
export function isLoopbackHost(host: string): boolean {
  const name = host.toLowerCase().replace(/:\d{1,5}$/, '')
  return /^(localhost|([a-z0-9-]+\.)+localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/.test(name)
}

/** Returns whether an address belongs to this machine. */
export function isLoopback(address: string): boolean {
  return address.startsWith('127.') || address === '::1'
}
