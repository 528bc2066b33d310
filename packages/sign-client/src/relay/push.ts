import { isRecord } from '../protocol/read.js'

type Message = {
  readonly topic: string
  readonly message: string
  /** Epoch milliseconds, by the relay's clock. */
  readonly publishedAt?: number | undefined
}

/** A message from the relay, and the function that acknowledges it. */
export type Push = Message & { acknowledge(): void }

/** Reads a message from the relay; `undefined` if it is invalid. */
export function readPush(value: unknown, acknowledge: (message: Message) => void): Push | undefined {
  const { topic, message, publishedAt } = isRecord(value) ? value : {}
  if (typeof topic !== 'string' || typeof message !== 'string') return undefined
  const read = { topic, message, publishedAt: typeof publishedAt === 'number' ? publishedAt : undefined }
  return { ...read, acknowledge: () => acknowledge(read) }
}
