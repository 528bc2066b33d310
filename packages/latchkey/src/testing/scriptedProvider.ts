/** What a scripted provider answers to a method: a value, or what a function of the parameters gives or throws. */
export type Script = {
  readonly [method: string]: unknown | ((params: unknown) => unknown)
}

export type ScriptedProvider = {
  request(request: { readonly method: string; readonly params?: unknown }): Promise<unknown>
  on(event: string, listener: (...values: unknown[]) => void): void
  removeListener(event: string, listener: (...values: unknown[]) => void): void
  /** Reports something, as a wallet would by itself. */
  emit(event: string, ...values: readonly unknown[]): void
  /** What was asked of it, oldest first. */
  readonly requests: readonly { readonly method: string; readonly params?: unknown }[]
  /** How many listeners it has now, of all events. */
  listenerCount(): number
}

/**
 * An EIP-1193 provider that says what a test tells it, also what no honest wallet would. A method that is not in the
 * script is refused as unknown, with the code -32601.
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
