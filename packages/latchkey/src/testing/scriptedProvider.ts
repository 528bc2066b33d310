/**
 * The answer of a scripted provider to each method: a value, or a function of the parameters that returns or throws
 * one.
 */
export type Script = {
  readonly [method: string]: unknown | ((params: unknown) => unknown)
}

export type ScriptedProvider = {
  request(request: { readonly method: string; readonly params?: unknown }): Promise<unknown>
  on(event: string, listener: (...values: unknown[]) => void): void
  removeListener(event: string, listener: (...values: unknown[]) => void): void
  /** Emits an event, as a wallet would unprompted. */
  emit(event: string, ...values: readonly unknown[]): void
  /** The requests it received, oldest first. */
  readonly requests: readonly { readonly method: string; readonly params?: unknown }[]
  /** Returns the number of its listeners, for all events. */
  listenerCount(): number
}

/**
 * Makes an EIP-1193 provider that a test scripts, including answers that no honest wallet gives. Rejects a method that
 * is not in the script with the code -32601.
 *
 * @example
 * ```ts
 * const provider = scriptedProvider({ eth_requestAccounts: ['0xd8dA…6045'], eth_chainId: '0x1' })
 * provider.emit('chainChanged', '0xa')
 * ```
 */
export function scriptedProvider(script: Script): ScriptedProvider {
  const listeners = new Map<string, Set<(...values: unknown[]) => void>>()
  const requests: { readonly method: string; readonly params?: unknown }[] = []
  return {
    requests,
    async request(request) {
      requests.push(request)
      const { method, params } = request
      if (!Object.hasOwn(script, method)) {
        throw { code: -32601, message: `scriptedProvider: unexpected ${method}` }
      }
      const answer = script[method]
      return typeof answer === 'function' ? answer(params) : answer
    },
    on(event, listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    },
    removeListener(event, listener) {
      listeners.get(event)?.delete(listener)
    },
    emit(event, ...values) {
      for (const listener of [...(listeners.get(event) ?? [])]) listener(...values)
    },
    listenerCount: () => [...listeners.values()].reduce((count, { size }) => count + size, 0),
  }
}
