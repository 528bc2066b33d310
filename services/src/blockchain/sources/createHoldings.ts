import type { Context } from '../../shared/context.js'
import type { Hex } from '../history/Entry.js'
import { isImitation, isLure } from '../history/isSpam.js'
import { createKeep } from '../keep.js'
import { nativeCoinOf } from '../nativeCoin.js'
import type { Nodes } from '../nodes.js'
import type { Token } from '../tokens.js'
import { createAskInOrder, type Supplied } from './askInOrder.js'
import { createSuppliers } from './createSuppliers.js'
import type { Holding } from './Supplier.js'

/** How long an indexer's answer is cached, in milliseconds, and for how many accounts. */
const maxAge = 30_000
const maxAccounts = 1_000
/** How long balances wait for an indexer, in milliseconds. A later answer is there for the next request. */
const patience = 2_000
/** Most tokens beside the list. */
const tokenLimit = 100

/** What indexers say that accounts hold on one chain. */
export type Holdings = {
  /** `undefined` if no indexer answers in time. */
  of(owner: Hex): Promise<Supplied<readonly Holding[]> | undefined>
  /** The tokens beside the list that can be shown, with their amounts. */
  unlisted(
    holdings: readonly Holding[],
  ): readonly { readonly token: Hex; readonly units: bigint; readonly facts: Shown }[]
}

type Shown = { readonly name: string; readonly symbol: string; readonly decimals: number }

export function createHoldings(context: Context, { chainId }: Pick<Nodes, 'chainId'>): Holdings {
  const { clock, settings } = context
  const suppliers = createSuppliers(context, chainId, new AbortController().signal)
  const ask = createAskInOrder(context, chainId, suppliers)
  const kept = createKeep<Supplied<readonly Holding[]> | undefined>(context, {
    ageOf: (value) => (value === undefined ? 0 : maxAge),
    limit: maxAccounts,
  })
  const listed = settings.tokens.filter((token) => token.chainId === chainId)
  const addresses = new Set(listed.map(({ address }) => address.toLowerCase()))
  const reserved: readonly Token[] = [nativeCoinOf(chainId, settings.tokens), ...listed]
  const symbols = reserved.map(({ symbol }) => symbol)

  return {
    async of(owner) {
      if (!suppliers.some(({ holdings }) => holdings !== undefined)) return undefined
      const account = owner.toLowerCase() as Hex
      const work = kept.get(account, () =>
        ask.first('balances', ({ holdings }) =>
          holdings === undefined ? undefined : () => holdings(account),
        ),
      )
      let cancel = () => {}
      const late = new Promise<undefined>((resolve) => {
        cancel = clock.setTimeout(() => resolve(undefined), patience)
      })
      return Promise.race([work, late]).finally(() => cancel())
    },
    unlisted: (holdings) =>
      holdings
        .flatMap(({ token, units, facts }) => {
          const { name = '', symbol = '', decimals = null } = facts ?? {}
          const isShown =
            token !== undefined && !addresses.has(token) && units > 0n && decimals !== null && symbol !== ''
          // A name that lures or imitates has no place beside the visitor's money.
          const isBait = isLure(name) || isLure(symbol) || isImitation(symbol, symbols)
          if (!isShown || isBait) return []
          return [{ token, units, facts: { name: name === '' ? symbol : name, symbol, decimals } }]
        })
        .slice(0, tokenLimit),
  }
}
