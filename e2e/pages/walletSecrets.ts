import type { BrowserContext, Page } from '@playwright/test'
import { stack } from '../setup/stack.js'

type Listening = { readonly latchkeySecrets: readonly Uint8Array[] }

/** Has the workers of the wallet keep a copy of each secret that they give to the browser's cryptography or get from it: halves, keys, seed. */
export async function listenToWorkers(context: BrowserContext): Promise<void> {
  await context.route('**/worker.js', async (route) => {
    // Node does not know the host, which browsers lead to this machine.
    const url = route.request().url().replace('secure.localhost', 'localhost')
    const answer = await fetch(url, { headers: { host: new URL(stack.site).host } })
    const headers = [...answer.headers].filter(([key]) => !/^content-(encoding|length)$/.test(key))
    const body = `(${listen})();${await answer.text()}`
    await route.fulfill({ headers: Object.fromEntries(headers), body })
  })
}

/** Runs in the worker, before its own code. */
function listen(): void {
  const secrets: Uint8Array[] = []
  const keep = (bytes: ArrayBuffer | ArrayBufferView) =>
    secrets.push(
      bytes instanceof ArrayBuffer
        ? new Uint8Array(bytes.slice(0))
        : new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength).slice(),
    )
  const { importKey, deriveBits, encrypt, decrypt } = SubtleCrypto.prototype
  Object.assign(SubtleCrypto.prototype, {
    importKey(this: SubtleCrypto, ...values: unknown[]) {
      const [format, bytes, algorithm] = values as [string, ArrayBuffer, string | { readonly name: string }]
      const name = typeof algorithm === 'string' ? algorithm : algorithm.name
      if (format === 'raw' && /^(HKDF|PBKDF2|AES-GCM)$/.test(name)) keep(bytes)
      return Reflect.apply(importKey, this, values)
    },
    async deriveBits(this: SubtleCrypto, ...values: unknown[]) {
      const bits: ArrayBuffer = await Reflect.apply(deriveBits, this, values)
      keep(bits)
      return bits
    },
    encrypt(this: SubtleCrypto, ...values: unknown[]) {
      keep(values[2] as ArrayBuffer)
      return Reflect.apply(encrypt, this, values)
    },
    async decrypt(this: SubtleCrypto, ...values: unknown[]) {
      const opened: ArrayBuffer = await Reflect.apply(decrypt, this, values)
      keep(opened)
      return opened
    },
  })
  Object.assign(self, { latchkeySecrets: secrets })
}

/** The secrets that the page's workers have handled, each once. */
export async function secretsOf(page: Page): Promise<readonly Buffer[]> {
  const all = new Set<string>()
  for (const worker of page.workers()) {
    const heard = await worker.evaluate(() =>
      (self as unknown as Listening).latchkeySecrets.map((bytes) => Array.from(bytes)),
    )
    for (const bytes of heard) all.add(Buffer.from(bytes).toString('hex'))
  }
  return [...all].map((hex) => Buffer.from(hex, 'hex'))
}

/** The tokens of the session in the wallet's storage. */
export async function tokensOf(page: Page): Promise<readonly string[]> {
  const [worker] = page.workers()
  if (worker === undefined) throw new Error('The wallet has no worker')
  return worker.evaluate(
    () =>
      new Promise<readonly string[]>((resolve, reject) => {
        const opened = indexedDB.open('latchkey-wallet')
        opened.onerror = () => reject(opened.error)
        opened.onsuccess = () => {
          const asked = opened.result.transaction('kept').objectStore('kept').get('session')
          asked.onerror = () => reject(asked.error)
          asked.onsuccess = () => {
            opened.result.close()
            resolve([asked.result.token, asked.result.refreshToken])
          }
        }
      }),
  )
}
