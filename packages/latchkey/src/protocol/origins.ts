const pattern =
  /^(?:(https?):\/\/)?((?:\*|[a-z0-9-]+)(?:\.(?:\*|[a-z0-9-]+))*|\[[0-9a-f:]+\])(?::(\d{1,5}))?$/

/** Returns whether a text is a valid list entry: `https://app.example`, `app.example:8080`, `*.example`. */
export function isOriginPattern(value: string): boolean {
  return pattern.test(value)
}

/**
 * Returns whether a page's origin is on a list.
 *
 * - A pattern without scheme matches http and https; without port, any port; `*` matches exactly one label.
 * - This machine is always allowed, for development.
 */
export function isOriginAllowed(origin: string, patterns: readonly string[]): boolean {
  // Sandboxed frames and local files send `null`, which identifies no site.
  if (!URL.canParse(origin)) return false
  if (/^(localhost|.+\.localhost|127\.0\.0\.1|\[::1\])$/.test(new URL(origin).hostname)) return true
  return isOriginListed(origin, patterns)
}

/** Returns whether the list itself has a page's origin. */
export function isOriginListed(origin: string, patterns: readonly string[]): boolean {
  const { protocol, hostname, port } = new URL(origin)
  return patterns.some((text) => {
    const match = pattern.exec(text)
    if (match === null) return false
    const [, scheme, host = '', wantedPort] = match
    if (scheme !== undefined && protocol !== `${scheme}:`) return false
    const actualPort = port === '' ? defaultPorts[protocol] : port
    if (wantedPort !== undefined && wantedPort !== actualPort) return false
    const labels = host.split('.')
    const actualLabels = hostname.split('.')
    return (
      labels.length === actualLabels.length &&
      labels.every((label, index) => label === '*' || label === actualLabels[index])
    )
  })
}

const defaultPorts: { readonly [protocol: string]: string } = { 'https:': '443', 'http:': '80' }
