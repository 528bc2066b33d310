import type { CaipNetworkId } from 'latchkey/protocol'

const sourceKinds = ['etherscan', 'blockscout', 'alchemy', 'goldrush'] as const
export type SourceKind = (typeof sourceKinds)[number]

/** An indexer of one chain. */
export type SourceEntry = {
  readonly chainId: CaipNetworkId
  readonly kind: SourceKind
  /** Calls per second that the indexer allows. */
  readonly perSecond: number
  readonly url: string
}

/**
 * What the free plans allow, by the documentation of each (November 2026). Alchemy counts compute units: 330 a second, of
 * which one page of transfers takes 120 to 150.
 */
const usualRates: { readonly [kind in SourceKind]: number } = {
  etherscan: 3,
  blockscout: 3,
  alchemy: 2,
  goldrush: 4,
}

const pattern = new RegExp(
  `^(eip155:[1-9]\\d{0,15})=(${sourceKinds.join('|')})(?:@(\\d{1,4}(?:\\.\\d{1,2})?))?:(https?://\\S+)$`,
)

/** Reads an entry such as `eip155:1=etherscan@5:https://…`; `undefined` for any other text. */
export function readSourceEntry(text: string): SourceEntry | undefined {
  const [, chainId, kind, rate, url = ''] = pattern.exec(text) ?? []
  if (chainId === undefined || !isKind(kind) || !URL.canParse(url)) return undefined
  const { username, password, searchParams } = new URL(url)
  // `fetch` refuses addresses with a user name or password.
  if (`${username}${password}` !== '') return undefined
  // An address that names its chain must name this one.
  const named = searchParams.get('chainid') ?? searchParams.get('chain_id')
  if (named !== null && `eip155:${named}` !== chainId) return undefined
  const perSecond = rate === undefined ? usualRates[kind] : Number(rate)
  return perSecond > 0 ? { chainId: chainId as CaipNetworkId, kind, perSecond, url } : undefined
}

export function isSourceEntry(text: string): text is string {
  return readSourceEntry(text) !== undefined
}

const dayPattern = new RegExp(`^(${sourceKinds.join('|')})=[1-9]\\d{0,9}$`)

/** Whether a text says how many calls a day a kind of indexer allows, like `etherscan=100000`. */
export function isDayEntry(text: string): text is string {
  return dayPattern.test(text)
}

/** An indexer that is asked for prices. `network` is what Alchemy calls the chain. */
export type PriceEntry = SourceEntry & { readonly network: string }

/** Reads an entry such as `eip155:1=alchemy:https://api.g.alchemy.com/prices/v1/KEY?network=eth-mainnet`. */
export function readPriceEntry(text: string): PriceEntry | undefined {
  const entry = readSourceEntry(text) ?? readSolanaEntry(text)
  if (entry === undefined || (entry.kind !== 'alchemy' && entry.kind !== 'goldrush')) return undefined
  const network = new URL(entry.url).searchParams.get('network') ?? ''
  const isNamed = entry.kind === 'goldrush' || /^[a-z0-9-]{1,40}$/.test(network)
  return isNamed ? { ...entry, network } : undefined
}

/** Alchemy knows prices of Solana's tokens by their mints, too. */
function readSolanaEntry(text: string): SourceEntry | undefined {
  const [, chainId, rest] = /^(solana:[1-9A-HJ-NP-Za-km-z]{32})=(alchemy[@:].+)$/.exec(text) ?? []
  const entry = rest === undefined ? undefined : readSourceEntry(`eip155:1=${rest}`)
  return entry && { ...entry, chainId: chainId as CaipNetworkId }
}

export function isPriceEntry(text: string): text is string {
  return readPriceEntry(text) !== undefined
}

/** Returns the indexers of a chain in the order of the settings; those of the older setting come last. */
export function sourceEntriesOf(
  {
    sources,
    historySources,
  }: { readonly sources: readonly string[]; readonly historySources: readonly string[] },
  chainId: CaipNetworkId,
): readonly SourceEntry[] {
  const older = historySources.map((entry) => entry.replace('=', '=etherscan:'))
  return [...sources, ...older]
    .flatMap((text) => readSourceEntry(text) ?? [])
    .filter((entry) => entry.chainId === chainId)
}

function isKind(text: string | undefined): text is SourceKind {
  return sourceKinds.some((kind) => kind === text)
}
