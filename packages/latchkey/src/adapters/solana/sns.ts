import type { Names } from '../../core/names.js'

/**
 * The names of the Solana Name Service: `name.sns` and `part.name.sns`, read from the nodes of Solana mainnet alone.
 *
 * @example
 * ```ts
 * import { solana } from 'latchkey/solana'
 * import { sns } from 'latchkey/sns'
 *
 * const adapter = solana({ names: sns() })
 * ```
 */
export function sns(): Names {
  const resolve: NonNullable<Names['prove']> = async (parameters) =>
    (await import('./resolveSns.js')).resolveSns(parameters)
  return {
    resolve,
    prove: resolve,
    // Accounts are shown by their addresses.
    identify: async () => ({ name: null, avatar: null }),
  }
}
