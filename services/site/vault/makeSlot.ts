import type { WalletSlot } from 'latchkey/protocol'
import type { Addresses } from './accounts.js'
import { asBytes, type Bytes, fromText, random, randomId, toText, wipe } from './bytes.js'
import { fetchHalf, fetchNewHalf } from './fetchHalf.js'
import { createKeyPair } from './hpke.js'
import { deviceHalf, type SlotSecret } from './openSlot.js'
import { blindPassword, checkPassword } from './password.js'
import { lockSlot } from './slotLock.js'
import { VaultError } from './VaultError.js'
import type { WalletPlace } from './vault.js'
import type { WalletSession } from './WalletSession.js'
import type { NewWay } from './Way.js'

/** A slot that no version has yet. The vault key is not sealed to it. */
export type MadeSlot = {
  readonly place: WalletPlace
  readonly slot: Omit<WalletSlot, 'sealed'>
  /** Opens the slot, to test it before it counts. */
  readonly secret: SlotSecret
}

/**
 * Makes a slot: a key pair whose private key is locked under the client's half and a new half of the service.
 *
 * @param epoch The epoch of the version that will have the slot.
 * @param addresses Those of the wallet, for which alone the slot opens.
 */
export async function makeSlot(
  session: WalletSession,
  { addresses, ...asked }: makeSlot.Options,
): Promise<MadeSlot> {
  const { way } = asked
  const id = randomId()
  const { type, label } = way
  if (way.type === 'password') checkPassword(way.password)
  const made = await halvesOf(session, { ...asked, id })
  const { privateKey, publicKey } = createKeyPair()
  try {
    const locked = await lockSlot({ place: made.place, id, type, addresses }, made.halves, privateKey)
    const slot = { id, type, label, publicKey: toText(publicKey), locked, ...made.more }
    return { place: made.place, slot, secret: made.secret }
  } finally {
    wipe(privateKey)
  }
}

export declare namespace makeSlot {
  type Options = {
    readonly project: string
    /** The wallet that gets the slot; absent for the first slot, with which a wallet begins. */
    readonly wallet?: string | undefined
    readonly epoch: number
    readonly way: NewWay
    readonly addresses: Addresses
  }
}

type Asked = Omit<makeSlot.Options, 'addresses'> & { readonly id: string }

async function halvesOf(session: WalletSession, { project, wallet: known, epoch, id, way }: Asked) {
  const { type } = way
  const begin = async (registration?: { readonly [name: string]: unknown } | undefined) => {
    const asked = { slot: id, type, ...(registration === undefined ? {} : { registration }) }
    const { wallet, half } = await fetchNewHalf(
      session,
      project,
      known === undefined ? asked : { ...asked, wallet: known },
    )
    await session.step?.(`slot.${type}`)
    return { place: { project, wallet }, server: half }
  }
  switch (way.type) {
    case 'device': {
      // The point's own private key is forgotten at once: only the device's key can compute what they have in common.
      const { privateKey, publicKey } = createKeyPair()
      wipe(privateKey)
      const client = await deviceHalf(session.device, publicKey)
      const { place, server } = await begin()
      const secret = { type: 'device' } as const
      return { place, halves: { client, server }, secret, more: { point: toText(publicKey) } }
    }
    case 'passkey': {
      const salt = random(32)
      const { credentialId, registration } = await register(session, way, salt)
      const { place, server } = await begin(registration)
      const secret = await askFor(session, way, [{ credentialId, salt }])
      const more = { credentialId, salt: toText(salt) }
      return { place, halves: { client: asBytes(secret.prf.slice()), server }, secret, more }
    }
    case 'password': {
      const { password } = way
      const { place, server } = await begin()
      const hidden = blindPassword(password, { place, slot: id, stretch: session.stretch })
      const asked = { slot: id, epoch, isPending: true, blinded: toText(hidden.blinded) }
      const { half, evaluated } = await fetchHalf(session, place, asked)
      wipe(half)
      if (evaluated === undefined) throw new VaultError('damaged', 'the service evaluates nothing')
      const client = await hidden.finish(evaluated)
      return { place, halves: { client, server }, secret: { type: 'password', password } as const, more: {} }
    }
    case 'kit': {
      const { place, server } = await begin()
      const secret = random(32)
      const client = asBytes(secret.slice())
      return { place, halves: { client, server }, secret: { type: 'kit', secret } as const, more: {} }
    }
    case 'operator': {
      const { place, server } = await begin()
      const secret = { type: 'operator' } as const
      return { place, halves: { client: new Uint8Array(), server }, secret, more: {} }
    }
  }
}

type NewPasskey = Extract<NewWay, { readonly type: 'passkey' }>

async function register({ calls }: WalletSession, way: NewPasskey, salt: Bytes) {
  return way.register({ ...(await calls.challenge()), salt })
}

/** Has a passkey used, which gives both the assertion for the service and the half that stays here. */
export async function askFor(
  { calls }: WalletSession,
  { ask }: Pick<NewPasskey, 'ask'>,
  credentials: readonly { readonly credentialId: string; readonly salt: Bytes }[],
) {
  const { challenge, rpId } = await calls.challenge()
  const { credentialId, assertion, prf } = await ask({ challenge, rpId, credentials })
  if (prf.length !== 32) throw new VaultError('no-way', 'the passkey gives no secret')
  if (!credentials.some((known) => known.credentialId === credentialId))
    throw new VaultError('no-way', 'another passkey was used')
  return { type: 'passkey', credentialId, assertion, prf } as const
}

/** The passkeys of a version, as an authenticator is asked for them. */
export function passkeysOf(slots: readonly WalletSlot[]) {
  return slots.flatMap(({ type, credentialId, salt }) =>
    type === 'passkey' && credentialId !== undefined && salt !== undefined
      ? [{ credentialId, salt: fromText(salt, 32) }]
      : [],
  )
}
