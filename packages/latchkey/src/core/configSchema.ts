import * as v from 'valibot'
import { isNetworkId } from '../protocol/caip.js'
import { networkInputSchema } from '../protocol/entities/Network.js'
import { toWalletLink, toWebLink } from '../protocol/schema/link.js'
import type { Config } from './Config.js'

const isServiceAddress = (value: unknown) => typeof value === 'string' && toWebLink(value) !== undefined
const isSocketAddress = (value: unknown) =>
  typeof value === 'string' &&
  /^wss?:\/\//.test(value) &&
  toWebLink(value.replace(/^ws/, 'http')) !== undefined

const bool = v.optional(v.boolean('must be true or false'))
const string = v.string('must be a text')
const ids = v.optional(
  v.array(v.pipe(string, v.minLength(1, 'must not be empty')), 'must be a list of wallet ids'),
)
const address = v.custom<string>(isServiceAddress, 'must be an https address')
const socketAddress = v.custom<string>(isSocketAddress, 'must be a wss address')
const webLink = v.optional(
  v.custom<string>((value) => toWebLink(value) !== undefined, 'must be an https address'),
)
const walletLink = v.optional(
  v.custom<string>((value) => toWalletLink(value) !== undefined, 'must be a link that may open a wallet'),
)
const table = (value: v.GenericSchema) => v.optional(v.record(v.string(), value, 'must be an object'))
const byNetwork = (value: v.GenericSchema) =>
  v.optional(
    v.record(v.custom<string>(isNetworkId, 'must be keyed by CAIP-2 ids'), value, 'must be an object'),
  )
const oneOf = <const options extends readonly string[]>(...options: options) =>
  v.picklist(options, `must be one of ${options.map((option) => `'${option}'`).join(', ')}`)
const order = (...options: string[]) => v.optional(v.array(oneOf(...options), 'must be a list'))
const functions = (...names: string[]) =>
  v.optional(
    v.custom<object>(
      (value) =>
        typeof value === 'object' &&
        value !== null &&
        names.every((name) => typeof (value as Record<string, unknown>)[name] === 'function'),
      `must have ${names.join(', ')}`,
    ),
  )

const network = v.looseObject(networkInputSchema.entries, 'must be a network')
const relay = v.union([socketAddress, v.strictObject({ url: socketAddress, projectId: v.optional(string) })])
const optionalAddress = v.optional(address)

const wallet = v.strictObject({
  id: v.pipe(string, v.regex(/^[\w.:-]{1,128}$/, 'may hold letters, digits and . : - _')),
  name: v.pipe(string, v.minLength(1, 'must not be empty')),
  homepage: webLink,
  image_url: v.optional(string),
  mobile_link: walletLink,
  desktop_link: walletLink,
  webapp_link: webLink,
  app_store: webLink,
  play_store: webLink,
  chrome_store: webLink,
  rdns: v.optional(string),
  chains: v.optional(v.array(v.custom<string>(isNetworkId, 'must be a CAIP-2 id'))),
})

const features = {
  analytics: bool,
  email: bool,
  socials: v.optional(
    v.union(
      [
        v.literal(false),
        v.array(oneOf('google', 'x', 'discord', 'farcaster', 'github', 'apple', 'facebook')),
      ],
      'must be false or a list of social logins',
    ),
  ),
  swaps: bool,
  onramp: bool,
  send: bool,
  receive: bool,
  history: bool,
  allWallets: bool,
  connectMethodsOrder: order('email', 'social', 'wallet'),
  walletFeaturesOrder: order('onramp', 'swaps', 'receive', 'send'),
  connectorTypeOrder: order(
    'walletConnect',
    'recent',
    'injected',
    'featured',
    'custom',
    'external',
    'recommended',
  ),
  collapseWallets: bool,
  legalCheckbox: bool,
} as const

/** What each option must be. The type check in its last line holds it to {@link Config}, name by name. */
export const configEntries = {
  projectId: v.optional(string),
  services: v.optional(
    v.union([
      address,
      v.strictObject({
        explorer: optionalAddress,
        blockchain: optionalAddress,
        analytics: optionalAddress,
        auth: optionalAddress,
        frame: optionalAddress,
        relay: v.optional(relay),
      }),
    ]),
  ),
  metadata: v.optional(
    v.looseObject(
      {
        name: v.pipe(string, v.minLength(1, 'must not be empty')),
        description: string,
        url: v.custom<string>((value) => toWebLink(value) !== undefined, 'must be an https address'),
        icons: v.array(string, 'must be a list of addresses'),
      },
      'must be an object',
    ),
  ),
  networks: v.pipe(v.array(network, 'must be a list'), v.minLength(1, 'must have at least one network')),
  defaultNetwork: v.optional(network),
  adapters: v.optional(
    v.array(functions('discover', 'toAddress', 'getBalance') as v.GenericSchema, 'must be a list'),
  ),
  connectors: v.optional(
    v.array(functions('connect', 'restore', 'disconnect', 'subscribe') as v.GenericSchema, 'must be a list'),
  ),
  features: v.optional(v.strictObject(features, 'must be an object')),
  customRpcUrls: byNetwork(v.array(v.looseObject({ url: address }), 'must be a list')),
  allWallets: v.optional(oneOf('SHOW', 'HIDE', 'ONLY_MOBILE')),
  includeWalletIds: ids,
  excludeWalletIds: ids,
  featuredWalletIds: ids,
  customWallets: v.optional(v.array(wallet, 'must be a list')),
  tokens: byNetwork(v.looseObject({ address: string })),
  termsConditionsUrl: webLink,
  privacyPolicyUrl: webLink,
  chainImages: table(string),
  connectorImages: table(string),
  themeMode: v.optional(oneOf('dark', 'light', 'auto')),
  themeVariables: table(v.union([v.string(), v.number()], 'must be a text or a number')),
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
  siwx: v.optional(v.looseObject({}, 'must be an object')),
  siweConfig: v.optional(v.looseObject({}, 'must be an object')),
  defaultAccountTypes: table(oneOf('eoa', 'smartAccount', 'payment', 'ordinal')),
  storage: functions('getItem', 'setItem', 'removeItem'),
  clock: functions('now', 'setTimeout'),
} as const satisfies { readonly [name in keyof Config]-?: v.GenericSchema }

/** Every problem of a config, one line each: `networks[0].rpcUrls.default.http must be …`. Empty if it is sound. */
export function problemsOf(config: unknown): readonly string[] {
  const result = v.safeParse(v.strictObject(configEntries, 'createKit needs an object of options'), config)
  if (result.success) return []
  return result.issues.flatMap(flatten).map((issue) => describe(issue))
}

// A union's own issue only says that nothing matched; the issues inside say what was wrong.
function flatten(issue: v.BaseIssue<unknown>): v.BaseIssue<unknown>[] {
  const inner = issue.type === 'union' ? (issue.issues?.filter((each) => each.path !== undefined) ?? []) : []
  return inner.length > 0 ? inner.map((each) => ({ ...each, path: joinPath(issue, each) })) : [issue]
}

function joinPath(outer: v.BaseIssue<unknown>, inner: v.BaseIssue<unknown>): NonNullable<typeof outer.path> {
  const [first, ...rest] = [...(outer.path ?? []), ...(inner.path ?? [])]
  if (first === undefined) throw new TypeError('an issue inside a union has a path')
  return [first, ...rest]
}

function describe(issue: v.BaseIssue<unknown>): string {
  const path = v.getDotPath(issue) ?? ''
  if (issue.expected === 'never') return unknownOption(path)
  if (issue.received === 'undefined') return `\`${path}\` is missing`
  return path === '' ? issue.message : `\`${path}\` ${issue.message}`
}

function unknownOption(path: string): string {
  const name = path.slice(path.lastIndexOf('.') + 1)
  const known = path.startsWith('features.') ? Object.keys(features) : Object.keys(configEntries)
  const near = known.find((candidate) => isNear(candidate.toLowerCase(), name.toLowerCase()))
  return `\`${path}\` is not an option${near === undefined ? '' : `; did you mean \`${near}\`?`}`
}

/** Whether one text becomes the other by at most two insertions, deletions or replacements. */
function isNear(a: string, b: string, budget = 2): boolean {
  if (a === b) return true
  if (budget === 0 || a === '' || b === '') return Math.max(a.length, b.length) <= budget
  if (a[0] === b[0]) return isNear(a.slice(1), b.slice(1), budget)
  return (
    isNear(a.slice(1), b, budget - 1) ||
    isNear(a, b.slice(1), budget - 1) ||
    isNear(a.slice(1), b.slice(1), budget - 1)
  )
}
