import * as v from 'valibot'
import { systemClock } from '../../core/clock.js'
import { type HttpAnswer, readWithin, request, requestTimeout } from '../../core/request.js'
import { within } from '../../core/within.js'
import { accountError } from '../../protocol/accountErrors.js'
import type { Network } from '../../protocol/entities/Network.js'
import { isKitError } from '../../protocol/errors.js'
import { parseJson } from '../../protocol/parseJson.js'

/** Reads from a network's nodes, in the shape of Esplora's API. */

const txid = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
const count = v.pipe(v.number(), v.integer(), v.minValue(0))
/** All bitcoins that will ever be, in satoshi: a safe integer. */
const sats = v.pipe(
  count,
  v.maxValue(21e14),
  v.transform((units) => BigInt(units)),
)
const status = v.object({ confirmed: v.boolean() })

const coinSchema = v.object({
  txid,
  vout: count,
  value: sats,
  status,
  /** Holds an inscription or a rune, says a service that passes the node's answer on. */
  collectible: v.optional(v.boolean()),
})
const output = v.object({
  scriptpubkey: v.string(),
  scriptpubkey_address: v.optional(v.nullable(v.string())),
  value: sats,
})
const txSchema = v.object({
  txid,
  vin: v.array(
    v.object({
      txid,
      vout: count,
      prevout: v.optional(v.nullable(output)),
    }),
  ),
  vout: v.array(output),
  status,
})
const spendSchema = v.object({ spent: v.boolean(), txid: v.optional(txid) })
const rate = v.pipe(v.number(), v.minValue(0), v.maxValue(100_000))
const ratesSchema = v.record(v.string(), rate)
const recommendedSchema = v.pipe(
  v.object({ fastestFee: rate, halfHourFee: rate, hourFee: rate }),
  v.transform(({ fastestFee, halfHourFee, hourFee }) => ({ 1: fastestFee, 3: halfHourFee, 6: hourFee })),
)

/** An output that an address can spend. */
export type Coin = v.InferOutput<typeof coinSchema>
export type ChainTx = v.InferOutput<typeof txSchema>

/** No wallet's address has more; an answer with more is cut by the size limit anyway. */
const coinLimit = 5_000

/**
 * The coins of an address. Public servers do not list them for an address with more than about 500, which a stranger's
 * dust can bring about: then these are the coins of its latest transactions.
 *
 * @throws `NETWORK_UNREADABLE`
 */
export async function readCoins(network: Network, address: string): Promise<readonly Coin[]> {
  const schema = v.pipe(v.array(coinSchema), v.maxLength(coinLimit))
  try {
    return await read(network, `/address/${encodeURIComponent(address)}/utxo`, schema)
  } catch (error) {
    const found = await readLatestCoins(network, address).catch(() => [])
    if (found.length === 0) throw error
    return found
  }
}

/** How many pages of a history are read for its coins. */
const pageLimit = 20

/**
 * Reads the latest transactions of an address, and returns the coins that they paid to it and did not spend. A coin is
 * spent after it is made, so these coins are unspent even if the history is not read to its beginning.
 */
async function readLatestCoins(network: Network, address: string): Promise<readonly Coin[]> {
  const spent = new Set<string>()
  const made: Coin[] = []
  let page = await readHistory(network, address)
  for (let pages = 1; page.length > 0; pages++) {
    for (const { txid, vin, vout, status } of page) {
      for (const input of vin) spent.add(`${input.txid}:${input.vout}`)
      for (const [index, { scriptpubkey_address: owner, value }] of vout.entries()) {
        if (owner === address) made.push({ txid, vout: index, value, status })
      }
    }
    const last = page.at(-1)
    if (pages === pageLimit || !last?.status.confirmed) break
    page = await readHistory(network, address, `/chain/${last.txid}`)
  }
  return made.filter(({ txid, vout }) => !spent.has(`${txid}:${vout}`))
}

/** The latest transactions that pay to an address or spend from it, the newest first. @throws `NETWORK_UNREADABLE` */
export function readHistory(network: Network, address: string, from = ''): Promise<readonly ChainTx[]> {
  return read(network, `/address/${encodeURIComponent(address)}/txs${from}`, v.array(txSchema))
}

/** A transaction; `undefined` if no node knows it. @throws `NETWORK_UNREADABLE` */
export function readTx(network: Network, id: string): Promise<ChainTx | undefined> {
  return read(network, `/tx/${encodeURIComponent(id)}`, v.optional(txSchema), (tx) => tx === undefined)
}

/** A transaction's bytes in hex. @throws `NETWORK_UNREADABLE` */
export function readTxHex(network: Network, id: string): Promise<string> {
  return read(network, `/tx/${encodeURIComponent(id)}/hex`, v.pipe(v.string(), v.regex(/^([0-9a-f]{2})+$/)))
}

/** The id of the transaction that spends an output; `undefined` if no node knows one. @throws `NETWORK_UNREADABLE` */
export async function readSpender(
  network: Network,
  coin: { readonly txid: string; readonly vout: number },
): Promise<string | undefined> {
  const path = `/tx/${coin.txid}/outspend/${coin.vout}`
  const answer = await read(network, path, spendSchema, ({ spent }) => !spent)
  return answer.spent ? answer.txid : undefined
}

/**
 * What each node that answers says of fee rates, in satoshi per virtual byte: by the number of blocks within which a
 * transaction is expected.
 */
export function readRates(network: Network): Promise<readonly { readonly [blocks: string]: number }[]> {
  return Promise.all(
    urlsOf(network).map((url) =>
      readFrom(url, network, '/fee-estimates', ratesSchema)
        // Servers of mempool.space have another path.
        .catch(() => readFrom(url, network, '/v1/fees/recommended', recommendedSchema))
        .catch(() => ({})),
    ),
  )
}

/**
 * Posts a transaction to every node: one that takes it may not pass it on.
 *
 * @throws What the nodes say, if none takes it; it may have been taken all the same.
 */
export async function broadcast(network: Network, tx: { hex: string; id: string }): Promise<void> {
  await Promise.any(
    urlsOf(network).map((url) =>
      within(systemClock, requestTimeout, post(`${url}/tx`, tx, network.name), () => Error(url)),
    ),
  )
}

async function post(url: string, { hex: body, id }: { hex: string; id: string }, service: string) {
  // The body is the bare hex; its type spares the CORS preflight.
  const headers = { 'content-type': 'text/plain' }
  const answer = await fetch(url, { method: 'POST', body, headers, referrerPolicy: 'no-referrer' })
  const text = await (await readWithin(answer, 1_000, service)).text()
  if (!answer.ok || text.trim() !== id) throw new Error(text)
}

/** How long the host's service may take, and how long it is left alone after a failure. Milliseconds. */
const servicePatience = 4_000
const serviceRest = 30_000
/** By the addresses of services that failed, the time when each may be asked again. */
const resting = new Map<string, number>()

/**
 * Reads from the host's service, which passes requests on to its own nodes; `undefined` if it does not answer soundly. What
 * decides a transfer is not read so.
 */
export async function fromService<value>(
  network: Network,
  ask: (network: Network) => Promise<value>,
): Promise<value | undefined> {
  // As `postRpc` has it; Esplora's paths are behind the project.
  const url = network.rpcUrls.service?.http[0]?.replace(
    /\?chainId=(.+)&projectId=([^&]+).*/,
    'esplora/$1/project/$2',
  )
  if (!url || (resting.get(url) ?? 0) > systemClock.now()) return undefined
  const asked = ask({ ...network, rpcUrls: { default: { http: [url] } } })
  try {
    return await within(systemClock, servicePatience, asked, () => Error(url))
  } catch (error) {
    // It answered: that is what makes the transfer impossible.
    if (isKitError(error, 'TRANSFER_REFUSED') || isKitError(error, 'INSUFFICIENT_FEE_FUNDS')) throw error
    resting.set(url, systemClock.now() + serviceRest)
    return undefined
  }
}

/** Asks one node after the other, until one answers with more than nothing. */
async function read<schema extends v.GenericSchema>(
  network: Network,
  path: string,
  schema: schema,
  isNothing: (answer: v.InferOutput<schema>) => boolean = () => false,
): Promise<v.InferOutput<schema>> {
  let cause: unknown
  let nothing: { readonly answer: v.InferOutput<schema> } | undefined
  for (const url of urlsOf(network)) {
    try {
      const answer = await readFrom(url, network, path, schema)
      if (!isNothing(answer)) return answer
      nothing = { answer }
    } catch (error) {
      cause = error
    }
  }
  if (nothing !== undefined) return nothing.answer
  throw accountError('NETWORK_UNREADABLE', { slots: { network: network.name }, cause })
}

async function readFrom<schema extends v.GenericSchema>(
  url: string,
  { name: service }: Network,
  path: string,
  schema: schema,
): Promise<v.InferOutput<schema>> {
  const content = await contentOf(await request({ url: url + path, service, clock: systemClock }))
  const { success, output } = v.safeParse(schema, content)
  if (!success) throw new Error(path)
  return output
}

/** The content of an answer; `undefined` for what the node does not know. */
async function contentOf({ status: code, body }: HttpAnswer): Promise<unknown> {
  if (code === 404) return undefined
  if (code !== 200) throw new Error(String(code))
  const text = (await body.text()).trim()
  return parseJson(text) ?? text
}

const urlsOf = ({ rpcUrls }: Network) => rpcUrls.default.http.map((url) => url.replace(/\/+$/, ''))
