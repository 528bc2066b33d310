import { isNetworkId } from '../protocol/caip.js'
import {
  type Check,
  either,
  isBoolean,
  isFilledText,
  isRecord,
  isText,
  listOf,
  must,
  oneOf,
  optional,
  shape,
  table,
  unused,
} from '../protocol/checks.js'
import {
  anything,
  isNodeAddress,
  isSocketAddress,
  isWebLink,
  networkChecks,
} from '../protocol/entities/networkChecks.js'
import { toAppLink } from '../protocol/schema/link.js'
import type { Config, Features } from './Config.js'

const isWalletLink = must((value) => toAppLink(value) !== undefined, 'must be a link that may open a wallet')
const isWalletId = must(
  (value) => typeof value === 'string' && /^[\w.:-]{1,128}$/.test(value),
  'must be an id of letters, digits and . : - _',
)

function has(...names: readonly string[]): Check {
  return must(
    (value) => isRecord(value) && names.every((name) => typeof value[name] === 'function'),
    `must have ${names.join(', ')}`,
  )
}

const bool = optional(isBoolean)
const network = shape(networkChecks, { isOpen: true })
const webLink = optional(isWebLink)
const walletLink = optional(isWalletLink)
const object = optional(shape({}, { isOpen: true }))
const byNetwork = (check: Check) => optional(table(check, isNetworkId))

const wallet = shape({
  id: isWalletId,
  name: isFilledText,
  homepage: webLink,
  image_url: optional(isText),
  mobile_link: walletLink,
  desktop_link: walletLink,
  webapp_link: webLink,
  app_store: webLink,
  play_store: webLink,
  chrome_store: webLink,
  rdns: optional(isText),
  chains: optional(listOf(must(isNetworkId, 'must be a CAIP-2 id'))),
})

const services = shape({
  explorer: webLink,
  blockchain: webLink,
  analytics: webLink,
  auth: webLink,
  relay: optional(either(isSocketAddress, shape({ url: isSocketAddress, projectId: optional(isText) }))),
})

const features = shape({
  analytics: bool,
  email: bool,
  socials: optional(
    either(
      oneOf(false),
      listOf(oneOf('google', 'x', 'discord', 'farcaster', 'github', 'apple', 'facebook', 'oidc')),
    ),
  ),
  swaps: unused(isBoolean),
  onramp: unused(isBoolean),
  send: bool,
  receive: bool,
  history: bool,
  allWallets: bool,
  connectMethodsOrder: optional(listOf(oneOf('email', 'social', 'wallet'))),
  walletFeaturesOrder: optional(listOf(oneOf('onramp', 'swaps', 'receive', 'send'))),
  connectorTypeOrder: optional(
    listOf(oneOf('walletConnect', 'recent', 'injected', 'featured', 'custom', 'external', 'recommended')),
  ),
  collapseWallets: bool,
  legalCheckbox: bool,
} satisfies { readonly [name in keyof Features]-?: Check })

const config = shape({
  projectId: optional(isText),
  services: optional(either(isWebLink, services)),
  metadata: optional(
    shape(
      { name: isFilledText, description: isText, url: isWebLink, icons: listOf(isText) },
      { isOpen: true },
    ),
  ),
  networks: listOf(network, 1),
  defaultNetwork: optional(network),
  adapters: optional(listOf(has('discover', 'toAddress', 'getBalance', 'walletState'))),
  connectors: optional(listOf(has('connect', 'restore', 'disconnect', 'subscribe'))),
  features: optional(features),
  customRpcUrls: byNetwork(
    listOf(
      shape(
        { url: isNodeAddress, config: unused(anything, ': only WagmiAdapter uses it') },
        { isOpen: true },
      ),
    ),
  ),
  allWallets: optional(oneOf('SHOW', 'HIDE', 'ONLY_MOBILE')),
  includeWalletIds: optional(listOf(isWalletId)),
  excludeWalletIds: optional(listOf(isWalletId)),
  featuredWalletIds: optional(listOf(isWalletId)),
  customWallets: optional(listOf(wallet)),
  tokens: optional(table(shape({ address: isText }, { isOpen: true }), isNetworkId)),
  termsConditionsUrl: webLink,
  privacyPolicyUrl: webLink,
  chainImages: optional(table(isText)),
  connectorImages: optional(table(isText)),
  locale: optional(isFilledText),
  texts: optional(table(isText)),
  themeMode: optional(oneOf('dark', 'light', 'auto')),
  themeVariables: object,
  enableEIP6963: bool,
  enableInjected: bool,
  enableWalletConnect: bool,
  enableWallets: bool,
  enableWalletGuide: bool,
  enableNetworkSwitch: bool,
  enableReconnect: bool,
  enableAuthLogger: bool,
  enableEmbedded: bool,
  disableAppend: bool,
  allowUnsupportedChain: bool,
  manualWCControl: bool,
  debug: bool,
  siwx: optional(has('createMessage', 'addSession', 'revokeSession', 'setSessions', 'getSessions')),
  siweConfig: optional(has('getNonce', 'createMessage', 'verifyMessage', 'getSession', 'signOut')),
  defaultAccountTypes: optional(table(oneOf('eoa', 'smartAccount', 'payment', 'ordinal'))),
  storage: optional(has('getItem', 'setItem', 'removeItem')),
  initialState: object,
  clock: optional(has('now', 'setTimeout')),
} satisfies { readonly [name in keyof Config]-?: Check })

/**
 * Returns every problem of a config with its path: `` `networks[0].rpcUrls` must … ``; and a warning for each option
 * that is set but has no effect (see `isWarning`).
 */
export function problemsOf(value: unknown): readonly string[] {
  return config(value, '')
}
