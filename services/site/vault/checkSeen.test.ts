import type { WalletVersion } from 'latchkey/protocol'
import { expect, test } from 'vitest'
import { noteSeen } from './checkSeen.js'
import type { Seen, WalletSession } from './WalletSession.js'

const versionOf = (version: number): WalletVersion => ({
  ...{ epoch: 1, version, changeKey: '', slots: [] },
  addresses: { eip155: '0x', solana: '' },
  vault: { iv: '', text: '' },
})

test('a tab that comes late does not make a device forget a newer version', async () => {
  const kept = new Map<string, Seen>()
  const session = {
    user: 'anna',
    device: {
      readSeen: async (user: string) => kept.get(user),
      writeSeen: async (user: string, seen: Seen) => void kept.set(user, seen),
    },
  } as unknown as WalletSession
  const seen = () => kept.get('anna')?.version
  await noteSeen(session, 'w', versionOf(3))
  await noteSeen(session, 'w', versionOf(4))
  await noteSeen(session, 'w', versionOf(3))
  expect(seen()).toBe(4)
  // Of a wallet that was made after the account was deleted.
  await noteSeen(session, 'next', versionOf(1))
  expect(seen()).toBe(1)
})
