import type { FrameClient } from '../../core/FrameClient.js'
import type { CaipNetworkId } from '../../protocol/caip.js'
import { embeddedError } from '../../protocol/embeddedErrors.js'
import { isKitError } from '../../protocol/errors.js'
import { embeddedPolicy, sendingMethods } from '../../protocol/frame/embeddedMethods.js'

export type Consents = {
  /** Sends a request of JSON-RPC to the wallet. */
  ask(request: {
    readonly method: string
    readonly params?: unknown
    readonly chainId: CaipNetworkId
  }): Promise<unknown>
  /** Gives up every request that waits for the visitor, and no other. */
  abort(): void
}

/** Keeps the requests that wait for the visitor's consent, so that they can be given up together (spec §6). */
export function createConsents(frame: FrameClient): Consents {
  const waiting = new Set<AbortController>()
  return {
    async ask({ method, params, chainId }) {
      // Of what is not safe, the wallet asks more than the kit's own table says.
      const isConsent = embeddedPolicy(method) !== 'safe'
      const controller = new AbortController()
      if (isConsent) waiting.add(controller)
      const payload = { method, chainId, ...(params === undefined ? {} : { params: params as unknown[] }) }
      const options = { signal: controller.signal, isConsent, isCareful: sendingMethods.has(method) }
      try {
        return await frame.request('RPC_REQUEST', payload, options)
      } catch (cause) {
        // Of what only signs, nothing leaves the frame any more: the visitor has rejected it.
        const isDropped = isKitError(cause, 'REQUEST_ABORTED') && !options.isCareful
        throw isDropped ? embeddedError('REQUEST_WITHDRAWN', { cause }) : cause
      } finally {
        waiting.delete(controller)
      }
    },
    abort() {
      for (const controller of [...waiting]) controller.abort()
    },
  }
}
