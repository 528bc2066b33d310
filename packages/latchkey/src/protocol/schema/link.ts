const forbiddenSchemes =
  /^(javascript|data|vbscript|file|filesystem|blob|about|view-source|intent|chrome|chrome-extension|resource|jar|ws|wss|ftp|mailto|tel|sms|ms-[a-z-]+|wc)$/
const customScheme = /^[a-z][a-z0-9+.-]{1,31}$/

/**
 * The `https:` address a foreign text stands for, or `undefined`; `http:` only to this machine, for development.
 * Refuses user names in addresses, because `https://bank.example@evil.example` goes to the latter.
 */
export function toWebLink(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > 2048 || /[\s\\\p{Cc}]/u.test(value)) return undefined
  if (!/^https?:\/\/[^/]/i.test(value) || !URL.canParse(value)) return undefined
  const url = new URL(value)
  if (url.username !== '' || url.password !== '' || url.hostname === '') return undefined
  if (url.protocol === 'http:' && !isThisMachine(url.hostname)) return undefined
  return url.href
}

/**
 * A link that may open a wallet: a web link, or `scheme://…` of a harmless custom scheme. Everything that can run
 * script, read files or leave for another program by the system's choice is refused (security.md section 4 "links").
 */
export function toWalletLink(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > 2048 || /[\s\\\p{Cc}]/u.test(value)) return undefined
  const web = toWebLink(value)
  if (web !== undefined) return web
  const match = /^([a-zA-Z][a-zA-Z0-9+.-]*):(\/\/[^/].*|\/\/)?$/.exec(value)
  const scheme = match?.[1]?.toLowerCase()
  if (scheme === undefined || scheme === 'http' || scheme === 'https') return undefined
  if (!customScheme.test(scheme) || forbiddenSchemes.test(scheme)) return undefined
  return `${scheme}:${match?.[2] ?? '//'}`
}

function isThisMachine(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)
}
