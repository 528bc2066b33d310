import { defineEndpoint } from 'latchkey/protocol'
import * as v from 'valibot'
import { type Refusal, type RpcPolicy, readRequest, refusals } from '../blockchain/proxy.js'
import { NodeError, post } from '../outbound/post.js'
import type { App } from '../shared/app.js'
import type { Context } from '../shared/context.js'
import { HttpError } from '../shared/HttpError.js'
import { route } from '../shared/route.js'
import type { Allowance } from '../shared/tokenBucket.js'
import { chainOf } from './siteChains.js'

/** How long a bundler or a paymaster may take, in milliseconds. */
const patience = 10_000
/** A call with all the data of a batch. */
const bodySize = 256 * 1024
/** Calls of one client: an operation needs about five. */
const allowance: Allowance = { rate: 5, burst: 60 }

const methods = {
  bundler: [
    'eth_sendUserOperation',
    'eth_estimateUserOperationGas',
    'eth_getUserOperationReceipt',
    'eth_getUserOperationByHash',
    'eth_supportedEntryPoints',
  ],
  paymaster: ['pm_getPaymasterStubData', 'pm_getPaymasterData'],
} as const

/**
 * Adds `/rpc/bundler` and `/rpc/paymaster`, which pass operations of smart accounts on to the servers of the settings: one
 * request at a time, only methods that a wallet needs. No answer contains their address.
 */
export function routeOperations(app: App, { settings }: Context): void {
  const servers = { bundler: settings.frameBundlers, paymaster: settings.framePaymasters }
  for (const kind of ['bundler', 'paymaster'] as const)
    route(
      app,
      endpointOf(kind),
      async ({ query, body, signal, take }) => {
        const entry = servers[kind].find((one) => chainOf(one) === query.chainId)
        if (entry === undefined) throw new HttpError('NOT_FOUND', { details: `no ${kind} for this chain` })
        const read = readRequest(body, policies[kind])
        if ('refusal' in read) return { jsonrpc: '2.0', id: read.id, error: read.refusal }
        take(`operations ${kind}`, allowance)
        const url = entry.slice(query.chainId.length + 1)
        const timely = AbortSignal.any([signal, AbortSignal.timeout(patience)])
        const [reply] = await post(settings, url, [read.call], timely).catch((cause: unknown): never => {
          if (!(cause instanceof NodeError)) throw cause
          throw new HttpError('CHAIN_UNREACHABLE', { message: `The ${kind} did not answer`, cause })
        })
        return { jsonrpc: '2.0', id: read.id, ...reply }
      },
      { bodySize },
    )
}

function endpointOf(kind: keyof typeof methods) {
  return defineEndpoint({
    ...{ service: 'frame', method: 'POST', path: `/rpc/${kind}`, answer: v.unknown() },
    query: v.object({ chainId: v.pipe(v.string(), v.maxLength(48)) }),
  })
}

const policies = { bundler: policyOf('bundler'), paymaster: policyOf('paymaster') }

function policyOf(kind: keyof typeof methods): RpcPolicy {
  const allowed: ReadonlySet<string> = new Set(methods[kind])
  return {
    weightOf: (calls) => calls.length,
    refusalOf: (method): Refusal | undefined => (allowed.has(method) ? undefined : refusals.method),
  }
}
