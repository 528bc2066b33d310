import type { WalletClient } from '@latchkey/sign-client/wallet'
import { systemClock } from '../../core/clock.js'

/** How long a relay has to refuse a client on an open socket, in milliseconds: it opens the socket first, to say why. */
const refusalPatience = 1_000

/**
 * Resolves when the wallet hears an app's question, or the relay has not refused it for a moment. While the relay cannot
 * be reached, the client goes on trying, and this does not wait for it.
 *
 * @throws `RELAY_REFUSED`, `RELAY_ERROR` with the relay's reason
 */
export async function untilListening(client: WalletClient): Promise<void> {
  const stops: (() => void)[] = []
  try {
    await new Promise<void>((resolve, reject) => {
      const follow = ({ status, error }: ReturnType<WalletClient['relay']>) => {
        // It is idle once the wallet is closed.
        if (status === 'closed' || status === 'idle') resolve()
        else if (error !== undefined) reject(error)
        else if (status === 'open') stops.push(systemClock.setTimeout(resolve, refusalPatience))
      }
      stops.push(
        client.on('session_proposal', () => resolve()),
        client.on('session_authenticate', () => resolve()),
        client.on('relay', follow),
      )
      follow(client.relay())
    })
  } finally {
    for (const stop of stops) stop()
  }
}
