/** The WebSocket members that the client uses: of the browser's, Node 22's or the `ws` package's class. */
export type WebSocketLike = {
  /** Closing or closed from 2 on. */
  readonly readyState?: number | undefined
  send(data: string): void
  close(code?: number, reason?: string): void
  onopen: ((event: never) => void) | null
  onmessage: ((event: never) => void) | null
  onclose: ((event: never) => void) | null
  onerror: ((event: never) => void) | null
}

export type WebSocketConstructor = new (url: string) => WebSocketLike
