import { isOriginAllowed } from 'latchkey/protocol'
import type { Project } from '../shared/projects.js'

/** Pages of this machine, for development (decision 325). */
const ownMachine = ['localhost', '*.localhost', '127.0.0.1'].flatMap(bothSchemes)

/**
 * Returns the sources of `frame-ancestors` for a project: the pages that may embed the wallet (decision 326).
 *
 * A pattern with `*` would let more pages in than the list does, because a browser's `*` stands for any number of labels. So
 * the page that `Referer` names, and that is on the list, stands for it; only without that header the pattern itself.
 * The browser compares the source with the page that really embeds.
 */
export function ancestorsOf({ origins = [] }: Project, referer: string | undefined): readonly string[] {
  const page = pageOf(referer)
  const patterns = origins.filter((pattern) => !pattern.includes('*'))
  const wildcards = origins.filter((pattern) => /^(https?:\/\/)?\*(\.[a-z0-9-]+)+(:\d+)?$/.test(pattern))
  const listed = [...patterns, ...(page === undefined ? wildcards : [])].flatMap(sourcesOf)
  const isAllowed = page !== undefined && isOriginAllowed(page, origins)
  return [...new Set([...listed, ...ownMachine, ...(isAllowed ? [page] : [])])]
}

/** Returns the origin of the page that `Referer` names; `undefined` if it names none. */
export function pageOf(referer: string | undefined): string | undefined {
  const isPage = /^https?:\/\//.test(referer ?? '') && URL.canParse(referer ?? '')
  const origin = isPage ? new URL(referer ?? '').origin : undefined
  // The grammar of the policy has no names but these; an IPv6 address cannot be written in it.
  return origin !== undefined && /^https?:\/\/[a-z0-9.-]+(:\d+)?$/.test(origin) ? origin : undefined
}

/** Writes a pattern of the list as sources: without a scheme it means both, without a port any. */
function sourcesOf(pattern: string): readonly string[] {
  // An IPv6 address cannot be written in the policy.
  if (pattern.includes('[')) return []
  const withPort = /:\d+$/.test(pattern) ? pattern : `${pattern}:*`
  return /^https?:\/\//.test(pattern) ? [withPort] : bothSchemes(withPort)
}

function bothSchemes(host: string): readonly string[] {
  const withPort = /:(\d+|\*)$/.test(host) ? host : `${host}:*`
  return [`https://${withPort}`, `http://${withPort}`]
}
