import type { CaipNetworkId, Namespace } from '../protocol/caip.js'
import { isWarning } from '../protocol/checks.js'
import { type Network, type NetworkInput, sortedUrls, toNetwork } from '../protocol/entities/Network.js'
import { KitError } from '../protocol/errors.js'
import { defaultNamespace } from '../protocol/families.js'
import type { ServiceName } from '../protocol/http/endpoint.js'
import type { Adapter } from './adapter.js'
import type { Config, RelayOptions } from './Config.js'
import { problemsOf } from './configChecks.js'

/** A config that has been checked and filled with defaults. */
export type ResolvedConfig<networkId extends CaipNetworkId = CaipNetworkId> = Omit<
  Config,
  'networks' | 'defaultNetwork' | 'services'
> & {
  readonly projectId: string | undefined
  readonly networks: readonly [Network<networkId>, ...Network<networkId>[]]
  readonly defaultNetworkId: networkId
  readonly services: { readonly [name in Exclude<ServiceName, 'relay'>]?: string | undefined }
  readonly relay: RelayOptions
  readonly debug: boolean
  /** Warnings for the developer about a valid config. */
  readonly warnings: readonly string[]
}

/** The relay that mainstream mobile wallets use when a pairing link names none. */
const publicRelayUrl = 'wss://relay.walletconnect.org'
/** The project id that a host's own services accept by default. */
const openProjectId = 'open'

/**
 * Checks a config and fills in its defaults.
 *
 * @throws `CONFIG_INVALID` naming every problem at once; `SIWE_AND_SIWX`.
 */
export function resolveConfig(config: Config): ResolvedConfig {
  const said = problemsOf(config)
  const problems = said.filter((sentence) => !isWarning(sentence))
  if (problems.length > 0) throw invalid(problems)
  const warnings = said.filter(isWarning)
  if (config.siwx !== undefined && config.siweConfig !== undefined) throw new KitError('SIWE_AND_SIWX')

  const networks = resolveNetworks(config, problems)
  const [first] = networks
  const defaultNetworkId =
    config.defaultNetwork === undefined
      ? first?.caipNetworkId
      : networkOf(config.defaultNetwork, config, 'defaultNetwork', problems)?.caipNetworkId
  if (networks.every((network) => network.caipNetworkId !== defaultNetworkId)) {
    problems.push('`defaultNetwork` is not one of `networks`')
  }
  problems.push(...contradictionsOf(config, networks))
  if (first === undefined || defaultNetworkId === undefined || problems.length > 0) throw invalid(problems)

  const { relay, ...services } = resolveServices(config)
  return {
    ...config,
    projectId: config.projectId || (config.services === undefined ? undefined : openProjectId),
    networks: [first, ...networks.slice(1)],
    defaultNetworkId,
    services,
    relay,
    debug: config.debug !== false,
    warnings,
  }
}

function resolveNetworks(config: Config, problems: string[]): Network[] {
  const networks: Network[] = []
  for (const [index, input] of config.networks.entries()) {
    const network = networkOf(input, config, `networks[${index}]`, problems)
    // Duplicates are not added (spec §4 "Network switching").
    if (network && networks.every((other) => other.caipNetworkId !== network.caipNetworkId))
      networks.push(network)
  }
  return networks
}

function networkOf(
  input: NetworkInput,
  config: Config,
  path: string,
  problems: string[],
): Network | undefined {
  const network = readNetwork(input, config)
  if (network === undefined) {
    problems.push(`\`${path}.id\` is not a chain id of ${input.chainNamespace ?? defaultNamespace}`)
    return undefined
  }
  return withHostOptions(network, config)
}

/** Reads a host's network; its id must be valid in its family. */
export function readNetwork(
  input: NetworkInput,
  { adapters }: Pick<Config, 'adapters'>,
): Network | undefined {
  const network = toNetwork(input)
  if (network === undefined) return undefined
  const { chainNamespace, caipNetworkId } = network
  const reference = caipNetworkId.slice(chainNamespace.length + 1)
  const toReference = adapterOf(adapters, chainNamespace)?.toReference
  return toReference === undefined || toReference(reference) === reference ? network : undefined
}

function adapterOf(adapters: Config['adapters'], of: Namespace): Adapter | undefined {
  return adapters?.find(({ namespace }) => namespace === of)
}

/** A network with the host's own RPC addresses first, and its own picture. */
export function withHostOptions(
  network: Network,
  { customRpcUrls, chainImages, services, projectId, adapters }: HostOptions,
): Network {
  const { id, caipNetworkId, chainNamespace } = network
  const custom = customRpcUrls?.[caipNetworkId]?.map(({ url }) => url) ?? []
  const image = chainImages?.[String(id)] ?? chainImages?.[caipNetworkId]
  const { http, webSocket } = network.rpcUrls.default
  const urls = sortedUrls({ http: [...custom, ...http], webSocket })
  const base = typeof services === 'string' ? services : services?.blockchain
  // The host's own addresses, or a chain on its machine, go before the service.
  const isHosts = custom.length > 0 || isOnThisMachine(urls.http[0] ?? urls.webSocket?.[0])
  const isServed = adapterOf(adapters, chainNamespace)?.services?.includes('rpc') !== false
  const service =
    base === undefined || isHosts || !isServed ? undefined : rpcUrlOf(base, caipNetworkId, projectId)
  return {
    ...network,
    rpcUrls: { default: urls, ...(service && { service: { http: [service] } }) },
    assets: image === undefined ? network.assets : { ...network.assets, imageUrl: image },
  }
}

type HostOptions = Pick<Config, 'customRpcUrls' | 'chainImages' | 'projectId' | 'adapters'> & {
  readonly services?: string | { readonly blockchain?: string | undefined } | undefined
}

/** The blockchain service's JSON-RPC address for a chain (`postRpc` of `protocol/http/blockchain.ts`). */
function rpcUrlOf(base: string, chainId: CaipNetworkId, projectId: string | undefined): string {
  const query = new URLSearchParams({ chainId, projectId: projectId || openProjectId, st: 'latchkey' })
  return `${base.replace(/\/+$/, '')}/v1/?${query}`
}

function isOnThisMachine(url = ''): boolean {
  return /^(?:http|ws)s?:\/\/(localhost|[^/]+\.localhost|127\.0\.0\.1|\[::1\])(?=[:/]|$)/.test(url)
}

function contradictionsOf(config: Config, networks: readonly Network[]): string[] {
  const { adapters = [], includeWalletIds, excludeWalletIds, features } = config
  const problems = networks.flatMap((network) => unreadOf(network, config))
  for (const { namespace } of adapters) {
    if (networks.every((network) => network.chainNamespace !== namespace)) {
      problems.push(`\`adapters\` has ${namespace} but \`networks\` has no network of it`)
    }
    if (adapters.filter((adapter) => adapter.namespace === namespace).length > 1) {
      problems.push(`\`adapters\` has more than one for ${namespace}`)
    }
  }
  const both = includeWalletIds?.find((id) => excludeWalletIds?.includes(id))
  if (both !== undefined) problems.push(`\`includeWalletIds\` and \`excludeWalletIds\` both have ${both}`)
  if (features?.legalCheckbox && !config.termsConditionsUrl && !config.privacyPolicyUrl) {
    problems.push('`features.legalCheckbox` needs `termsConditionsUrl` or `privacyPolicyUrl`')
  }
  return [...new Set(problems)]
}

/**
 * Checks that the adapter uses one of the network's URLs, and all that the host sets, because it ignores the others.
 */
function unreadOf(
  { caipNetworkId, chainNamespace, rpcUrls }: Network,
  { adapters, customRpcUrls }: Config,
): string[] {
  const adapter = adapterOf(adapters, chainNamespace)
  const { http, webSocket = [] } = rpcUrls.default
  const own = customRpcUrls?.[caipNetworkId]?.map(({ url }) => url) ?? []
  const { rpcTransports = ['http'] } = adapter ?? {}
  const isRead = (url: string) => rpcTransports.includes(url.startsWith('ws') ? 'webSocket' : 'http')
  return adapter === undefined || (own.every(isRead) && [...http, ...webSocket].some(isRead))
    ? []
    : [`${caipNetworkId} has RPC URLs that ${chainNamespace} does not read`]
}

function resolveServices(config: Config): ResolvedConfig['services'] & { readonly relay: RelayOptions } {
  const { services } = config
  if (typeof services === 'string') {
    const origin = services.replace(/\/+$/, '')
    // The wallet's site has an origin of its own: it is named apart.
    const names = { explorer: origin, blockchain: origin, analytics: origin, auth: origin }
    // Without the slash, a proxy that serves a path redirects to it, and no browser follows a WebSocket's redirect.
    return { ...names, relay: { url: `${origin.replace(/^http/, 'ws')}/` } }
  }
  const { relay = publicRelayUrl, ...rest } = services ?? {}
  return { ...rest, relay: typeof relay === 'string' ? { url: relay } : relay }
}

function invalid(problems: readonly string[]) {
  return new KitError('CONFIG_INVALID', { slots: { problems: [...new Set(problems)].join('; ') } })
}
