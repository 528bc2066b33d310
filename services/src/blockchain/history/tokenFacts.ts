import type { CaipNetworkId } from 'latchkey/protocol'
import { NodeError } from '../../outbound/post.js'
import type { Clock } from '../../shared/clock.js'
import { dataOf, shortAnswer, type Told, type ToldContracts, wordOf } from '../contracts.js'
import { readText } from '../readText.js'
import type { Token } from '../tokens.js'
import type { Hex } from './Entry.js'
import type { HistoryStore } from './historyStore.js'
import type { Facts } from './Known.js'

/** A token's details, and whether the operator's list contains it. */
export type TokenFacts = Facts & { readonly iconUrl: string; readonly isListed: boolean }

/** Most contracts read for one page: an account that received thousands of new tokens must not keep the nodes busy. */
const askLimit = 100
/** `name()`, `symbol()`, `decimals()` */
const questions = ['0x06fdde03', '0x95d89b41', '0x313ce567'] as const
/** Most decimals accepted; an amount with 255 decimals could not be written. */
const maxDecimals = 36n
/** How long a contract that returned no name or no decimals is not asked again, in milliseconds, and how many are remembered. */
const silentAge = 300_000
const silentLimit = 10_000

/** What such a contract returned. */
export type Silent = { readonly until: number; readonly facts: TokenFacts }

type Sources = {
  readonly chainId: CaipNetworkId
  readonly contracts: Pick<ToldContracts, 'tellApart'>
  readonly store: HistoryStore
  /** The configured tokens of the chain, by lower-case address. */
  readonly listed: ReadonlyMap<Hex, Token>
  readonly clock: Clock
  /** Contracts that did not return everything, and until when they are not asked again; {@link readTokenFacts} fills it. */
  readonly silent: Map<Hex, Silent>
}

/**
 * Returns names, symbols and decimals of tokens and collections: from the token list, else from the contract, read once
 * and stored. Contracts that could not be read are missing from the result, and are asked again with the next page. A
 * contract that returns no name or refuses `decimals()` is asked again only later.
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
      const last = silent.get(token)
      if (last !== undefined && clock.steadyNow() < last.until) found.set(token, last.facts)
      else unknown.push(token)
    } else found.set(token, { ...kept, iconUrl: entry?.iconUrl ?? '', isListed: entry !== undefined })
  }
  const asked = unknown.slice(0, askLimit)
  try {
    // Strangers choose these contracts, so each question is a separate call.
    const told = await contracts.tellApart(
      asked.flatMap((to) => questions.map((data) => ({ to, data }))),
      { longest: shortAnswer },
    )
    const answersOf = (index: number) => told.slice(3 * index, 3 * index + 3)
    // Of a contract of which the node failed to tell a part, nothing is known.
    const read = new Map(
      asked.flatMap((token, index) => {
        const answers = answersOf(index)
        return answers.length < 3 || answers.includes('untold') ? [] : [[token, factsOf(answers)]]
      }),
    )
    const isWhole = (token: Hex, { name, symbol }: Facts) =>
      `${name}${symbol}` !== '' && told[3 * asked.indexOf(token) + 2] !== 'refused'
    await store.addFacts(chainId, new Map([...read].filter(([token, facts]) => isWhole(token, facts))))
    if (silent.size > silentLimit) silent.clear()
    for (const [token, facts] of read) {
      const one: TokenFacts = { ...facts, iconUrl: '', isListed: false }
      if (!isWhole(token, facts)) silent.set(token, { until: clock.steadyNow() + silentAge, facts: one })
      found.set(token, one)
    }
  } catch (error) {
    // The history is useful without token details; the next request asks again.
    if (!(error instanceof NodeError)) throw error
  }
  return found
}

function factsOf(answers: readonly Told[]): Facts {
  const [name, symbol, decimals] = answers.map(dataOf)
  return {
    name: readText(name, 64) ?? '',
    symbol: readText(symbol, 16) ?? '',
    decimals: decimalsOf(decimals),
  }
}

/** Returns 0 for a contract that answers nothing, like a collectible's; `null` for implausible or refused decimals. */
function decimalsOf(data: Hex | undefined): number | null {
  if (data === '0x') return 0
  const decimals = wordOf(data)
  return decimals !== undefined && decimals <= maxDecimals ? Number(decimals) : null
}
