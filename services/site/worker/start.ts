import { createWorkerApi } from './createWorkerApi.js'
import { toWorkerError } from './toWorkerError.js'
import type { PageApi } from './walletApi.js'
import { servePage, type WorkerEvent } from './workerClient.js'

// The worker of a surface: keys, vault and sessions live here and nowhere else.

const scope = self as unknown as {
  readonly location: { readonly origin: string }
  postMessage(message: unknown): void
  onmessage: ((event: { readonly data: unknown }) => void) | null
}

const tell = (event: WorkerEvent) => scope.postMessage({ event })

/** Tabs of this site tell each other that somebody has logged in or out. */
const tabs = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('latchkey-wallet')

let page: PageApi | undefined
const { api, onOtherTab } = createWorkerApi({
  origin: scope.location.origin,
  page() {
    if (page === undefined) throw new TypeError('The page is not there')
    return page
  },
  onChange: () => tabs?.postMessage('changed'),
  onEnd: () => tell('signedOut'),
})
if (tabs !== undefined) tabs.onmessage = () => void onOtherTab().finally(() => tell('changed'))
page = servePage(scope, api, toWorkerError)
