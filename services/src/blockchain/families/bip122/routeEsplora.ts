import type { Context as HonoContext } from 'hono'
import type { CaipNetworkId } from 'latchkey/protocol'
import * as v from 'valibot'
import { claimBytes } from '../../../outbound/byteRoom.js'
import { isNoReply, type RpcCall } from '../../../outbound/post.js'
import { currentTurn } from '../../../outbound/turns.js'
import type { App, AppEnvironment } from '../../../shared/app.js'
import type { Context } from '../../../shared/context.js'
import { HttpError } from '../../../shared/HttpError.js'
import { readBounded } from '../../../shared/readBounded.js'
import { inBackground } from '../../budget/meter.js'
import { orUnreachable, served } from '../../chain.js'
import type { FamilyChain, Own } from '../Family.js'
import { createCoinMarks } from './markCoins.js'
import { coinsSchema, findPath, get, isPath, sendPath } from './paths.js'
import { weightOf } from './rules.js'
import { longestHex, txidOf } from './txid.js'

const base = '/v1/esplora/:chainId'
/** What it counts against a budget that coins are looked up. */
const markWeight = 2

/**
 * Passes requests on to a chain's servers, in the shape of Esplora's API: `GET /v1/esplora/:chainId/address/…/utxo`, or
 * `…/:chainId/project/:projectId/…` for programs that can only append paths to a base address. The path is checked as it
 * was written, before anything is decoded, and nothing of the query is passed on.
 */
export function routeEsplora(app: App, context: Context, { budgets, chains }: Own): void {
  const ofEsplora = new Map([...chains].filter(([chainId]) => chainId.startsWith('bip122:')))
  if (ofEsplora.size === 0) return
  const marks = new Map([...ofEsplora.keys()].map((chainId) => [chainId, createCoinMarks(context, chainId)]))

  app.get(`${base}/*`, (c) => {
    const [chainId, path] = split(c.req.url)
    const chain = served(ofEsplora, chainId)
    if (!isPath(path, chainId)) throw new HttpError('NOT_FOUND', { details: 'not a path that is passed on' })
    const mark = path.endsWith('/utxo') ? marks.get(chainId) : undefined
    const owner = findPath(path)?.parts[0] ?? ''
    return pass(c, chain, get(path), mark && (async (coins) => mark(owner, v.parse(coinsSchema, coins))))
  })
  app.on('POST', [`${base}${sendPath}`, `${base}/project/:projectId${sendPath}`], async (c) => {
    const [chainId] = split(c.req.url)
    const chain = served(ofEsplora, chainId)
    const hex = await readHex(c.req.raw.body)
    if (txidOf(hex) === undefined)
      throw new HttpError('INVALID_BODY', { details: 'not a transaction in hex' })
    return pass(c, chain, { method: 'POST', params: [sendPath, hex] })
  })

  async function pass(
    c: HonoContext<AppEnvironment>,
    { nodes }: FamilyChain,
    call: RpcCall,
    /** Adds to the answer what another server knows of it. */
    mark?: (answer: unknown) => Promise<unknown>,
  ) {
    const caller = context.callers.getStore()
    if (caller !== undefined) budgets.pass(caller, weightOf(call) + (mark === undefined ? 0 : markWeight))
    const claim = claimBytes(context, currentTurn(context))
    const outgoing = c.env?.outgoing
    try {
      const ask = () => nodes.ask([call], c.req.raw.signal, undefined, claim)
      const [reply] = await orUnreachable(inBackground(ask))
      if (reply === undefined || isNoReply(reply)) throw new HttpError('CHAIN_UNREACHABLE')
      c.header('cache-control', 'no-cache')
      if ('error' in reply) return c.text(reply.error.message, reply.error.code === 404 ? 404 : 400)
      if (typeof reply.result === 'string') return c.text(reply.result)
      const { result } = reply
      return c.json((mark === undefined ? result : await inBackground(() => mark(result))) as object)
    } finally {
      if (outgoing === undefined || outgoing.destroyed) claim.release()
      else outgoing.once('close', claim.release)
    }
  }
}

/** The chain, perhaps the project, and the path behind them. */
const pattern = /\/v1\/esplora\/([^/?#]+)(?:\/project\/[\w-]{1,64})?(\/[^?#]*)/

/** Splits an address into the chain and the path behind it, as they were written. */
function split(url: string): readonly [CaipNetworkId, string] {
  const [, chainId = '', path = ''] = pattern.exec(url) ?? []
  return [chainId.replace(/%3a/i, ':') as CaipNetworkId, path]
}

async function readHex(body: ReadableStream<Uint8Array> | null): Promise<string> {
  // With a line's end, as some programs send it.
  const bytes = await readBounded(body, longestHex + 2).catch((cause: unknown): never => {
    throw new HttpError('INVALID_BODY', { details: 'broke off', cause })
  })
  if (bytes === undefined) throw new HttpError('BODY_TOO_LARGE', { details: `more than ${longestHex} bytes` })
  return bytes.toString('latin1').trim()
}
