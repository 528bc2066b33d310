import type { SignClient } from '@latchkey/sign-client'

/** Ends an unwanted session without waiting; does nothing if it has already ended. */
export function endSession(client: SignClient, topic: string): void {
  client.disconnect({ topic }).catch(() => {
    // Only a closed client rejects: its page is gone, and the next page ends the remaining sessions.
  })
}
