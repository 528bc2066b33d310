import { ristretto255_oprf } from '@noble/curves/ed25519.js'
import { asBytes, type Bytes, sha256, utf8, wipe } from './bytes.js'
import { VaultError } from './VaultError.js'
import type { WalletPlace } from './vault.js'
import type { Stretch } from './WalletSession.js'

/** Fewest characters of a password: whoever has the service's keys can guess without a limit, each guess at the price of Argon2id. */
const leastPasswordLength = 12

/** Argon2id with 19 MiB and three passes, about half a second in a browser. Only passwords need its code. */
const stretchPassword: Stretch = async (output, salt) => {
  const { argon2idAsync } = await import('@noble/hashes/argon2.js')
  return asBytes(await argon2idAsync(output, salt, { m: 19_456, t: 3, p: 1, dkLen: 32 }))
}

/** A password that is hidden from the service: it evaluates the blinded element with its key, and learns nothing of either. */
export type BlindedPassword = {
  readonly blinded: Bytes
  /** Makes the client half of the evaluated element. The password's traces are overwritten. */
  finish(evaluated: Uint8Array): Promise<Bytes>
}

/** Blinds a password for one evaluation (RFC 9497, ristretto255-SHA512, base mode). */
export function blindPassword(
  password: string,
  { place, slot, stretch = stretchPassword }: blindPassword.Options,
): BlindedPassword {
  // Keyboards write one letter in several ways.
  const input = utf8(password.normalize('NFKC'))
  const { blind, blinded } = ristretto255_oprf.oprf.blind(input)
  return {
    blinded: asBytes(blinded),
    async finish(evaluated) {
      const output = finalize(input, blind, evaluated)
      wipe(input, blind)
      const salt = await sha256(utf8(`latchkey password/1|${place.project}|${place.wallet}|${slot}`))
      const half = await stretch(output, salt)
      wipe(output)
      return half
    },
  }
}

export declare namespace blindPassword {
  type Options = {
    readonly place: WalletPlace
    readonly slot: string
    readonly stretch?: Stretch | undefined
  }
}

/** Throws `weak-password` for a password that is short, or made of very few characters. */
export function checkPassword(password: string): void {
  const characters = [...password.normalize('NFKC')]
  if (characters.length >= leastPasswordLength && new Set(characters).size >= 5) return
  throw new VaultError('weak-password', `a password has at least ${leastPasswordLength} characters`)
}

function finalize(input: Uint8Array, blind: Uint8Array, evaluated: Uint8Array): Uint8Array {
  try {
    return ristretto255_oprf.oprf.finalize(input, blind, evaluated)
  } catch (cause) {
    throw new VaultError('damaged', 'the service evaluates to no element', { cause })
  }
}
