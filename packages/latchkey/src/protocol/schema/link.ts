/** Schemes that run script, read files or belong to the browser, so they never open an app. */
const browserSchemes =
  /^(javascript|data|vbscript|file|filesystem|blob|about|view-source|intent|chrome|chrome-extension|resource|jar|https?|wss?|ftp|mailto|tel|sms|ms-[a-z-]+|wc)$/

/**
 * Converts an untrusted text to an `https:` address, or `undefined`; allows `http:` only to this machine, for
 * development. Rejects user names in addresses, because `https://bank.example@evil.example` leads to the latter.
 */
export function toWebLink(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > 2048 || /[\s\\\p{Cc}]/u.test(value)) return undefined
  if (!/^https?:\/\/[^/]/i.test(value) || !URL.canParse(value)) return undefined
  const url = new URL(value)
  if (url.username !== '' || url.password !== '') return undefined
  if (url.protocol === 'http:' && !isThisMachine(url.hostname)) return undefined
  return url.href
}

/**
 * Checks the shape of a link to an app: a web link, or `scheme://…`. Small enough to check a host's config before the
 * first click; links that are opened also pass `toWalletLink`, which has the schemes of other programs.
 */
export function toAppLink(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > 2048 || /[\s\\\p{Cc}]/u.test(value)) return undefined
  const web = toWebLink(value)
  if (web !== undefined) return web
  const [, name, rest = '//'] = /^([a-z][a-z0-9+.-]{1,31}):(\/\/[^/].*|\/\/)?$/i.exec(value) ?? []
  const scheme = name?.toLowerCase()
  return scheme === undefined || browserSchemes.test(scheme) ? undefined : `${scheme}:${rest}`
}

function isThisMachine(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)
}
