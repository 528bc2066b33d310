import type { Page } from '@playwright/test'
import { findChromium } from '../../scripts/chromium.mjs'
import { stack } from '../setup/stack.js'

/** Launches a browser whose snapshots have whole texts, not their first 1024 characters. */
export function withWholeTexts() {
  const { args = [], path } = findChromium() ?? {}
  return {
    ...(path === undefined ? {} : { executablePath: path }),
    args: [...args, '--js-flags=--heap-snapshot-string-limit=100000000'],
  }
}

/**
 * Has the host's page keep each message that it hears as a text, with bytes in hex: a snapshot has no bytes, and nothing that was dropped. Call it before the
 * page loads.
 */
export async function keepMessages(page: Page): Promise<void> {
  await page.addInitScript((origin) => {
    if (location.origin !== origin) return
    const data = Object.getOwnPropertyDescriptor(MessageEvent.prototype, 'data')
    const messages: string[] = []
    const write = (_: string, value: unknown) => {
      if (!(value instanceof ArrayBuffer) && !ArrayBuffer.isView(value)) return value
      const bytes =
        value instanceof ArrayBuffer
          ? new Uint8Array(value)
          : new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
      return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
    }
    Object.defineProperty(MessageEvent.prototype, 'data', {
      ...data,
      get() {
        const heard: unknown = data?.get?.call(this)
        messages.push(String(JSON.stringify(heard, write)))
        return heard
      },
    })
    Object.assign(window, { heardMessages: messages })
  }, stack.demo)
}

/** The texts in the heap of a page's own isolate, as JSON. Workers, and frames of another site, have isolates of their own. */
export async function readHeap(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page)
  const chunks: string[] = []
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk))
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  await session.detach()
  const snapshot = chunks.join('')
  // Before them are the numbers of the graph, ten times as much.
  return snapshot.slice(snapshot.lastIndexOf('"strings":['))
}
