import { isLoopbackHost } from './clientAddress.js'
import type { Settings } from './settings.js'

type Request = {
  readonly method: string
  /** Returns a header by its lower-case name. */
  readonly header: (name: string) => string | undefined
}

/**
 * Returns the origin of the calling page; `undefined` for a request without a page.
 *
 * Browsers send `Origin`, except with a GET to their own origin. Such a request has `Sec-Fetch-Site: same-origin`,
 * which no page can forge, and its origin is the one that the services are reached under: one in the setting
 * `LATCHKEY_PUBLIC_ORIGINS`, or this machine. `Referer` and `Host` select which. Any other host name gives no origin,
 * because a page can point its own name at this machine (DNS rebinding).
 */
export function pageOrigin({ method, header }: Request, settings: Settings): string | undefined {
  const origin = header('origin')
  if (origin !== undefined) return origin
  const isReading = method === 'GET' || method === 'HEAD'
  if (!isReading || header('sec-fetch-site') !== 'same-origin') return undefined
  // A proxy may have changed `Host`; only `Referer` then has the page's address.
  const referer = header('referer') ?? ''
  const page = URL.canParse(referer) ? new URL(referer).origin : undefined
  if (page !== undefined && isOwnOrigin(page, settings)) return page
  const host = header('host')?.toLowerCase() ?? ''
  const own = settings.publicOrigins.find((one) => new URL(one).host === host)
  return own ?? (isLoopbackHost(host) ? `http://${host}` : undefined)
}

function isOwnOrigin(origin: string, { publicOrigins }: Settings): boolean {
  return publicOrigins.includes(origin) || isLoopbackHost(new URL(origin).host)
}
