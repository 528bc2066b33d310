import type { IncomingMessage } from 'node:http'

type Client = {
  /** The client's IP address, as far as it can be known. */
  readonly address: string
  /** Whether it is a program on this machine that no proxy speaks for. */
  readonly isLocal: boolean
}

/**
 * Who sent a request.
 *
 * `X-Forwarded-For` is believed only from proxies the operator named, read from the right: what stands left of the
 * first unknown address is the client's own claim. A forwarded request from a proxy that nobody named counts as the
 * proxy's, and is never local, so that a forgotten setting makes limits stricter, not void.
 */
export function clientOf(request: IncomingMessage, trustedProxies: readonly string[]): Client {
  const peer = plainAddress(request.socket.remoteAddress ?? '')
  const forwarded = [request.headers['x-forwarded-for'] ?? []].flat().join(',')
  if (forwarded === '') return { address: peer, isLocal: isLoopback(peer) }
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

/** The network an address belongs to, fit for a log: the first three parts of IPv4, the first three groups of IPv6. */
export function truncateAddress(address: string): string {
  if (/^\d+\.\d+\.\d+\.\d+$/.test(address)) return `${address.split('.').slice(0, 3).join('.')}.0/24`
  return address.includes(':') ? `${address.split(':').slice(0, 3).join(':')}::/48` : 'unknown'
}

/**
 * What limits count by: an IPv4 address, or the /64 network of an IPv6 one, since its holder has all of the 2^64
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

function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/^\[(.*)\]$/, '$1')
}

function isLoopback(address: string): boolean {
  return address.startsWith('127.') || address === '::1'
}
