import { WebSocket } from 'ws'
import { createIdentity, type Identity } from './createIdentity.js'

/** A pushed message. */
type Push = {
  readonly id: number
  readonly method: string
  readonly params: {
    readonly id: string
    readonly data: {
      readonly topic: string
      readonly message: string
      readonly publishedAt: number
      readonly tag: number
      readonly attestation?: string
    }
  }
}

/** An error answer of the relay. */
class RelayAnswerError extends Error {
  override readonly name = 'RelayAnswerError'
  readonly code: number
  readonly data: unknown

  constructor({
    code,
    message,
    data,
  }: { readonly code: number; readonly message: string; readonly data?: unknown }) {
    super(message)
    this.code = code
    this.data = data
  }
}

export type RelayClient = {
  readonly socket: WebSocket
  readonly clientId: string
  /** All pushes so far. */
  readonly pushes: readonly Push[]
  /** Resolves with the close code when the socket closes. */
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>
  request(method: string, params: unknown): Promise<unknown>
  /** Sends a raw text; resolves with the next frame that is not a push. */
  sendRaw(text: string): Promise<string>
  acknowledge(push: Push, answer?: { result: unknown } | { error: unknown }): void
  /** Resolves with the messages once this many pushes have arrived. */
  untilPushed(count: number): Promise<readonly string[]>
  close(): Promise<unknown>
}

export type ConnectOptions = {
  readonly identity?: Identity | undefined
  /** Replaces the identity's token. */
  readonly token?: string | undefined
  readonly projectId?: string | undefined
  readonly useOnCloseEvent?: boolean | undefined
  /** Whether pushes are acknowledged as they arrive; by default true. */
  readonly isAcknowledging?: boolean | undefined
  readonly headers?: { readonly [name: string]: string } | undefined
}

/** Opens a socket to a relay as a wallet or dapp would, for tests. Rejects if the relay refuses the upgrade. */
export async function connectRelay(url: string, options: ConnectOptions = {}): Promise<RelayClient> {
  const identity = options.identity ?? createIdentity()
  const query = new URLSearchParams({ auth: options.token ?? identity.token() })
  if (options.projectId !== undefined) query.set('projectId', options.projectId)
  if (options.useOnCloseEvent === true) query.set('useOnCloseEvent', 'true')
  const socket = new WebSocket(`${url}/?${query}`, { headers: { ...options.headers } })
  const pushes: Push[] = []
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>()
  const rawWaiting: ((text: string) => void)[] = []
  const watchers = new Set<() => void>()
  let nextId = 1_000_000_000

  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on('close', (code, reason) => {
      for (const { reject } of waiting.values()) reject(new Error(`socket closed: ${code} ${reason}`))
      resolve({ code, reason: String(reason) })
    })
  })

  function acknowledge(push: Push, answer: object = { result: true }): void {
    socket.send(JSON.stringify({ id: push.id, jsonrpc: '2.0', ...answer }))
  }

  socket.on('message', (data) => {
    const text = String(data)
    const frame = JSON.parse(text)
    if (frame.method !== undefined) {
      pushes.push(frame)
      if (options.isAcknowledging !== false) acknowledge(frame)
      for (const watcher of watchers) watcher()
      return
    }
    const raw = rawWaiting.shift()
    if (raw !== undefined) return raw(text)
    const request = waiting.get(frame.id)
    waiting.delete(frame.id)
    if (frame.error === undefined) request?.resolve(frame.result)
    else request?.reject(new RelayAnswerError(frame.error))
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('unexpected-response', (_, response) => {
      let body = ''
      response.on('data', (chunk) => {
        body += chunk
      })
      response.on('end', () => reject(new UpgradeRefusedError(response.statusCode ?? 0, body)))
    })
    socket.on('error', reject)
  })

  return {
    socket,
    clientId: identity.clientId,
    pushes,
    closed,
    acknowledge,
    request(method, params) {
      const id = nextId++
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        socket.send(JSON.stringify({ id, jsonrpc: '2.0', method, params }))
      })
    },
    sendRaw(text) {
      return new Promise((resolve) => {
        rawWaiting.push(resolve)
        socket.send(text)
      })
    },
    untilPushed(count) {
      return new Promise((resolve) => {
        const watcher = () => {
          if (pushes.length < count) return
          watchers.delete(watcher)
          resolve(pushes.map(({ params }) => params.data.message))
        }
        watchers.add(watcher)
        watcher()
      })
    },
    close() {
      socket.close()
      return closed
    },
  }
}

/** The relay answered the upgrade with an HTTP error. */
class UpgradeRefusedError extends Error {
  override readonly name = 'UpgradeRefusedError'
  readonly status: number
  readonly body: string

  constructor(status: number, body: string) {
    super(`refused with ${status}: ${body}`)
    this.status = status
    this.body = body
  }
}
