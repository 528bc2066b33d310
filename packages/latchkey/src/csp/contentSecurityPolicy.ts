import type { Config } from '../core/Config.js'
import { resolveConfig } from '../core/resolveConfig.js'

/**
 * The exact Content Security Policy that a page with this config needs for Latchkey, and nothing more; add your own
 * sources to it. Scripts and styles come from your own bundle; pictures come as blobs; the modal runs with
 * `require-trusted-types-for 'script'`.
 *
 * @throws `CONFIG_INVALID`
 *
 * @example
 * ```ts
 * response.setHeader('content-security-policy', contentSecurityPolicy(config))
 * ```
 */
export function contentSecurityPolicy(config: Config): string {
  const {
    services,
    relay,
    networks,
    enableWalletConnect,
    customWallets = [],
    chainImages,
    connectorImages,
  } = resolveConfig(config)
  const rpcUrls = networks.flatMap(({ rpcUrls }) => rpcUrls.default.http)
  const called = [
    ...Object.values(services),
    ...rpcUrls,
    ...(enableWalletConnect === false ? [] : [relay.url]),
  ]
  const pictures = [
    ...customWallets.map((wallet) => wallet.image_url),
    ...Object.values(chainImages ?? {}),
    ...Object.values(connectorImages ?? {}),
  ]
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src ${["'self'", 'data:', 'blob:', ...origins(pictures)].join(' ')}`,
    `connect-src ${["'self'", ...origins(called)].join(' ')}`,
    "require-trusted-types-for 'script'",
  ].join('; ')
}

/** Each origin once, in order; what is no address of a host (a relative path, `data:`) needs none. */
function origins(addresses: readonly (string | undefined)[]): readonly string[] {
  const found = addresses.flatMap((address) => {
    const [origin] = /^(?:https?|wss?):\/\/[^/?#]+/.exec(address ?? '') ?? []
    return origin === undefined ? [] : [origin]
  })
  return [...new Set(found)]
}
