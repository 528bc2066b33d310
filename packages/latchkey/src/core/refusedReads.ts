import type { KitError } from '../protocol/errors.js'
import { createEmitter } from './emitter.js'

type RefusedRead = { readonly url: string; readonly error: KitError }

/** The last refusal of each address, for kits that start to listen after it. */
const last = new Map<string, RefusedRead>()
const listeners = createEmitter<RefusedRead>()

/** Tells all kits in the page that the host's service refused to read a chain: an adapter reads without a kit. */
export function tellRefusedRead(url: string, error: KitError): void {
  last.set(url, { url, error })
  listeners.emit({ url, error })
}

/** Calls the listener for each refusal, and for those before it. Returns a function that ends this. */
export function onRefusedRead(listener: (refused: RefusedRead) => void): () => void {
  const stop = listeners.subscribe(listener)
  for (const refused of last.values()) listener(refused)
  return stop
}
