import type { CaipNetworkId } from 'latchkey/protocol'
import type * as v from 'valibot'
import type { Context } from '../../../shared/context.js'
import { createKeep } from '../../keep.js'
import { createOrd } from './ord.js'
import type { coinsSchema } from './paths.js'

/** How many of an address's coins are looked up, the largest first: those are spent first. */
const lookLimit = 100
/** How long an answer waits for that, in milliseconds. Later knowledge is there for the next request. */
const patience = 4_000
/** How long it is kept what a coin holds, in milliseconds, and of how many coins. A new one may not be indexed yet. */
const keptFor = 60_000
const keptCoins = 50_000

type Coins = v.InferOutput<typeof coinsSchema>
type MarkedCoins = readonly (Coins[number] & { readonly collectible?: true | undefined })[]

/**
 * Marks the coins that hold an inscription or a rune, as an API in the shape of `ord` says; `undefined` if the operator
 * has set up none. A coin without a mark may hold one, too: the API may not know, or not answer.
 */
export function createCoinMarks(context: Context, chainId: CaipNetworkId) {
  const ord = createOrd(context, chainId)
  if (ord === undefined) return undefined
  const held = createKeep<boolean>(context, { ageOf: () => keptFor, limit: keptCoins })

  return async (owner: string, coins: Coins): Promise<MarkedCoins> => {
    const marked = new Set<string>()
    const look = async () => {
      // Most addresses for payments have none: one question tells.
      const found = await ord.ofAddress(owner).catch(() => undefined)
      if (found?.hasAny === false) return
      const largest = [...coins].sort((one, other) => other.value - one.value).slice(0, lookLimit)
      const work = largest.map(nameOf).map(async (name) => {
        if (await held.get(name, () => ord.holds(name)).catch(() => false)) marked.add(name)
      })
      await Promise.all(work)
    }
    await new Promise<void>((resolve) => {
      const cancel = context.clock.setTimeout(resolve, patience)
      void look().then(() => {
        cancel()
        resolve()
      })
    })
    return coins.map((coin) => (marked.has(nameOf(coin)) ? { ...coin, collectible: true } : coin))
  }
}

const nameOf = ({ txid, vout }: Coins[number]) => `${txid}:${vout}`
