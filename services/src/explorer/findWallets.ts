import type { Wallet } from 'latchkey/protocol'

/** The conditions of `GET /getWallets`. All given conditions must hold; an empty list is no condition. */
export type WalletQuery = {
  /** From 1. */
  readonly page: number
  readonly entries: number
  readonly include?: readonly string[] | undefined
  readonly exclude?: readonly string[] | undefined
  /** A wallet matches if it supports one of these chains. */
  readonly chains?: readonly string[] | undefined
  /** A part of the name, ignoring case. */
  readonly search?: string | undefined
  readonly badge_type?: Wallet['badge_type'] | undefined
}

export type FindWallets = (query: WalletQuery) => { readonly data: Wallet[]; readonly count: number }

/**
 * Sorts wallets once and answers queries on them. `count` is the number of all matches, on every page.
 *
 * Sorts by `order` (wallets without one last), then by name, then by id, so the order is stable between pages. In a
 * search, names that begin with the text come first.
 */
export function indexWallets(wallets: readonly Wallet[]): FindWallets {
  const rows = [...wallets].sort(compare).map((wallet) => ({
    wallet,
    chains: new Set<string>(wallet.chains),
    name: fold(wallet.name),
  }))
  return ({ page, entries, include, exclude, chains, search, badge_type }) => {
    const wanted = new Set(include)
    const unwanted = new Set(exclude)
    const networks = chains ?? []
    const words = fold(search ?? '')
    const matches = rows.filter(
      (row) =>
        (wanted.size === 0 || wanted.has(row.wallet.id)) &&
        !unwanted.has(row.wallet.id) &&
        (networks.length === 0 || networks.some((network) => row.chains.has(network))) &&
        (badge_type === undefined || row.wallet.badge_type === badge_type) &&
        row.name.includes(words),
    )
    const ranked =
      words === ''
        ? matches
        : [
            ...matches.filter((row) => row.name.startsWith(words)),
            ...matches.filter((row) => !row.name.startsWith(words)),
          ]
    const start = (page - 1) * entries
    return {
      data: ranked.slice(start, start + entries).map(({ wallet }) => wallet),
      count: matches.length,
    }
  }
}

function compare(a: Wallet, b: Wallet): number {
  const byOrder = (a.order ?? Number.POSITIVE_INFINITY) - (b.order ?? Number.POSITIVE_INFINITY)
  // `Infinity - Infinity` is `NaN`: neither wallet has an order.
  if (byOrder !== 0 && !Number.isNaN(byOrder)) return byOrder
  return compareTexts(a.name, b.name) || compareTexts(a.id, b.id)
}

// Compares by code units, not by locale, so that all machines sort alike.
function compareTexts(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** Normalises a name for search: ignores case, accents and surrounding white space. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .trim()
}
