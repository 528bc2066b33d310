import type { WalletGroup } from '../../core/Config.js'
import type { ConnectorInfo } from '../../core/connector.js'
import type { Options } from '../../core/options.js'
import type { Wallet } from '../../protocol/entities/Wallet.js'
import type { State } from '../Kit.js'
import { walletConnectId } from '../walletConnectId.js'

/** A line of the connect screen: a wallet in this page, or a wallet reached over the connection protocol. */
export type WalletChoice =
  | {
      readonly type: 'connector'
      readonly connector: ConnectorInfo
      readonly wallet?: Wallet | undefined
      /** The same wallet's connectors for other chain families. */
      readonly others?: readonly ConnectorInfo[] | undefined
    }
  | { readonly type: 'wallet'; readonly wallet: Wallet }

type ConnectorChoice = Extract<WalletChoice, { readonly type: 'connector' }>

export type WalletGroupChoices = { readonly group: WalletGroup; readonly choices: readonly WalletChoice[] }

type Context = { readonly isMobile: boolean }

/** The order of spec §2 "Connect screen". */
const defaultOrder: readonly WalletGroup[] = [
  'walletConnect',
  'recent',
  'injected',
  'featured',
  'custom',
  'external',
  'recommended',
]

/**
 * The wallets of the connect screen, in ordered groups, each wallet once: an installed wallet is not listed again as
 * featured or recommended. Groups without a wallet are left out.
 */
export function connectGroups(state: State, { isMobile }: Context): readonly WalletGroupChoices[] {
  const { options } = state
  if (options.enableWallets === false) return []
  const visible = visibleConnectors(state, isMobile)
  const injected = visible.filter(({ type }) => type !== 'WALLET_CONNECT' && type !== 'EXTERNAL')
  const recent = state.wallets.recent.filter((wallet) => isAllowed(wallet, options))
  const installed = mergeFamilies(injected)
  const shown = { connectors: visible, wallets: recent }
  const custom = (options.customWallets ?? []).filter((wallet) => isNew(wallet, shown)).map(toChoice)
  const featured = state.wallets.featured.wallets.filter((wallet) => isNew(wallet, shown)).map(toChoice)
  // Spec §3.2 of the public behaviour: two lines in all, and none if the host has its own featured or custom wallets.
  const room = Math.max(0, 2 - (injected.length + recent.length))
  const hasOwn = (options.featuredWalletIds?.length ?? 0) > 0 || (options.customWallets?.length ?? 0) > 0
  const recommended = hasOwn ? [] : state.wallets.recommended.wallets.filter((wallet) => isNew(wallet, shown))
  const isConnectedByProtocol = state.connection.connections[walletConnectId] !== undefined

  const groups: { readonly [group in WalletGroup]: readonly WalletChoice[] } = {
    walletConnect:
      isMobile || isConnectedByProtocol ? [] : visible.filter(isType('WALLET_CONNECT')).map(fromConnector),
    recent: recent.map((wallet) => recentChoice(wallet, installed)),
    injected: installed.filter((choice) => !recent.some((wallet) => isOneOf(choice, wallet))),
    featured,
    custom,
    external: visible.filter(isType('EXTERNAL')).map(fromConnector),
    recommended: recommended.slice(0, room).map(toChoice),
  }
  const order = options.features?.connectorTypeOrder ?? defaultOrder
  return order.map((group) => ({ group, choices: groups[group] })).filter(({ choices }) => choices.length > 0)
}

/** The connectors that a visitor may be offered (spec §5 "Wallet filtering"). */
export function visibleConnectors(state: State, isMobile: boolean): readonly ConnectorInfo[] {
  const { connectors } = state.connection
  const hasAnnounced = connectors.some(({ type }) => type === 'ANNOUNCED')
  const { namespace } = state.modal
  return connectors.filter((connector) => {
    if (namespace !== undefined && !connector.namespaces.includes(namespace)) return false
    // Visitors log in to the embedded wallet; it is no wallet of theirs to choose.
    if (connector.type === 'AUTH' || isExcluded(connector, state)) return false
    if (connector.type !== 'INJECTED' || connector.rdns !== undefined) return true
    // "Browser Wallet" adds nothing once the wallets of the page have announced themselves.
    return !hasAnnounced || isMobile
  })
}

/** Whether the host allows a wallet: it is on the host's list, if there is one, and not excluded. */
function isAllowed(wallet: Wallet, { includeWalletIds, excludeWalletIds }: Options): boolean {
  if (excludeWalletIds?.includes(wallet.id)) return false
  return includeWalletIds === undefined || includeWalletIds.includes(wallet.id)
}

/** Whether a wallet of the explorer and a connector of the page are one wallet. */
export function isSameWallet(wallet: Wallet, connector: ConnectorInfo): boolean {
  if (connector.explorerId === wallet.id || connector.id === wallet.id) return true
  return wallet.rdns !== undefined && wallet.rdns === connector.rdns
}

// Compares rdns and name without case (spec §5), so that an excluded wallet is not listed when it is installed.
function isExcluded(connector: ConnectorInfo, state: State): boolean {
  const name = connector.name.toLowerCase()
  return state.wallets.excluded.some(
    (wallet) => isSameWallet(wallet, connector) || wallet.name.toLowerCase() === name,
  )
}

function isNew(
  wallet: Wallet,
  shown: { readonly connectors: readonly ConnectorInfo[]; readonly wallets: readonly Wallet[] },
): boolean {
  if (shown.wallets.some(({ id }) => id === wallet.id)) return false
  return !shown.connectors.some((connector) => isSameWallet(wallet, connector))
}

// A recent wallet that is installed here connects in the page, not over the protocol.
function recentChoice(wallet: Wallet, installed: readonly ConnectorChoice[]): WalletChoice {
  const choice = installed.find((candidate) => isOneOf(candidate, wallet))
  return choice === undefined ? { type: 'wallet', wallet } : { ...choice, wallet }
}

/** Whether a choice is this wallet, by the connector of any of its chain families. */
function isOneOf({ connector, others = [] }: ConnectorChoice, wallet: Wallet): boolean {
  return [connector, ...others].some((candidate) => isSameWallet(wallet, candidate))
}

/**
 * Makes one line of a wallet that has a connector for each of several chain families: connectors with the same name and
 * no family in common (spec §5). Two connectors of one family with the same name are two wallets, and neither is known to
 * be the one of the other families.
 */
function mergeFamilies(connectors: readonly ConnectorInfo[]): readonly ConnectorChoice[] {
  const merged: [ConnectorInfo, ...ConnectorInfo[]][] = []
  for (const connector of connectors) {
    const same = merged.find(
      (group) =>
        group.some((other) => familyName(other) === familyName(connector)) &&
        group.every((other) => !other.namespaces.some((name) => connector.namespaces.includes(name))),
    )
    if (same === undefined) merged.push([connector])
    else same.push(connector)
  }
  return merged.map(([connector, ...others]) => ({
    ...fromConnector(connector),
    ...(others.length > 0 && { others }),
  }))
}

function familyName({ id, name, isAmbiguous }: ConnectorInfo): string {
  return isAmbiguous ? id : name.toLowerCase().replace(/ wallet$/, '')
}

function fromConnector(connector: ConnectorInfo): ConnectorChoice {
  return { type: 'connector', connector }
}

function toChoice(wallet: Wallet): WalletChoice {
  return { type: 'wallet', wallet }
}

function isType(type: ConnectorInfo['type']) {
  return (connector: ConnectorInfo) => connector.type === type
}
