import type { Page } from '@playwright/test'
import { basePort, stack } from '../setup/stack.js'
import { serveHost } from './serveHost.js'
import { test } from './test.js'

const url = `http://localhost:${basePort + 92}`
const chains = [{ id: 31337, name: 'Local One', rpcUrl: stack.chains[0] ?? '' }]
let stop: (() => Promise<void>) | undefined

/** Builds and serves the host pages before the tests of a spec, and stops afterwards. */
export function serveHosts(): void {
  test.beforeAll(build)
  test.afterAll(() => stop?.())
}

async function build(): Promise<void> {
  test.setTimeout(120_000)
  // Each worker serves the pages at its own port.
  stop = await serveHost('e2e/hosts/access', {
    port: Number(new URL(hostUrl()).port),
    settings: { services: stack.services, chains },
    // Radix adds style sheets to the page.
    policy: "default-src * data: blob: 'unsafe-inline'; connect-src * ws:",
  })
}

/** The address of a host page. */
export function hostUrl(path = ''): string {
  return new URL(path, `http://localhost:${Number(new URL(url).port) + test.info().parallelIndex}`).href
}

/** Returns whether the focus is inside the kit's mount of this name, through any shadow roots. */
export function focusIsIn(page: Page, mount: string): Promise<boolean> {
  return page.evaluate((name) => {
    let active: Element | null = document.activeElement
    while (active !== null) {
      if (active instanceof HTMLElement && active.dataset.latchkey === name) return true
      active = active.shadowRoot?.activeElement ?? null
    }
    return false
  }, mount)
}
