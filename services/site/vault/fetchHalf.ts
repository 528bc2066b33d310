import type { releaseHalfBody } from 'latchkey/protocol'
import type * as v from 'valibot'
import { type Bytes, fromText, toText, wipe } from './bytes.js'
import { createKeyPair, type KeyPair, openSealed, type Sealed } from './hpke.js'
import { VaultError } from './VaultError.js'
import type { WalletPlace } from './vault.js'
import type { WalletSession } from './WalletSession.js'

type Asked = Omit<v.InferOutput<typeof releaseHalfBody>, 'key'>

/**
 * Asks for the server's half of a slot. It comes sealed to a key of this one request, for this slot, session and epoch, so that nobody on the
 * way can use or replay it. The caller wipes it.
 */
export async function fetchHalf(
  { calls, key: session }: Pick<WalletSession, 'calls' | 'key'>,
  place: WalletPlace,
  asked: Asked,
): Promise<{ readonly half: Bytes; readonly evaluated: Bytes | undefined }> {
  const pair = createKeyPair()
  const { half, evaluated } = await calls.release({ ...asked, key: toText(pair.publicKey) })
  const where = { slot: asked.slot, session, epoch: asked.epoch }
  return {
    half: await openHalf(pair, place, where, half),
    evaluated: evaluated === undefined ? undefined : fromText(evaluated, 32),
  }
}

/** Has the service make its half of a new slot. A kit has none. */
export async function fetchNewHalf(
  { calls, key: session }: Pick<WalletSession, 'calls' | 'key'>,
  project: string,
  asked: Omit<Parameters<WalletSession['calls']['half']>[0], 'key'>,
): Promise<{ readonly wallet: string; readonly half: Bytes }> {
  const pair = createKeyPair()
  const { wallet, half } = await calls.half({ ...asked, key: toText(pair.publicKey) })
  if (asked.type === 'kit') return { wallet, half: new Uint8Array() }
  if (half === undefined) throw new VaultError('damaged', 'the service gives no half')
  const where = { slot: asked.slot, session, epoch: 'new' as const }
  return { wallet, half: await openHalf(pair, { project, wallet }, where, half) }
}

async function openHalf(
  pair: KeyPair,
  { project, wallet }: WalletPlace,
  {
    slot,
    session,
    epoch,
  }: { readonly slot: string; readonly session: string; readonly epoch: number | 'new' },
  sealed: Sealed,
): Promise<Bytes> {
  const about = `half/1|${project}|${wallet}|${slot}|${session}|${epoch}`
  try {
    const half = await openSealed(pair, { info: 'latchkey half/1', about }, sealed)
    if (half.length !== 32) throw new VaultError('damaged', 'the service gives no half')
    return half
  } finally {
    wipe(pair.privateKey)
  }
}
