import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Config, Features } from './Config.js'
import { problemsOf } from './configChecks.js'

// Every option has its effect, and a test of it. An option without a row here does not compile; a row that names a test that
// is not there, or says "later" of an option that has come, fails.

type Option = Exclude<keyof Config, 'features'> | `features.${keyof Features}`

/** The file, and words of the test's name. `later`: a value that has no effect yet. */
type Row = readonly [file: string, words: string] | { readonly later: unknown }

const screens = 'react/modal/screenOptions.test.tsx'
const everyOption = 'features/options/everyOption.test.ts'

const tests: { readonly [name in Option]: Row } = {
  projectId: ['createKit.test.ts', 'without a project id and without services'],
  services: ['core/resolveConfig.test.ts', 'one origin serves everything'],
  metadata: ['react/views/SIWXSignMessage/SIWXSignMessage.test.tsx', 'says who asks and why'],
  networks: ['core/resolveConfig.test.ts', 'a viem chain is a network'],
  defaultNetwork: ['core/resolveConfig.test.ts', 'the first network is the default one'],
  adapters: ['createKit.test.ts', 'wallets that are found are on the screen'],
  connectors: ['createKit.test.ts', 'wallets of the host’s own come first'],
  customRpcUrls: ['core/resolveConfig.test.ts', 'custom RPC addresses come first'],
  allWallets: ['features/wallets/isAllWalletsOffered.test.ts', 'allWallets: %s is offered on'],
  includeWalletIds: ['features/wallets/fetchWallets.test.ts', 'asks for what the host allows'],
  excludeWalletIds: ['features/wallets/fetchWallets.test.ts', 'what the host excludes is known by name too'],
  featuredWalletIds: ['features/wallets/fetchWallets.test.ts', 'the host’s own come in its order'],
  customWallets: ['features/wallets/connectGroups.test.ts', 'by default'],
  tokens: ['features/account/fetchBalance.test.ts', 'of the token that the host names'],
  termsConditionsUrl: [screens, 'termsConditionsUrl and privacyPolicyUrl'],
  privacyPolicyUrl: [screens, 'termsConditionsUrl and privacyPolicyUrl'],
  chainImages: ['core/resolveConfig.test.ts', 'chainImages: another picture'],
  connectorImages: [everyOption, '%s counts once it is changed'],
  locale: ['features/locale/locale.test.ts', 'the config’s language goes before the visitor’s'],
  texts: ['features/locale/locale.test.ts', 'under the host’s own words'],
  themeMode: ['features/theme/setTheme.test.ts', 'dark, unless the host says otherwise'],
  themeVariables: ['features/theme/setTheme.test.ts', 'tokens are set over those that are set'],
  enableEIP6963: ['createKit.test.ts', 'looks for wallets, with what the host allows'],
  enableInjected: ['createKit.test.ts', 'looks for wallets, with what the host allows'],
  enableWalletConnect: ['createKit.test.ts', 'the connection protocol: %s'],
  enableWallets: ['features/wallets/connectGroups.test.ts', 'without wallets: none at all'],
  enableWalletGuide: [screens, 'enableWalletGuide: the way to learn'],
  enableNetworkSwitch: [screens, 'enableNetworkSwitch: the account’s head'],
  enableReconnect: ['createKit.test.ts', 'a stored connection is not restored'],
  enableAuthLogger: { later: true },
  enableEmbedded: ['mount/mount.test.tsx', 'embedded, it is in its place from the start'],
  disableAppend: [screens, 'disableAppend: the modal is where the host puts it'],
  allowUnsupportedChain: ['features/modal/watchConnection.test.ts', 'does not open where %s'],
  manualWCControl: ['features/connection/openPairing.test.ts', 'a host that runs the protocol itself'],
  debug: ['features/notify/showAlert.test.ts', 'only where debug is on'],
  siwx: ['features/siwx/siwx.test.ts', 'an account without a session is asked to sign'],
  siweConfig: ['features/siwx/siwx.test.ts', 'the older form, `siweConfig`'],
  defaultAccountTypes: { later: { eip155: 'eoa' } },
  storage: ['core/storage.test.ts', 'what is written is read'],
  initialState: ['react/buttons/server.test.tsx', 'what a server knows by cookies'],
  clock: ['features/account/fetchBalance.test.ts', 'asked once in that time, and anew after it'],
  'features.analytics': ['features/analytics/startAnalytics.test.ts', 'the project is asked once'],
  'features.email': { later: true },
  'features.socials': { later: ['x'] },
  'features.swaps': { later: true },
  'features.onramp': { later: true },
  'features.send': ['features/account/walletFeatures.test.ts', 'features.send: false'],
  'features.receive': ['features/account/walletFeatures.test.ts', 'features.receive: false'],
  'features.history': [screens, 'features.history: the account has a tab'],
  'features.allWallets': ['features/wallets/isAllWalletsOffered.test.ts', 'not without %s'],
  'features.connectMethodsOrder': ['features/wallets/connectMethods.test.ts', 'the host’s order rules'],
  'features.walletFeaturesOrder': ['features/account/walletFeatures.test.ts', 'unless walletFeaturesOrder'],
  'features.connectorTypeOrder': ['features/wallets/connectGroups.test.ts', 'as the host has it'],
  'features.collapseWallets': ['react/views/Connect/Connect.test.tsx', 'one button in place of the list'],
  'features.legalCheckbox': ['react/views/Connect/Connect.test.tsx', 'nobody gets past it'],
}

test.each(Object.entries(tests))(
  '%s has its effect and a test, or says that it has none yet',
  (name, row) => {
    const [group, feature] = name.split('.') as [string, string | undefined]
    const isLater = 'later' in row
    const value = isLater ? row.later : true
    const said = problemsOf(feature === undefined ? { [group]: value } : { [group]: { [feature]: value } })
    expect(said.includes(`\`${name}\` has no effect yet`)).toBe(isLater)
    if (isLater) return
    const [file, words] = row
    const source = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')
    // The words stand in the name of a test or of a group of them, not in a comment.
    const names =
      source.match(/\b(?:test|describe)(?:\.each\([\s\S]*?\]\s*(?:as const)?,?\s*\))?\(\s*(['"`]).*?\1,/g) ??
      []
    expect(names.filter((each) => each.includes(words))).not.toEqual([])
  },
)
