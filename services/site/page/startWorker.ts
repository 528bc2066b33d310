import type { WorkerApi } from '../worker/walletApi.js'
import { connectWorker, type WorkerEvent } from '../worker/workerClient.js'
import { passkeys } from './passkeys.js'
import { plainPort } from './plainPort.js'

type Policies = { createPolicy(name: string, rules: object): { createScriptURL(url: string): unknown } }

/** Starts the worker that holds the keys, from the folder of this script. */
export function startWorker(onEvent: (event: WorkerEvent) => void): WorkerApi {
  const address = new URL('worker.js', import.meta.url).href
  const { trustedTypes } = globalThis as { readonly trustedTypes?: Policies }
  // The policy makes this one address and no other (decision 323).
  const policy = trustedTypes?.createPolicy('latchkey', {
    createScriptURL: (url: string) => (url === address ? url : null),
  })
  const trusted = (policy === undefined ? address : policy.createScriptURL(address)) as string
  const worker = new Worker(trusted, { type: 'module', name: 'wallet' })
  return connectWorker(plainPort(worker), passkeys, onEvent)
}
