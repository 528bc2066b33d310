import type { Context } from '../shared/context.js'
import { createTokenBuckets } from '../shared/tokenBucket.js'
import type { Connection } from './connection.js'
import type { Call, Reply } from './methods/Call.js'
import { findMethod } from './methods/methods.js'
import { RelayError } from './rpc/RelayError.js'
import type { Request } from './rpc/readFrame.js'

/**
 * Creates the handler that answers requests by method and limits their rate. It throws a `RelayError` to refuse one.
 */
export function createAnswer(
  { clock }: Context,
  means: Pick<Call, 'store' | 'subscriptions' | 'publisher'>,
): (connection: Connection, request: Request) => Promise<Reply> {
  const requests = createTokenBuckets(() => clock.steadyNow())
  return async (connection, { method: name, params }) => {
    if (!requests.take(connection.clientId, connection.limits.request))
      throw new RelayError('TooManyRequests')
    const found = findMethod(name)
    if (found === undefined) throw new RelayError('InvalidMethod', { detail: name })
    return found.method({ ...means, connection, prefix: found.prefix }, params)
  }
}
