import type { Log } from '../shared/log.js'
import { messageOf } from '../shared/log.js'
import type { MailboxStore } from './store/MailboxStore.js'

/** Removes expired messages on each call, unless the previous removal is still running on a slow disk. */
export function createSweep(store: MailboxStore, log: Log): () => void {
  let isSweeping = false

  async function sweep(): Promise<void> {
    isSweeping = true
    try {
      await store.removeExpired()
    } catch (error) {
      log.error('relay.storeFailed', { error: messageOf(error) })
    } finally {
      isSweeping = false
    }
  }

  return () => {
    if (!isSweeping) void sweep()
  }
}
