import type { WebSocketConstructor, WebSocketLike } from '../relay/WebSocketLike.js'

/** The relay's end of a connection. */
export type Line = { receive(text: string): void; closed(): void }

/** The client's end of a connection. */
export type SocketEnd = {
  readonly url: string
  send(text: string): void
  close(code: number, reason: string): void
}

/** Creates a WebSocket class whose sockets connect to a relay in memory. */
export function memoryWebSocket({ isDown, accept }: memoryWebSocket.Parameters): WebSocketConstructor {
  return class implements WebSocketLike {
    onopen: (() => void) | null = null
    onmessage: ((event: { readonly data: string }) => void) | null = null
    onclose: ((event: { readonly code: number; readonly reason: string }) => void) | null = null
    onerror: (() => void) | null = null
    #line: Line | undefined
    #isClosed = false

    constructor(address: string) {
      queueMicrotask(() => {
        if (this.#isClosed) return
        if (isDown()) return this.#end(1006, '')
        this.onopen?.()
        this.#line = accept({
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
  }
}

export declare namespace memoryWebSocket {
  type Parameters = {
    /** Returns whether new connections fail. */
    readonly isDown: () => boolean
    readonly accept: (line: SocketEnd) => Line
  }
}
