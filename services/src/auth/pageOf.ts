import { isOriginAllowed } from 'latchkey/protocol'
import { HttpError } from '../shared/HttpError.js'
import type { Project } from '../shared/projects.js'

/** The parts of a request that identify the calling page. */
export type Asking = {
  readonly header: (name: string) => string | undefined
  /** The origin of the page as `pageOrigin` reads it. */
  readonly origin: string | undefined
  readonly project: Project
}

export type Page = { readonly origin: string; readonly host: string; readonly scheme: 'https' | 'http' }

/**
 * Returns the calling page. Browsers name it in `Origin`, except for a GET to the page's own origin; then the origin is
 * the one that the services are reached under, or the one in `Referer`, which no page can forge. Both are checked
 * against the project's list of origins. A program that sends neither header is refused, because there is no page to
 * sign in to.
 */
export function pageOf({ header, origin, project }: Asking): Page {
  const page = readOrigin(origin ?? refererOf({ header, project }))
  if (page !== undefined) return page
  throw new HttpError('INVALID_QUERY', { message: 'The header `Origin` must name the page' })
}

/**
 * Reads the origin from `Referer` and checks it against the list. The entrance of the services has already checked
 * `Origin`.
 */
function refererOf({ header, project }: Pick<Asking, 'header' | 'project'>): string {
  const isOwn = (header('sec-fetch-site') ?? 'same-origin') === 'same-origin'
  const origin = isOwn ? originOf(header('referer')) : ''
  if (origin !== '' && project.origins !== undefined && !isOriginAllowed(origin, project.origins))
    throw new HttpError('FORBIDDEN')
  return origin
}

/** Returns the key under which a page's nonces and sessions are stored: they are valid for one page and one project. */
export function bindingOf({ id }: Project, origin: string): string {
  return `${id} ${origin}`
}

/** Most characters of an origin: a host name has at most 253. Sign-ins store the origin. */
const originSize = 300

function readOrigin(origin: string): Page | undefined {
  if (origin.length > originSize) return undefined
  // Stryker disable next-line ArrayDeclaration: only what a match has after its first item is read.
  const [, scheme, host] = /^(https?):\/\/([^/?#@\s]+)$/.exec(origin) ?? []
  return host === undefined ? undefined : { origin, host, scheme: scheme === 'https' ? 'https' : 'http' }
}

function originOf(address: string | undefined): string {
  // Stryker disable next-line ConditionalExpression: `undefined`, read as a text, is no address either.
  return address !== undefined && URL.canParse(address) ? new URL(address).origin : ''
}
