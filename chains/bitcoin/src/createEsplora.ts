import { createServer, type Server } from 'node:http'
import { addressAnswer, statusOf, txAnswer, utxoAnswer } from './answers.js'
import { type FullNode, readTx } from './bcoin.js'
import { createIndex } from './createIndex.js'
import { type NetworkName, scriptOf } from './scripts.js'

/** A request that the node refuses. */
class Refusal extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

type Handler = (parts: readonly string[], body: string) => unknown
type Mine = (blocks: number, address?: string) => Promise<readonly string[]>

/** Signet's own, by which programs know it. */
const signetFirstBlock = '00000008819873e925422c1ff0f99f7cc9bbb232af63a077a480a3633bee1ef6'

/** The biggest body that is read, in characters: a standard transaction has at most 400,000 weight units. */
const bodyLimit = 1_000_000

/**
 * Serves a node in the shape of an Esplora server (blockstream.info, mempool.space), with one route more:
 * `POST /regtest/mine/:blocks[/:address]`.
 */
export function createEsplora(node: FullNode, mine: Mine, network: NetworkName): Server {
  const routes = routesOf(node, mine, network)
  return createServer(async (request, response) => {
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', 'content-type')
    const finish = (status: number, text: string) => {
      response.statusCode = status
      response.end(text)
    }
    if (request.method === 'OPTIONS') return finish(204, '')
    const asked = `${request.method} ${(request.url ?? '').split('?')[0]}`
    try {
      const body = await readBody(request)
      for (const [pattern, handler] of routes) {
        const [, ...parts] = pattern.exec(asked) ?? []
        if (!pattern.test(asked)) continue
        const answer = await handler(parts, body)
        if (typeof answer !== 'string') response.setHeader('content-type', 'application/json')
        return finish(200, typeof answer === 'string' ? answer : JSON.stringify(answer))
      }
      finish(404, 'not found')
    } catch (error) {
      finish(error instanceof Refusal ? error.status : 400, error instanceof Error ? error.message : '')
    }
  })
}

async function readBody(request: AsyncIterable<Buffer>): Promise<string> {
  let body = ''
  for await (const chunk of request) {
    body += chunk
    if (body.length > bodyLimit) throw new Refusal(413, 'too large')
  }
  return body
}

function routesOf(node: FullNode, mine: Mine, network: NetworkName): readonly (readonly [RegExp, Handler])[] {
  const index = createIndex(node, network)
  const found = (txid = '') => {
    const one = index.tx(txid)
    if (one === undefined) throw new Refusal(404, 'Transaction not found')
    return one
  }
  const listOf = (script: string) =>
    [...index.idsOf(script)]
      .map((txid) => txAnswer(index, found(txid)))
      .sort((a, b) => heightOf(b.status) - heightOf(a.status))
  return [
    [/^GET \/blocks\/tip\/height$/, () => String(node.chain.height)],
    [/^GET \/blocks\/tip\/hash$/, () => node.chain.tip.rhash()],
    [
      /^GET \/block-height\/(\d{1,9})$/,
      async ([height]) => {
        if (Number(height) === 0 && network === 'signet') return signetFirstBlock
        const entry = await node.chain.getEntry(Number(height))
        if (entry === null) throw new Refusal(404, 'Block not found')
        return entry.rhash()
      },
    ],
    [/^GET \/fee-estimates$/, () => ({ 1: 5, 3: 3, 6: 2, 144: 1 })],
    [/^GET \/address\/(\w+)$/, ([address = '']) => addressAnswer(index, address, scriptOf(address))],
    [
      /^GET \/address\/(\w+)\/utxo$/,
      ([address = '']) => index.unspentOf(scriptOf(address)).map((coin) => utxoAnswer(index, coin)),
    ],
    [/^GET \/address\/(\w+)\/txs$/, ([address = '']) => listOf(scriptOf(address)).slice(0, 50)],
    [
      /^GET \/address\/(\w+)\/txs\/chain\/([0-9a-f]{64})$/,
      ([address = '', last]) => {
        const confirmed = listOf(scriptOf(address)).filter(({ status }) => status.confirmed)
        const after = confirmed.findIndex(({ txid }) => txid === last) + 1
        return after === 0 ? [] : confirmed.slice(after, after + 25)
      },
    ],
    [/^GET \/tx\/([0-9a-f]{64})$/, ([txid]) => txAnswer(index, found(txid))],
    [/^GET \/tx\/([0-9a-f]{64})\/hex$/, ([txid]) => found(txid).tx.toRaw().toString('hex')],
    [/^GET \/tx\/([0-9a-f]{64})\/status$/, ([txid]) => statusOf(found(txid).block)],
    [
      /^GET \/tx\/([0-9a-f]{64})\/outspend\/(\d{1,9})$/,
      ([txid = '', vout]) => {
        const spend = index.spendOf({ txid, vout: Number(vout) })
        if (spend === undefined) return { spent: false }
        return { spent: true, ...spend, status: statusOf(found(spend.txid).block) }
      },
    ],
    [/^POST \/tx$/, (_, body) => broadcast(node, body.trim())],
    [/^POST \/regtest\/mine\/(\d{1,3})(?:\/(\w+))?$/, ([count, to]) => mine(Number(count), to)],
  ]
}

const heightOf = (status: { readonly block_height?: number }) =>
  status.block_height ?? Number.MAX_SAFE_INTEGER

async function broadcast(node: FullNode, hex: string): Promise<string> {
  const tx = readTx(hex)
  const missing = await node.mempool.addTX(tx, -1).catch((error: Error & { readonly reason?: string }) => {
    throw refusedBy(-26, error.reason ?? error.message)
  })
  if (missing) throw refusedBy(-25, 'bad-txns-inputs-missingorspent')
  return tx.txid()
}

/** Bitcoin Core's error, as an Esplora server passes it on. */
function refusedBy(code: number, message: string): Refusal {
  return new Refusal(400, `sendrawtransaction RPC error: ${JSON.stringify({ code, message })}`)
}
