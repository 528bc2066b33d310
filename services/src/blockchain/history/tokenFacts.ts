import type { CaipNetworkId } from 'latchkey/protocol'
import type { Clock } from '../../shared/clock.js'
import { type Contracts, wordOf } from '../contracts.js'
import { NodeError } from '../post.js'
import { readText } from '../readText.js'
import type { Token } from '../tokens.js'
import type { Hex } from './Entry.js'
import type { Facts, HistoryStore } from './historyStore.js'

/** What is known of a token, and whether the operator's list vouches for it. */
export type TokenFacts = Facts & { readonly iconUrl: string; readonly isListed: boolean }

/** Most contracts that are asked for one page: whoever sends thousands of new tokens must not keep the nodes busy. */
const askLimit = 100
/** `name()`, `symbol()`, `decimals()` */
const questions = ['0x06fdde03', '0x95d89b41', '0x313ce567'] as const
/** What no token needs more of; an amount of one with 255 could not even be written. */
const maxDecimals = 36n
/** For how long a silent contract is left alone, in milliseconds, and how many are remembered. */
const silentAge = 300_000
const silentLimit = 10_000
/** A contract that tells nothing: what it moves counts in wholes. */
const nothing: TokenFacts = { name: '', symbol: '', decimals: 0, iconUrl: '', isListed: false }

type Sources = {
  readonly chainId: CaipNetworkId
  readonly contracts: Contracts
  readonly store: HistoryStore
  /** The operator's tokens of the chain, by address in lower case. */
  readonly listed: ReadonlyMap<Hex, Token>
  readonly clock: Clock
  /** Contracts that told nothing of themselves, and until when they are left alone; {@link readTokenFacts} fills it. */
  readonly silent: Map<Hex, number>
}

/**
 * What tokens and collections are called and how they count: by the list of tokens, else as they say themselves, asked
 * once and kept. One that could not be asked is missing. One that says nothing is asked again after a while: a node that
 * fails to call a contract may look the same.
 */
export async function readTokenFacts(
  { chainId, contracts, store, listed, clock, silent }: Sources,
  tokens: readonly Hex[],
): Promise<ReadonlyMap<Hex, TokenFacts>> {
  const found = new Map<Hex, TokenFacts>()
  const unknown: Hex[] = []
  const wanted = [...new Set(tokens)]
  const stored = await store.facts(
    chainId,
    wanted.filter((token) => !listed.has(token)),
  )
  for (const token of wanted) {
    const entry = listed.get(token)
    const kept = entry ?? stored.get(token)
    if (kept === undefined) {
      if (clock.steadyNow() < (silent.get(token) ?? 0)) found.set(token, nothing)
      else unknown.push(token)
    } else found.set(token, { ...kept, iconUrl: entry?.iconUrl ?? '', isListed: entry !== undefined })
  }
  const asked = unknown.slice(0, askLimit)
  try {
    // Strangers name these contracts, so each question stands for itself.
    const answers = await contracts.readApart(asked.flatMap((to) => questions.map((data) => ({ to, data }))))
    const told = new Map(
      asked.map((token, index) => [token, factsOf(answers.slice(3 * index, 3 * index + 3))]),
    )
    const isNamed = ({ name, symbol }: Facts) => `${name}${symbol}` !== ''
    await store.addFacts(chainId, new Map([...told].filter(([, facts]) => isNamed(facts))))
    if (silent.size > silentLimit) silent.clear()
    for (const [token, facts] of told) {
      if (!isNamed(facts)) silent.set(token, clock.steadyNow() + silentAge)
      found.set(token, { ...facts, iconUrl: '', isListed: false })
    }
  } catch (error) {
    // The history is worth showing without them; the next time they are asked again.
    if (!(error instanceof NodeError)) throw error
  }
  return found
}

function factsOf([name, symbol, decimals]: readonly (Hex | undefined)[]): Facts {
  return {
    name: readText(name, 64) ?? '',
    symbol: readText(symbol, 16) ?? '',
    decimals: decimalsOf(decimals),
  }
}

/** A token without decimals counts in wholes, as collectibles do; with absurd ones it cannot be shown. */
function decimalsOf(data: Hex | undefined): number | null {
  if (data === undefined || data === '0x') return 0
  const decimals = wordOf(data)
  return decimals !== undefined && decimals <= maxDecimals ? Number(decimals) : null
}
