import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Context } from '../../shared/context.js'
import type { MailboxStore } from './MailboxStore.js'
import { createMemoryStore } from './memoryStore.js'
import { createSqliteStore } from './sqliteStore.js'

/** Opens the configured mailboxes: in memory, or in a file of the data directory. */
export async function openMailboxStore({ settings, clock }: Context): Promise<MailboxStore> {
  const limits = { messages: settings.relayMailboxMessages, bytes: settings.relayMailboxSize }
  if (settings.relayStore === 'memory') return createMemoryStore({ limits, now: () => clock.steadyNow() })
  mkdirSync(settings.data, { recursive: true, mode: 0o700 })
  const path = join(settings.data, 'relay.db')
  return createSqliteStore({ path, limits, maximumBytes: settings.relayStoreSize, clock })
}
