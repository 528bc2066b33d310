/** What the client needs of a WebSocket: the browser's, Node 22's, or the one of the `ws` package. */
export type WebSocketLike = {
  /** From 2 on it is closing or closed. */
  readonly readyState?: number | undefined
  send(data: string): void
  close(code?: number, reason?: string): void
  onopen: ((event: never) => void) | null
  onmessage: ((event: never) => void) | null
  onclose: ((event: never) => void) | null
  onerror: ((event: never) => void) | null
}

export type WebSocketConstructor = new (url: string) => WebSocketLike
