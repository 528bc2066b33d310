import { contracts, people, tokensOf } from '../../../chains/src/index.js'
import { createBlockchain } from '../blockchain/blockchain.js'
import type { ListingContext } from '../blockchain/families/Family.js'
import { createHistory } from '../blockchain/history/history.js'
import { openSessionStore } from '../blockchain/sessions/sessionStore.js'
import { createContext } from '../shared/context.js'
import { createLog } from '../shared/log.js'
import type { Settings } from '../shared/settings.js'
import { createTestClock } from './createTestClock.js'

const chainId = 'eip155:31337'
/** The visitor's account on the local chains. */
export const owner = people.visitor

/** A request to one route. */
export type Question = { readonly path: string; readonly body?: unknown }
export type Told = {
  readonly status: number
  readonly type: string
  readonly body: unknown
  readonly text: string
}

/** Starts the complete blockchain service on a node, with a test clock. */
export async function startService(
  nodeUrl: string,
  settings: Partial<Settings> = {},
  listed: Pick<ListingContext, 'familyTokens'> = {},
) {
  const clock = createTestClock()
  const lines: string[] = []
  const context = createContext({
    settings: {
      httpBurst: 1_000_000,
      rpcBurst: 1_000_000,
      readBurst: 1_000_000,
      chains: [`${chainId}=${nodeUrl}`],
      ens: [`${chainId}=${contracts.universalResolver}`],
      swapRouters: [`${chainId}=${contracts.router}`],
      stablecoins: [`${chainId}=${contracts.dollar}`],
      tokens: tokensOf(31337).map((token) => ({ ...token, chainId })),
      ...settings,
    },
    log: createLog({ level: 'info', now: () => 0, write: (line) => void lines.push(line) }),
    clock,
    checkAnswers: true,
  })
  const history = await createHistory(context, undefined)
  const sessions = await openSessionStore({})
  const app = createBlockchain({ ...context, ...listed }, history, sessions)

  return {
    clock,
    lines,
    async ask({ path, body }: Question): Promise<Told> {
      const post = { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) }
      const response = await app.request(path, body === undefined ? {} : post)
      const bytes = Buffer.from(await response.arrayBuffer())
      const type = response.headers.get('content-type') ?? ''
      const text = bytes.toString(type.includes('json') ? 'utf8' : 'base64')
      return { status: response.status, type, text, body: type.includes('json') ? JSON.parse(text) : text }
    },
    /** Sends a request with any method. */
    request: (path: string, options: RequestInit) => app.request(path, options),
    /** Sends a request from a client address. */
    requestFrom: (remoteAddress: string, path: string, options: RequestInit = {}) =>
      app.request(path, options, { incoming: { headers: {}, socket: { remoteAddress } } }),
    async close() {
      await history.close()
      await sessions.close()
    },
  }
}
