import { isSignError, type SignClient } from '@latchkey/sign-client'
import { toProviderError } from './toProviderError.js'

type Context = {
  readonly client: Pick<SignClient, 'request' | 'resume'>
  /** Returns the wallet's name, for error texts. */
  readonly wallet: () => string
  /** Called when a request was sent to the wallet, so that its app can be brought to the front. */
  readonly onRequest: () => void
}

/**
 * Sends a request to the wallet of a session.
 *
 * @throws What `toProviderError` makes of the client's error.
 */
export async function askSession(
  { client, wallet, onRequest }: Context,
  request: Parameters<SignClient['request']>[0],
): Promise<unknown> {
  const answer = client.request(request)
  onRequest()
  try {
    return await answer
  } catch (error) {
    // The storage has lost the session: the visitor cleared the site's data, say. Now the page hears that it has ended.
    if (isSignError(error, 'SESSION_GONE')) void client.resume()
    throw toProviderError(error, { wallet: wallet(), method: request.method })
  }
}
