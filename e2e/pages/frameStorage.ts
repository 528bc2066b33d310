import type { BrowserContext } from '@playwright/test'
import { stack } from '../setup/stack.js'

/** The surfaces of the wallet: its iframe, and a window of its own. */
type Surface = 'iframe' | 'window'

/**
 * Gives the workers of the wallet's surfaces the storage that browsers give them: the Chromium of the specs keeps one for a site wherever its pages
 * are, as no browser does any more.
 *
 * @param storageOf The name of a surface's storage, or `denied`. It is asked whenever a worker starts.
 */
export async function setStorage(
  context: BrowserContext,
  storageOf: (surface: Surface) => string,
): Promise<void> {
  await context.route('**/worker.js', async (route) => {
    // Node does not know the host, which browsers lead to this machine.
    const url = route.request().url().replace('secure.localhost', 'localhost')
    const answer = await fetch(url, { headers: { host: new URL(stack.site).host } })
    const name = storageOf(route.request().frame().url().includes('/window/') ? 'window' : 'iframe')
    const before =
      name === 'denied'
        ? "Object.defineProperty(self,'indexedDB',{get(){throw new DOMException('denied','SecurityError')}});"
        : `{const open=IDBFactory.prototype.open;IDBFactory.prototype.open=function(name,...more){return open.call(this,name+'-${name}',...more)}}`
    const headers = [...answer.headers].filter(([key]) => !/^content-(encoding|length)$/.test(key))
    await route.fulfill({ headers: Object.fromEntries(headers), body: before + (await answer.text()) })
  })
}

/** Makes the browser one that does not tell frames whether they are visible, like Firefox and Safari. */
export async function hideVisibility(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    Reflect.deleteProperty(IntersectionObserverEntry.prototype, 'isVisible')
  })
}
