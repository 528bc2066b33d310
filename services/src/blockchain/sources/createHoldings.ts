import type { CaipNetworkId } from 'latchkey/protocol'
import { getAddress } from 'viem'
import { NodeError } from '../../outbound/post.js'
import type { Context } from '../../shared/context.js'
import type { Hex } from '../history/Entry.js'
import { isImitation, isLure } from '../history/isSpam.js'
import type { Facts } from '../history/Known.js'
import { createKeep } from '../keep.js'
import { nativeCoinOf } from '../nativeCoin.js'
import type { TokenDetails } from '../tokenDetails.js'
import type { Token } from '../tokens.js'
import { createAskInOrder, type Supplied } from './askInOrder.js'
import { createSuppliers } from './createSuppliers.js'
import type { Held } from './Supplier.js'

/** How long an indexer's answer is cached, in milliseconds, and for how many accounts. */
const maxAge = 30_000
const maxAccounts = 1_000
/** How long balances wait for an indexer, in milliseconds. A later answer is there for the next request. */
const patience = 2_000
/** Most tokens beside the list, and most of them whose contracts are read for one request. */
const tokenLimit = 500
const contractsAtOnce = 20

/** What indexers say that accounts hold on one chain. */
export type Holdings = {
  /**
   * `undefined` if no indexer answers in time.
   *
   * @param isForced Asks even if the cached answer is fresh, which stands in where no indexer answers.
   */
  of(owner: Hex, isForced: boolean): Promise<Supplied<Held> | undefined>
  /**
   * The tokens beside the list that can be shown, with their amounts. What an indexer does not say of a token is read from
   * its contract; the next request finds what was read too late, and more of many tokens. `isCut`: the account holds more.
   */
  unlisted(holdings: Held): Promise<{ readonly tokens: readonly Unlisted[]; readonly isCut: boolean }>
}

type Unlisted = { readonly token: Hex; readonly units: bigint; readonly facts: Shown }
type Shown = { readonly name: string; readonly symbol: string; readonly decimals: number }
type Chain = { readonly chainId: CaipNetworkId; readonly details: Pick<TokenDetails, 'of'> }

export function createHoldings(context: Context, { chainId, details }: Chain): Holdings {
  const { clock, settings } = context
  const suppliers = createSuppliers(context, chainId, new AbortController().signal)
  const ask = createAskInOrder(context, chainId, suppliers)
  const kept = createKeep<Supplied<Held> | undefined>(context, {
    ageOf: (value) => (value === undefined ? 0 : maxAge),
    limit: maxAccounts,
  })
  const listed = settings.tokens.filter((token) => token.chainId === chainId)
  const addresses = new Set(listed.map(({ address }) => address.toLowerCase()))
  const reserved: readonly Token[] = [nativeCoinOf(chainId, settings.tokens), ...listed]
  const symbols = reserved.map(({ symbol }) => symbol)

  /** Resolves with `undefined` after `patience`; the work goes on. */
  function inTime<value>(work: Promise<value>): Promise<value | undefined> {
    let cancel = () => {}
    const late = new Promise<undefined>((resolve) => {
      cancel = clock.setTimeout(() => resolve(undefined), patience)
    })
    return Promise.race([work, late]).finally(() => cancel())
  }

  /** Reads what the contracts of tokens say of themselves. */
  async function readFacts(tokens: readonly Hex[]): Promise<ReadonlyMap<Hex, Facts>> {
    if (tokens.length === 0) return new Map()
    const work = details
      .of(
        tokens.map((token) => getAddress(token)),
        contractsAtOnce,
      )
      .catch((error: unknown) => {
        if (error instanceof NodeError) return undefined
        throw error
      })
    const found = await inTime(work)
    return new Map([...(found ?? [])].map(([address, token]) => [address.toLowerCase() as Hex, token]))
  }

  return {
    async of(owner, isForced) {
      if (!suppliers.some(({ holdings }) => holdings !== undefined)) return undefined
      const account = owner.toLowerCase() as Hex
      const last = kept.fresh(account)
      const load = () =>
        ask.first('balances', ({ holdings }) =>
          holdings === undefined ? undefined : () => holdings(account),
        )
      return (await inTime(kept.get(account, load, isForced))) ?? last
    },
    async unlisted({ items, isCut }) {
      const held = items.flatMap(({ token, units, facts }) =>
        token === undefined || addresses.has(token) || units <= 0n ? [] : [{ token, units, facts }],
      )
      const unknown = held.flatMap(({ token, facts }) => (facts === undefined ? [token] : []))
      const read = await readFacts(unknown.slice(0, tokenLimit))
      const tokens = held.flatMap(({ token, units, facts = read.get(token) }) => {
        const { name = '', symbol = '', decimals = null } = facts ?? {}
        // A name that lures or imitates has no place beside the visitor's money.
        const isBait = isLure(name) || isLure(symbol) || isImitation(symbol, symbols)
        if (decimals === null || symbol === '' || isBait) return []
        return [{ token, units, facts: { name: name === '' ? symbol : name, symbol, decimals } }]
      })
      return { tokens: tokens.slice(0, tokenLimit), isCut: isCut || tokens.length > tokenLimit }
    },
  }
}
