import type { Wallet } from 'latchkey/protocol'

/** What `GET /getWallets` may ask; all given conditions must hold, and an empty list is none. */
export type WalletQuery = {
  /** From 1. */
  readonly page: number
  readonly entries: number
  readonly include?: readonly string[] | undefined
  readonly exclude?: readonly string[] | undefined
  /** A wallet matches if it works on one of them. */
  readonly chains?: readonly string[] | undefined
  /** A part of the name, in any case. */
  readonly search?: string | undefined
  readonly badge_type?: Wallet['badge_type'] | undefined
}

export type FindWallets = (query: WalletQuery) => { readonly data: Wallet[]; readonly count: number }

/**
 * Puts wallets in order once and answers queries on them. `count` is the number of all matches, on whatever page.
 *
 * The order is by `order` (those without one last), then by name, then by id: it never changes between pages. Under a
 * search, names that begin with the words come before those that merely hold them.
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
  // Infinity minus itself is not a number: neither has an order.
  if (byOrder !== 0 && !Number.isNaN(byOrder)) return byOrder
  return compareTexts(a.name, b.name) || compareTexts(a.id, b.id)
}

// By code units and not by locale, so that two machines agree.
function compareTexts(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** A name as it is searched: case, accents and surrounding white space do not count. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .trim()
}
