import type { CaipNetworkId } from 'latchkey/protocol'
import { type Hex, toFunctionSelector } from 'viem'
import type { Context } from '../shared/context.js'
import { requireCalls } from './budget/meter.js'
import { type Contracts, shortAnswer, wordOf } from './contracts.js'
import { nativeCoinOf } from './nativeCoin.js'
import { readText } from './readText.js'
import { nativeAddress, type Token } from './tokens.js'

type Address = `0x${string}`

/** How long a contract's own details are cached, in milliseconds, and for how many contracts. */
const maxAge = 3_600_000
/** The same for a contract that is no token: a node that fails to call one looks like that. */
const failureAge = 300_000
const maxEntries = 5_000
/** Most contracts read at once: a request for thousands must not keep the nodes busy. */
const askLimit = 50
/** Most decimals accepted; an amount with 255 decimals could not be written. */
const maxDecimals = 36n

const questions = ['name()', 'symbol()', 'decimals()'].map((signature) => toFunctionSelector(signature))

/** Reads names, symbols and decimals of one chain's tokens. */
export type TokenDetails = {
  /**
   * Returns details by checksummed address, from the token list or else from the contract. Omits contracts that do not
   * answer like a token, and unknown contracts beyond the first fifty. `nativeAddress` is the chain's own coin.
   *
   * @param limit Most contracts that are read now.
   * @throws `NodeError`
   */
  of(addresses: readonly Address[], limit?: number | undefined): Promise<ReadonlyMap<Address, Token>>
}

export function createTokenDetails(
  { settings, clock }: Context,
  chainId: CaipNetworkId,
  contracts: Contracts,
): TokenDetails {
  const listed = new Map(
    settings.tokens.filter((token) => token.chainId === chainId).map((token) => [token.address, token]),
  )
  listed.set(nativeAddress, nativeCoinOf(chainId, settings.tokens))
  const kept = new Map<Address, { readonly at: number; readonly token: Token | undefined }>()

  function known(address: Address): { readonly token: Token | undefined } | undefined {
    const token = listed.get(address)
    if (token !== undefined) return { token }
    const entry = kept.get(address)
    if (entry === undefined) return undefined
    const age = entry.token === undefined ? failureAge : maxAge
    return clock.steadyNow() - entry.at < age ? entry : undefined
  }

  return {
    async of(addresses, limit = askLimit) {
      const unknown = [...new Set(addresses)].filter((address) => known(address) === undefined)
      const open = unknown.slice(0, limit)
      if (open.length > 0) requireCalls()
      // Strangers name these contracts, so each question stands for itself.
      const answers = await contracts.readApart(
        open.flatMap((to) => questions.map((data) => ({ to, data }))),
        { longest: shortAnswer },
      )
      if (kept.size + open.length > maxEntries) kept.clear()
      for (const [index, address] of open.entries()) {
        const token = readToken(chainId, address, answers.slice(3 * index, 3 * index + 3))
        kept.set(address, { at: clock.steadyNow(), token })
      }
      return new Map(
        addresses.flatMap((address) => {
          const token = known(address)?.token
          return token === undefined ? [] : [[address, token]]
        }),
      )
    },
  }
}

function readToken(
  chainId: CaipNetworkId,
  address: Address,
  [name, symbol, decimals]: readonly (Hex | undefined)[],
): Token | undefined {
  const count = wordOf(decimals)
  const shown = { name: readText(name, 64), symbol: readText(symbol, 16) }
  if (count === undefined || count > maxDecimals || shown.symbol === undefined) return undefined
  return {
    chainId,
    address,
    name: shown.name ?? shown.symbol,
    symbol: shown.symbol,
    decimals: Number(count),
    iconUrl: '',
  }
}
