import type { BrowserContext, Page } from '@playwright/test'
import type { ScriptedWallet, WalletInfo, WalletRequest } from '../wallet/scriptedWallet.js'
import { WalletRequestError } from '../wallet/WalletRequestError.js'

/**
 * Adds a wallet to every page opened from now on, announced like an extension (EIP-6963). It runs in the test.
 * Works under any Content Security Policy. Returns a function that stops its reports to the pages.
 */
export async function installWallet(
  target: BrowserContext | Page,
  wallet: ScriptedWallet,
): Promise<() => void> {
  const name = `scriptedWallet_${wallet.info.uuid.replaceAll('-', '')}`
  const reports = new Set<Promise<void>>()

  await target.exposeBinding(name, async (_, request: WalletRequest) => {
    const answer = await answerOf(wallet, request)
    // A page receives events before the answer to its request, as with an extension.
    await Promise.all(reports)
    return answer
  })
  await target.addInitScript(announceInPage, { name, info: wallet.info })

  return wallet.subscribe((event, value) => {
    const pages = 'pages' in target ? target.pages() : [target]
    for (const page of pages) {
      // A page that was closed, or has not loaded yet, asks the wallet when it needs the value.
      const report = page.evaluate(emitInPage, { name, event, value }).catch(() => {})
      reports.add(report)
      void report.then(() => reports.delete(report))
    }
  })
}

// Playwright passes only an error's text into a page.
type Answer =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string } }

async function answerOf(wallet: ScriptedWallet, request: WalletRequest): Promise<Answer> {
  try {
    return { result: await wallet.provider.request(request) }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { error: { code: error instanceof WalletRequestError ? error.code : -32603, message } }
  }
}

/** Runs in the page. */
function announceInPage({ name, info }: { readonly name: string; readonly info: WalletInfo }) {
  type Listener = (value: unknown) => void
  const page = window as unknown as {
    readonly [name: string]: (request: WalletRequest) => Promise<Answer>
  }
  const listeners = new Map<string, Set<Listener>>()
  const provider = {
    async request({ method, params }: WalletRequest) {
      const answer = await page[name]?.({ method, params })
      if (answer === undefined) throw new Error('The test is over.')
      if ('error' in answer) throw Object.assign(new Error(answer.error.message), { code: answer.error.code })
      return answer.result
    },
    on: (event: string, listener: Listener) =>
      void listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
    removeListener: (event: string, listener: Listener) => void listeners.get(event)?.delete(listener),
  }
  Object.defineProperty(window, `${name}_emit`, {
    value(event: string, value: unknown) {
      for (const listener of [...(listeners.get(event) ?? [])]) listener(value)
    },
  })
  const detail = Object.freeze({ info: Object.freeze(info), provider: Object.freeze(provider) })
  const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
}

/** Runs in the page. */
function emitInPage({
  name,
  event,
  value,
}: {
  readonly name: string
  readonly event: string
  readonly value: unknown
}) {
  const emit: unknown = (window as unknown as { readonly [name: string]: unknown })[`${name}_emit`]
  if (typeof emit === 'function') emit(event, value)
}
