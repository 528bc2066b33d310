import { createHmac } from 'node:crypto'
import type { Context } from '../../../shared/context.js'

/**
 * Returns the client of the current request as the store knows it: by its network address, whichever project it names,
 * in a form from which nobody without the store's key learns that address.
 */
export function clientKey({ callers }: Pick<Context, 'callers'>, { key }: { readonly key: Buffer }): string {
  const { address, client } = callers.getStore() ?? {}
  return createHmac('sha256', key)
    .update(address ?? client ?? '')
    .digest('hex')
    .slice(0, 16)
}
