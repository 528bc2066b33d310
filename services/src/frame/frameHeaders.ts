import { barePolicy, type Manners, type RequestContext, setReadable } from '../shared/app.js'

/** What each answer of the wallet's site says to browsers. */
export type FrameHeaders = {
  /** The headers of a page. `ancestors` are the sources of `frame-ancestors`, `inline` those of scripts in the page. */
  setPage(c: RequestContext, page?: PageSources): void
  /** The headers of a file with a name that changes with its content. */
  setFile(c: RequestContext): void
  readonly manners: Manners
}

type PageSources = {
  readonly ancestors?: readonly string[] | undefined
  readonly inline?: readonly string[] | undefined
}

/** Browser features that a wallet uses, if the host's page passes them on. */
const used = [
  'clipboard-write',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'storage-access',
]
/** Features that no script in the wallet gets. */
const unused = [
  ...['accelerometer', 'autoplay', 'browsing-topics', 'camera', 'clipboard-read'],
  ...['display-capture', 'encrypted-media', 'fullscreen', 'gamepad', 'geolocation', 'gyroscope', 'hid'],
  ...['identity-credentials-get', 'idle-detection', 'keyboard-map', 'local-fonts', 'magnetometer'],
  ...['microphone', 'midi', 'otp-credentials', 'payment', 'picture-in-picture', 'screen-wake-lock'],
  ...['serial', 'sync-xhr', 'usb', 'window-management', 'xr-spatial-tracking'],
]
const permissions = [...used.map((name) => `${name}=(self)`), ...unused.map((name) => `${name}=()`)].join(
  ', ',
)

/** Two years, as browsers' lists of https-only hosts demand. */
const strictTransport = 'max-age=63072000; includeSubDomains; preload'

/**
 * Creates the headers of the wallet's site (docs/security.md "The wallet's site").
 *
 * @param readable The paths that pages of any origin may call and read.
 */
export function createFrameHeaders(frameUrl: string, readable: ReadonlySet<string>): FrameHeaders {
  const isSecure = frameUrl.startsWith('https:')
  const policyFor = ({ ancestors = [], inline = [] }: PageSources) =>
    [
      "default-src 'none'",
      ["script-src 'self'", ...inline].join(' '),
      "style-src 'self'",
      "img-src 'self' data: blob:",
      "font-src 'self'",
      "connect-src 'self'",
      "frame-src 'none'",
      "worker-src 'self'",
      "form-action 'none'",
      "base-uri 'none'",
      "object-src 'none'",
      `frame-ancestors ${ancestors.length === 0 ? "'none'" : ancestors.join(' ')}`,
      "require-trusted-types-for 'script'",
      // Decision 323.
      'trusted-types latchkey',
      // On this machine, without https, it would lead every request astray.
      ...(isSecure ? ['upgrade-insecure-requests'] : []),
    ].join('; ')

  return {
    setPage(c, page = {}) {
      c.header('content-security-policy', policyFor(page))
      c.header('integrity-policy', 'blocked-destinations=(script)')
      c.header('permissions-policy', permissions)
      c.header('origin-agent-cluster', '?1')
      c.header('cache-control', 'no-store')
    },
    setFile(c) {
      // A worker has the policy of its own file.
      c.header('content-security-policy', policyFor({}))
      c.header('cache-control', 'public, max-age=31536000, immutable')
    },
    manners: {
      isOpen: (path) => readable.has(path),
      setHeaders(c) {
        const isReadable = readable.has(c.req.path)
        // What another service has answered in this process brings its own headers.
        for (const name of [...c.res.headers.keys()])
          if (name.startsWith('access-control-') && !isReadable) c.res.headers.delete(name)
        if (isReadable) setReadable(c)
        c.header('cross-origin-resource-policy', isReadable ? 'cross-origin' : 'same-origin')
        if (isSecure) c.header('strict-transport-security', strictTransport)
        if (!c.res.headers.has('content-security-policy')) c.header('content-security-policy', barePolicy)
      },
    },
  }
}
