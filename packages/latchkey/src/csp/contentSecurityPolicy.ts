import type { Config } from '../core/Config.js'
import { resolveConfig } from '../core/resolveConfig.js'
import { mainnet } from '../networks/eip155.js'
import type { Network } from '../protocol/entities/Network.js'

/**
 * Returns the Content Security Policy that a page with this config needs for Latchkey, and nothing more; add your own
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
    tokens,
  } = resolveConfig(config)
  const rpcUrls = networks.flatMap(({ chainNamespace, rpcUrls }) => {
    const adapter = config.adapters?.find(({ namespace }) => namespace === chainNamespace)
    return (adapter?.rpcTransports ?? ['http']).flatMap((transport) => rpcUrls.default[transport] ?? [])
  })
  // The embedded wallet's site: a frame, whose ways to log in the page reads before there is one.
  const frames = (config.connectors ?? []).map(({ frameUrl }) => frameUrl)
  const called = [
    ...Object.values(services),
    ...frames,
    ...rpcUrls,
    ...nameUrls(networks),
    ...(enableWalletConnect === false ? [] : [relay.url]),
  ]
  const pictures = [
    ...customWallets.map((wallet) => wallet.image_url),
    ...Object.values(chainImages ?? {}),
    ...Object.values(connectorImages ?? {}),
    ...Object.values(tokens ?? {}).map((token) => token?.image),
  ]
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src ${["'self'", 'data:', 'blob:', ...origins(pictures)].join(' ')}`,
    `connect-src ${["'self'", ...origins(called)].join(' ')}`,
    ...origins(frames).map((origin) => `frame-src ${origin}`),
    "require-trusted-types-for 'script'",
  ].join('; ')
}

/** The kit reads names for EVM networks from Ethereum, even if the host does not offer it (`docs/decisions/115`). */
function nameUrls(networks: readonly Network[]): readonly string[] {
  const own = networks.filter(
    ({ chainNamespace, testnet }) => chainNamespace === mainnet.chainNamespace && testnet !== true,
  )
  const isNamed = own.some(({ contracts }) => contracts?.ensUniversalResolver !== undefined)
  const isOffered = own.some(({ caipNetworkId }) => caipNetworkId === mainnet.caipNetworkId)
  return own.length === 0 || isNamed || isOffered ? [] : mainnet.rpcUrls.default.http
}

/** Returns each origin once, in order; skips relative paths and `data:`, which have no host. */
function origins(addresses: readonly (string | undefined)[]): readonly string[] {
  const found = addresses.flatMap((address) => {
    const [origin] = /^(?:https?|wss?):\/\/[^/?#]+/.exec(address ?? '') ?? []
    return origin === undefined ? [] : [origin]
  })
  return [...new Set(found)]
}
