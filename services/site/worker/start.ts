import { createWorkerApi } from './createWorkerApi.js'
import { toWorkerError } from './toWorkerError.js'
import type { PageApi } from './walletApi.js'
import { servePage } from './workerClient.js'

// The worker of a surface: keys, vault and sessions live here and nowhere else.

const scope = self as unknown as {
  readonly location: { readonly origin: string }
  postMessage(message: unknown): void
  onmessage: ((event: { readonly data: unknown }) => void) | null
}

/** Tabs of this site tell each other that the login or the ways in have changed. */
const tabs = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('latchkey-wallet')
if (tabs !== undefined) tabs.onmessage = () => scope.postMessage({ event: 'changed' })

let page: PageApi | undefined
const api = createWorkerApi({
  origin: scope.location.origin,
  page() {
    if (page === undefined) throw new TypeError('The page is not there')
    return page
  },
  onChange: () => tabs?.postMessage('changed'),
})
page = servePage(scope, api, toWorkerError)
