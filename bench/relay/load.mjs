// The load process that `run.mjs` starts: opens connections, then publishes at a fixed rate and measures the times.
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { WebSocket } from 'ws'
import { toClientId } from '../../services/dist/relay/auth/clientKey.js'
import { percentile } from './percentile.mjs'

/**
 * @typedef {{ p50: number, p99: number, max: number }} Times Milliseconds.
 * @typedef {{
 *   connections: number, opening: number, seconds: number, published: number, failed: number, deliveries: number,
 *   acknowledged: Times, delivered: Times
 * }} Result
 */

/** How many connections are opened at the same time. */
const openingAtOnce = 100

const [, , url = '', json = '{}'] = process.argv
const { connections, rate, seconds, size } = JSON.parse(json)

/** When each publish was due, by request id and by message. @type {Map<number, number>} */
const dueByRequest = new Map()
/** @type {Map<string, number>} */
const dueByMessage = new Map()
/** @type {number[]} */
const acknowledgedTimes = []
/** @type {number[]} */
const deliveredTimes = []
let failed = 0
/** Sockets that were closed with 1001: going away. */
let goodbyes = 0

const openingStartedAt = performance.now()
const clients = await openAll()
const opening = (performance.now() - openingStartedAt) / 1000
process.send?.({ type: 'connected' })
await order()

const publishingStartedAt = performance.now()
await publishAll()
const publishing = (performance.now() - publishingStartedAt) / 1000
await untilQuiet()
process.send?.({
  type: 'result',
  result: /** @type {Result} */ ({
    connections: clients.filter(({ socket }) => socket.readyState === socket.OPEN).length,
    opening,
    seconds: publishing,
    published: acknowledgedTimes.length,
    failed: failed + dueByRequest.size,
    deliveries: deliveredTimes.length,
    acknowledged: summary(acknowledgedTimes),
    delivered: summary(deliveredTimes),
  }),
})

await order()
process.send?.({ type: 'goodbyes', result: { goodbyes } })

/** Resolves when the other process asks for the next step. */
function order() {
  return new Promise((resolve) => process.once('message', resolve))
}

async function openAll() {
  /** @type {Awaited<ReturnType<typeof open>>[]} */
  const opened = []
  let left = connections
  await Promise.all(
    Array.from({ length: openingAtOnce }, async () => {
      while (left-- > 0) opened.push(await open())
    }),
  )
  return opened
}

/** One client: a key, a token, a socket, a subscription. */
async function open() {
  const socket = new WebSocket(`${url}/?auth=${createToken()}&projectId=bench`, { perMessageDeflate: false })
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const topic = randomBytes(32).toString('hex')
  socket.send(JSON.stringify({ id: 1, jsonrpc: '2.0', method: 'irn_subscribe', params: { topic } }))
  await new Promise((resolve) => socket.once('message', resolve))
  socket.on('close', (code) => {
    if (code === 1001) goodbyes++
  })
  socket.on('message', (data) => receive(socket, JSON.parse(String(data))))
  return { socket, topic }
}

/** @param {WebSocket} socket @param {any} frame */
function receive(socket, frame) {
  const now = performance.now()
  if (frame.method === 'irn_subscription') {
    socket.send(`{"id":${frame.id},"jsonrpc":"2.0","result":true}`)
    const { message } = frame.params.data
    const due = dueByMessage.get(message)
    // A duplicate message counts once.
    if (due !== undefined && dueByMessage.delete(message)) deliveredTimes.push(now - due)
    return
  }
  const due = dueByRequest.get(frame.id)
  if (due === undefined || !dueByRequest.delete(frame.id)) return
  if (frame.result === true) acknowledgedTimes.push(now - due)
  else failed++
}

/**
 * Publishes each message when it is due, not when the previous one was answered, and measures from the due time: if the
 * relay stalls, all messages that were due meanwhile count as late.
 */
async function publishAll() {
  const total = rate * seconds
  const startedAt = performance.now()
  for (let sent = 0; sent < total; ) {
    const dueNow = Math.min(total, Math.floor(((performance.now() - startedAt) / 1000) * rate))
    for (; sent < dueNow; sent++) publish(sent, startedAt + (sent / rate) * 1000)
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
}

/** Publishes one client's message to the next client's topic. @param {number} index @param {number} due */
function publish(index, due) {
  const from = clients[index % clients.length]
  const to = clients[(index + 1) % clients.length]
  if (from === undefined || to === undefined) return
  const id = 1_000_000_000 + index
  const message = randomBytes(Math.floor((size * 3) / 4)).toString('base64')
  dueByRequest.set(id, due)
  dueByMessage.set(message, due)
  const params = { topic: to.topic, message, ttl: 300, tag: 1108 }
  from.socket.send(JSON.stringify({ id, jsonrpc: '2.0', method: 'irn_publish', params }))
}

/** Waits up to ten seconds for the messages still in flight. */
async function untilQuiet() {
  for (let turn = 0; turn < 100 && dueByRequest.size + dueByMessage.size > 0; turn++) {
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

function createToken() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const { x = '' } = publicKey.export({ format: 'jwk' })
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    iss: toClientId(Buffer.from(x, 'base64url')),
    sub: randomBytes(32).toString('hex'),
    aud: url,
    iat: now,
    exp: now + 86_400,
  }
  const signed = [{ alg: 'EdDSA', typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  return `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`
}

/** @param {number[]} times @returns {Times} */
function summary(times) {
  return { p50: percentile(times, 50), p99: percentile(times, 99), max: percentile(times, 100) }
}
