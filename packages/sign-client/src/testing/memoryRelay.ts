/**
 * A relay in memory, with every fault a real one can have, on demand. It checks what a relay checks: tokens, topics,
 * and that a client says only what it may.
 */
import { ed25519 } from '@noble/curves/ed25519.js'
import type { Clock } from '../clock.js'
import { hashOf, isTopic } from '../crypto/keys.js'
import { fromBase64, fromUtf8, toUtf8 } from '../encoding.js'
import type { WebSocketConstructor, WebSocketLike } from '../relay/WebSocketLike.js'

export type Publication = {
  readonly topic: string
  readonly message: string
  readonly ttl: number
  readonly tag: number
  readonly prompt?: boolean
  readonly attestation?: string
}

export type Faults = {
  /** New connections fail, as without a network. */
  isDown: boolean
  /** New connections are closed with 3000 and this reason. */
  refusal: string | undefined
  /** Takes frames and answers nothing: a dead line that nobody has noticed. */
  isSilent: boolean
  /** Delivers every push twice. */
  isDoubling: boolean
  /** Delivers the messages of a mailbox last first. */
  isReversing: boolean
  /** Publishes are done but not answered, so many times. */
  lostAnswers: number
  /** Pushes that are not delivered at first, so many. They stay in the mailbox. */
  lostPushes: number
  /** Does not deliver the mailbox on subscribing: it has to be fetched. */
  isFlushless: boolean
  /** Answers calls of these methods with an error. */
  errors: { [method: string]: { code: number; message: string } | undefined }
  /** Milliseconds before anything the relay sends arrives. */
  delay: number
}

/** The relay's end of a connection. */
export type Line = { receive(text: string): void; closed(): void }

export type MemoryRelay = {
  readonly url: string
  readonly webSocket: WebSocketConstructor
  readonly faults: Faults
  /** Everything that was published, in order. */
  readonly published: readonly (Publication & { readonly clientId: string })[]
  /** Methods called, in order. */
  readonly calls: readonly { readonly method: string; readonly params: unknown; readonly clientId: string }[]
  /** Connections open now. */
  connections(): number
  /** Connections ever made. */
  dials(): number
  /** What a client is subscribed to. */
  topicsOf(clientId: string): readonly string[]
  /** Messages a client has not acknowledged. */
  unacknowledged(): number
  /** Closes every connection. */
  drop(code?: number, reason?: string): void
  /** Puts a message into a topic, as some client would. */
  inject(topic: string, message: string): void
  /** Takes up a connection of some transport. */
  accept(line: {
    readonly url: string
    send(text: string): void
    close(code: number, reason: string): void
  }): Line
}

type Mail = {
  readonly id: number
  readonly message: string
  readonly at: number
  readonly until: number
  readonly from: string
  readonly acknowledged: Set<string>
}

type Connection = {
  readonly clientId: string
  send(value: unknown): void
  close(code: number, reason: string): void
}

const leeway = 120

export function createMemoryRelay({
  clock,
  url = 'wss://relay.test',
}: {
  readonly clock: Clock
  readonly url?: string
}): MemoryRelay {
  const faults: Faults = {
    isDown: false,
    refusal: undefined,
    isSilent: false,
    isDoubling: false,
    isReversing: false,
    lostAnswers: 0,
    lostPushes: 0,
    isFlushless: false,
    errors: {},
    delay: 0,
  }
  const mail = new Map<string, Mail[]>()
  const subscriptions = new Map<string, Set<string>>()
  const connections = new Set<Connection>()
  const published: (Publication & { readonly clientId: string })[] = []
  const calls: { readonly method: string; readonly params: unknown; readonly clientId: string }[] = []
  let lastPushId = 0
  let dials = 0

  function push(connection: Connection, topic: string, { message, id, at }: Mail) {
    if (faults.lostPushes > 0) {
      faults.lostPushes -= 1
      return
    }
    const data = { topic, message, publishedAt: at, tag: 0 }
    const frame = {
      id,
      jsonrpc: '2.0',
      method: 'irn_subscription',
      params: { id: hashOf(fromUtf8(topic)), data },
    }
    connection.send(frame)
    if (faults.isDoubling) connection.send({ ...frame, id: id + 1 })
  }

  function waiting(topic: string, clientId: string): Mail[] {
    const all = (mail.get(topic) ?? []).filter(
      (entry) => entry.until > clock.now() && entry.from !== clientId && !entry.acknowledged.has(clientId),
    )
    return faults.isReversing ? all.reverse() : all
  }

  function subscribe(connection: Connection, topic: unknown): string {
    if (!isTopic(topic)) throw { code: -32600, message: 'InvalidTopic' }
    const own = subscriptions.get(connection.clientId) ?? new Set()
    subscriptions.set(connection.clientId, own.add(topic))
    if (!faults.isFlushless) {
      queueMicrotask(() => {
        for (const entry of waiting(topic, connection.clientId)) push(connection, topic, entry)
      })
    }
    return hashOf(fromUtf8(topic + connection.clientId))
  }

  function publish(from: string, publication: Publication) {
    const { topic, message, ttl } = publication
    if (!isTopic(topic) || typeof message !== 'string' || !Number.isInteger(ttl) || ttl < 30) {
      throw { code: -32600, message: 'InvalidParams' }
    }
    const known = mail.get(topic) ?? []
    mail.set(topic, known)
    if (known.some((entry) => entry.message === message)) return
    published.push({ ...publication, clientId: from })
    lastPushId += 2
    const at = clock.now()
    const entry: Mail = { id: lastPushId, message, at, until: at + ttl * 1000, from, acknowledged: new Set() }
    known.push(entry)
    for (const connection of connections) {
      if (connection.clientId !== from && subscriptions.get(connection.clientId)?.has(topic))
        push(connection, topic, entry)
    }
  }

  function answer(
    connection: Connection,
    method: string,
    params: { readonly [name: string]: unknown },
  ): unknown {
    const { clientId } = connection
    const fault = faults.errors[method]
    if (fault !== undefined) throw fault
    switch (method) {
      case 'irn_publish':
        publish(clientId, params as Publication)
        return true
      case 'irn_subscribe':
        return subscribe(connection, params.topic)
      case 'irn_batchSubscribe': {
        const topics = params.topics as unknown[]
        if (topics.length === 0 || topics.length > 500) throw { code: -32600, message: 'BatchLimitExceeded' }
        return topics.map((topic) => subscribe(connection, topic))
      }
      case 'irn_unsubscribe':
        subscriptions.get(clientId)?.delete(String(params.topic))
        return true
      case 'irn_batchFetchMessages': {
        const messages = (params.topics as string[]).flatMap((topic) =>
          waiting(topic, clientId).map(({ message, at }) => ({ topic, message, publishedAt: at, tag: 0 })),
        )
        return { messages, hasMore: false }
      }
      case 'irn_batchReceive':
        for (const { topic, messageId } of params.receipts as { topic: string; messageId: string }[]) {
          for (const entry of mail.get(topic) ?? []) {
            if (hashOf(fromUtf8(entry.message)) === messageId) entry.acknowledged.add(clientId)
          }
        }
        return true
      default:
        throw { code: -32601, message: 'Method not found' }
    }
  }

  const relay: MemoryRelay = {
    url,
    faults,
    published,
    calls,
    connections: () => connections.size,
    dials: () => dials,
    topicsOf: (clientId) => [...(subscriptions.get(clientId) ?? [])],
    unacknowledged: () =>
      [...subscriptions].reduce(
        (count, [clientId, topics]) =>
          count + [...topics].flatMap((topic) => waiting(topic, clientId)).length,
        0,
      ),
    drop(code = 1006, reason = '') {
      for (const connection of [...connections]) connection.close(code, reason)
    },
    inject: (topic, message) => publish('someone', { topic, message, ttl: 300, tag: 0 }),

    accept(line) {
      dials += 1
      const later = (task: () => void) =>
        faults.delay === 0 ? queueMicrotask(task) : void clock.setTimeout(task, faults.delay)
      const refusal = faults.refusal ?? checkToken(line.url, clock.now())
      if (typeof refusal !== 'object') {
        later(() => line.close(3000, refusal))
        return { receive() {}, closed() {} }
      }
      const connection: Connection = {
        clientId: refusal.clientId,
        send: (value) => later(() => line.send(JSON.stringify(value))),
        close(code, reason) {
          connections.delete(connection)
          line.close(code, reason)
        },
      }
      connections.add(connection)
      return {
        closed: () => void connections.delete(connection),
        receive(text) {
          if (faults.isSilent) return
          const { id, method, params, result } = JSON.parse(text)
          if (method === undefined) {
            if (result !== true) return
            for (const entry of [...mail.values()].flat()) {
              if (entry.id === id || entry.id + 1 === id) entry.acknowledged.add(connection.clientId)
            }
            return
          }
          if (typeof id !== 'number' || id < 1e9) throw new Error('request ids are 1e9 or more')
          calls.push({ method, params, clientId: connection.clientId })
          try {
            const value = answer(connection, method, params)
            if (method === 'irn_publish' && faults.lostAnswers > 0) faults.lostAnswers -= 1
            else connection.send({ id, jsonrpc: '2.0', result: value })
          } catch (error) {
            connection.send({ id, jsonrpc: '2.0', error })
          }
        },
      }
    },

    webSocket: class implements WebSocketLike {
      onopen: (() => void) | null = null
      onmessage: ((event: { readonly data: string }) => void) | null = null
      onclose: ((event: { readonly code: number; readonly reason: string }) => void) | null = null
      onerror: (() => void) | null = null
      #line: Line | undefined
      #isClosed = false

      constructor(address: string) {
        queueMicrotask(() => {
          if (this.#isClosed) return
          if (faults.isDown) return this.#end(1006, '')
          this.onopen?.()
          this.#line = relay.accept({
            url: address,
            send: (data) => {
              if (!this.#isClosed) this.onmessage?.({ data })
            },
            close: (code, reason) => this.#end(code, reason),
          })
        })
      }

      send(data: string) {
        const line = this.#line
        if (this.#isClosed) throw new Error('The socket is closed.')
        queueMicrotask(() => {
          if (!this.#isClosed) (line ?? this.#line)?.receive(data)
        })
      }

      close() {
        this.#end(1000, '')
      }

      #end(code: number, reason: string) {
        if (this.#isClosed) return
        this.#isClosed = true
        this.#line?.closed()
        queueMicrotask(() => this.onclose?.({ code, reason }))
      }
    },
  }
  return relay
}

/** Who a token is of; or, as a text, why it is refused, in the words of the public relay. */
function checkToken(url: string, now: number): { readonly clientId: string } | string {
  const token = new URL(url).searchParams.get('auth') ?? ''
  const [header = '', body = '', signature = ''] = token.split('.')
  const { iss, iat, exp } = JSON.parse(toUtf8(fromBase64(body) ?? new Uint8Array())) as {
    iss: string
    iat: number
    exp: number
  }
  const key = fromBase58(iss.slice('did:key:z'.length)).slice(2)
  const isSigned = ed25519.verify(
    fromBase64(signature) ?? new Uint8Array(),
    fromUtf8(`${header}.${body}`),
    key,
  )
  if (!isSigned) return 'JWT validation error: Invalid signature'
  const seconds = Math.floor(now / 1000)
  if (iat > seconds + leeway) {
    return `JWT validation error: JWT Token is not yet valid: basic.iat: ${iat}, now + time_leeway: ${seconds + leeway}, time_leeway: ${leeway}`
  }
  if (exp < seconds - leeway) return `JWT validation error: JWT Token is expired: Some(${exp})`
  return { clientId: iss }
}

function fromBase58(text: string): Uint8Array {
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  let number = 0n
  for (const character of text) number = number * 58n + BigInt(alphabet.indexOf(character))
  const hex = number.toString(16)
  const bytes = (hex.length % 2 === 0 ? hex : `0${hex}`).match(/../g) ?? []
  return Uint8Array.from(bytes, (pair) => Number.parseInt(pair, 16))
}
