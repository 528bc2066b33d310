import type { WalletVersion } from 'latchkey/protocol'
import { expect, test } from 'vitest'
import { noteSeen } from './checkSeen.js'
import { readWallet } from './unlockWallet.js'
import type { Seen, WalletSession } from './WalletSession.js'

const versionOf = (version: number): WalletVersion => ({
  ...{ epoch: 1, version, changeKey: '', slots: [] },
  addresses: { eip155: '0x', solana: '' },
  vault: { iv: '', text: '' },
})

function device() {
  const kept = new Map<string, Seen>()
  return {
    readSeen: async (user: string) => kept.get(user),
    writeSeen: async (user: string, seen: Seen) => void kept.set(user, seen),
    forget: async (user: string) => void kept.delete(user),
  }
}

test('what another tab has seen since this one asked does not make the answer an older version', async () => {
  const session = {
    user: 'anna',
    device: device(),
    calls: {
      async wallet() {
        // The answer says that there is no wallet yet, and another tab makes one before it arrives.
        await noteSeen(session, 'w', versionOf(1))
        return { project: 'acme' }
      },
    },
  } as unknown as WalletSession
  expect((await readWallet(session)).held).toBeUndefined()
  await expect(readWallet(session)).rejects.toMatchObject({ code: 'older-version' })
})

test('nor is it one if another tab has deleted the account since this one asked', async () => {
  const session = {
    user: 'anna',
    device: device(),
    calls: {
      async wallet() {
        await session.device.forget('anna')
        return { project: 'acme' }
      },
    },
  } as unknown as WalletSession
  await noteSeen(session, 'w', versionOf(1))
  expect((await readWallet(session)).held).toBeUndefined()
})

test('a tab that comes late does not make a device forget a newer version', async () => {
  const session = { user: 'anna', device: device() } as unknown as WalletSession
  const seen = async () => (await session.device.readSeen('anna'))?.version
  await noteSeen(session, 'w', versionOf(3))
  await noteSeen(session, 'w', versionOf(4))
  await noteSeen(session, 'w', versionOf(3))
  expect(await seen()).toBe(4)
  // Of a wallet that was made after the account was deleted.
  await noteSeen(session, 'next', versionOf(1))
  expect(await seen()).toBe(1)
})
