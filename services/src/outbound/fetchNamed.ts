import type { IncomingHttpHeaders } from 'node:http'
import { readBounded } from '../shared/readBounded.js'
import { exchange } from './exchange.js'
import { unpacked } from './fetchUpstream.js'

export type NamedAnswer = {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** `undefined` if it was longer than allowed. */
  readonly body: Uint8Array | undefined
}

/**
 * Fetches from a server that the person at the command line names, for programs that are no servers. Follows no redirect.
 *
 * Hosts below `localhost` are this machine, as browsers have it; many systems know only `localhost` itself.
 */
export async function fetchNamed(
  url: URL,
  { headers, size, signal }: fetchNamed.Options,
): Promise<NamedAnswer> {
  const target = new URL(url)
  if (target.hostname.endsWith('.localhost')) target.hostname = '127.0.0.1'
  const all = { 'accept-encoding': 'gzip, br', host: url.host, ...headers }
  return exchange(target, { headers: all, signal }, async (answer) => {
    const body = await readBounded(unpacked(answer), size)
    return { status: answer.statusCode ?? 0, headers: answer.headers, body }
  })
}

export declare namespace fetchNamed {
  type Options = {
    readonly headers: { readonly [name: string]: string }
    /** Most bytes of an answer, unpacked. */
    readonly size: number
    readonly signal: AbortSignal
  }
}
