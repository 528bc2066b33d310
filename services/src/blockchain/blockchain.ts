import {
  type Balance,
  getBalances,
  getFungiblePrices,
  getGasPrice,
  getHistory,
  getLookalikes,
  getSupportedChains,
  postRpc,
} from 'latchkey/protocol'
import { claimBytes } from '../outbound/byteRoom.js'
import { isOfTheClient } from '../outbound/post.js'
import { currentTurn } from '../outbound/turns.js'
import { type App, createApp } from '../shared/app.js'
import { HttpError } from '../shared/HttpError.js'
import { JsonText, route } from '../shared/route.js'
import { createBudgets } from './budget/createBudgets.js'
import { createFollowed } from './budget/createFollowed.js'
import { inBackground, metered, requireCalls } from './budget/meter.js'
import { createChain, orUnreachable, readAddress, served } from './chain.js'
import { readQuantity } from './contracts.js'
import { balancesOfOthers, historyOfOther } from './families/answers.js'
import type { ListingContext } from './families/Family.js'
import { createFamilyChains, routeFamilies } from './families/families.js'
import type { History } from './history/history.js'
import { routeNames } from './names/routeNames.js'
import { routeNfts } from './nfts/routeNfts.js'
import { sharedLinks } from './nfts/sharedLinks.js'
import { createNodes } from './nodes.js'
import { answerPrices } from './prices/answerPrices.js'
import { proxyRpc, rpcBodySize } from './proxy.js'
import { routeSessions } from './sessions/routeSessions.js'
import type { SessionStore } from './sessions/sessionStore.js'

/** How long a cache may keep the list of chains, in seconds; it changes only with the settings. */
const chainsAge = 60
/** Most balances of an answer. */
const mostBalances = 1_000
/** Upper bound of a plausible gas price, in wei. A higher one could spend all of a visitor's balance. */
const gasPriceLimit = 10n ** 18n

/**
 * Reads the chains for the kit (spec §7 "Blockchain API"): account balances, gas prices, and any JSON-RPC request that
 * a node answers. Calls only the configured nodes, and stores only recent answers.
 *
 * @param history The accounts' history; without it the history and collectibles routes do not exist.
 * @param sessions The permissions that accounts gave; without it the service finds none.
 */
export function createBlockchain(
  context: ListingContext,
  history?: History | undefined,
  sessions?: SessionStore | undefined,
): App {
  const app = createApp(context)
  const nodes = createNodes(context)
  const { fetch, openLink } = sharedLinks(context)
  const budgets = createBudgets(context)
  const followed = createFollowed()
  const chains = new Map([...nodes].map(([chainId, own]) => [chainId, createChain(context, own, openLink)]))
  const chainIds = [...nodes.keys()]
  const others = createFamilyChains(context)

  const withSockets = [...others].flatMap(([chainId, { rpc }]) => (rpc?.sockets ? [chainId] : []))

  app.use((_, next) => {
    const caller = context.callers.getStore()
    return caller === undefined ? next() : metered(budgets.meter(caller), next)
  })

  route(
    app,
    getSupportedChains,
    () => ({
      http: [...chainIds, ...others.keys()],
      ws: context.settings.rpcSockets > 0 ? [...chainIds, ...withSockets] : [],
    }),
    { maxAge: chainsAge },
  )

  route(
    app,
    postRpc,
    async ({ query, body, signal, onSent }) => {
      const caller = context.callers.getStore()
      const pass = (weight: number) => caller && budgets.pass(caller, weight)
      const other = others.get(query.chainId)
      if (other !== undefined && other.rpc === undefined) throw notRpc()
      const chain = other?.nodes ?? served(nodes, query.chainId)
      const claim = claimBytes(context, currentTurn(context))
      onSent(claim.release)
      const options = { signal, pass, claim, policy: other?.rpc }
      // These calls count by `pass`, and not as the service's own readings, too.
      const answer = await orUnreachable(inBackground(() => proxyRpc(chain, body, options)))
      const write = other?.rpc?.write
      return write === undefined ? answer : new JsonText(write(answer))
    },
    { bodySize: rpcBodySize },
  )

  route(app, getGasPrice, async ({ query, signal }) => {
    requireCalls()
    const [reply] = await orUnreachable(
      served(nodes, query.chainId).ask([{ method: 'eth_gasPrice' }], signal),
    )
    const price = await orUnreachable(Promise.resolve(reply).then(readQuantity))
    if (price > gasPriceLimit) throw new HttpError('CHAIN_UNREACHABLE', { details: 'no sound gas price' })
    return {
      standard: String(price),
      fast: String((price * 12n) / 10n),
      instant: String((price * 15n) / 10n),
    }
  })

  route(app, getBalances, async ({ params, query, setHeader }) => {
    const isForced = query.forceUpdate !== undefined && query.forceUpdate !== 'false'
    const asked = { address: params.address, chainId: query.chainId, isForced }
    const ofOthers = others.size > 0 && (await orUnreachable(balancesOfOthers(others, asked)))
    if (ofOthers) {
      setHeader('x-source', 'chain')
      return { balances: [...ofOthers] }
    }
    const owner = readAddress(params.address)
    if (query.chainId !== undefined) {
      const { balances } = served(chains, query.chainId)
      const answer = await orUnreachable(balances.of(owner, isForced))
      setHeader('x-source', answer.sources.join(', '))
      return told(answer.balances, answer.isCut, setHeader)
    }
    // All chains: a failing chain must not hide the balances on the others.
    const parts = await Promise.allSettled(
      [...chains.values()].map(({ balances }) => balances.of(owner, isForced)),
    )
    const refused = parts.find(isRefusal)
    if (refused !== undefined) return orUnreachable(Promise.reject(refused.reason))
    const answered = parts.flatMap((part) => (part.status === 'fulfilled' ? [part.value] : []))
    if (answered.length === 0 && parts.length > 0) throw new HttpError('CHAIN_UNREACHABLE')
    setHeader('x-source', [...new Set(answered.flatMap(({ sources }) => sources))].join(', '))
    const held = answered.flatMap(({ balances }) => balances)
    const isCut = held.length > mostBalances || answered.some(({ isCut }) => isCut)
    return told(held.slice(0, mostBalances), isCut, setHeader)
  })

  route(app, getFungiblePrices, async ({ body, setHeader }) => {
    const { sources, fungibles } = await orUnreachable(answerPrices({ chains, others }, body))
    if (sources.length > 0) setHeader('x-source', sources.join(', '))
    return { fungibles }
  })
  if (history !== undefined) {
    route(app, getHistory, async ({ params, query: { chainId, cursor, onramp }, setHeader }) => {
      const other = chainId === undefined ? undefined : others.get(chainId)
      if (other !== undefined) {
        setHeader('x-source', other.history?.source ?? 'chain')
        return orUnreachable(historyOfOther(other, { address: params.address, cursor, onramp }))
      }
      const owner = readAddress(params.address)
      if (chainId !== undefined) served(nodes, chainId)
      // No purchases are made through this service.
      if (onramp !== undefined) return { data: [], next: null }
      followed.admit(owner, chainId === undefined ? chainIds : [chainId])
      const { sources, ...page } = await orUnreachable(history.page(owner, { chainId, cursor }))
      if (sources.length > 0) setHeader('x-source', sources.join(', '))
      return page
    })
    route(app, getLookalikes, async ({ params, query: { chainId, start, end } }) => {
      const isOfOther = [...others.values()].some((chain) => chain.toAddress(params.address) !== undefined)
      // Nobody keeps whom an account of another family has paid.
      if (isOfOther) return { addresses: [] }
      const owner = readAddress(params.address)
      if (chainId !== undefined) served(nodes, chainId)
      return orUnreachable(history.lookalikes(owner, { chainId, start, end }))
    })
  }
  routeFamilies(app, context, { budgets, chains: others })
  routeNames(app, context, { chains, fetch, openLink })
  routeNfts(app, context, { chains, history, followed, others })
  if (sessions !== undefined) routeSessions(app, context, { chains, sessions })
  return app
}

/** Says in the answer whether the account holds more, and in a header for programs that read only those. */
function told(balances: Balance[], isCut: boolean, setHeader: (name: string, value: string) => void) {
  if (isCut) setHeader('x-more', 'tokens')
  return { balances, ...(isCut && { isCut }) }
}

function notRpc(): HttpError {
  return new HttpError('INVALID_QUERY', { details: 'chainId: nodes of this chain speak no JSON-RPC' })
}

/** Returns whether the client was over its limit. That must not look like an account without coins on a chain. */
function isRefusal(part: PromiseSettledResult<unknown>): part is PromiseRejectedResult {
  if (part.status === 'fulfilled') return false
  const { reason } = part
  return isOfTheClient(reason) || (reason instanceof HttpError && reason.code === 'RATE_LIMITED')
}
