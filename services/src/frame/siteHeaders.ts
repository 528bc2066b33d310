/** The headers of the wallet's site, which the server sends and `latchkey-verify-frame` expects. */
export type SiteHeaders = {
  /** Of a page. */
  page(sources: PageSources): Headers
  /** Of a file with a name that changes with its content. */
  file(): Headers
  /** Of every answer. */
  every(): Headers
}

export type PageSources = {
  /** The sources of `frame-ancestors`. */
  readonly ancestors?: readonly string[] | undefined
  /** The sources of scripts in the page. */
  readonly inline?: readonly string[] | undefined
}

type Headers = { readonly [name: string]: string }

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

export function createSiteHeaders(isSecure: boolean): SiteHeaders {
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
    page: (sources) => ({
      'content-security-policy': policyFor(sources),
      'integrity-policy': 'blocked-destinations=(script)',
      'permissions-policy': permissions,
      'origin-agent-cluster': '?1',
      'cache-control': 'no-store',
    }),
    // A worker has the policy of its own file.
    file: () => ({
      'content-security-policy': policyFor({}),
      'cache-control': 'public, max-age=31536000, immutable',
    }),
    every: () => ({
      'cross-origin-resource-policy': 'same-origin',
      ...(isSecure ? { 'strict-transport-security': strictTransport } : {}),
    }),
  }
}
