import { base58, bech32, bech32m } from '@scure/base'
import { isSame } from './bytes.js'
import type { BtcSigner } from './peer.js'

/** Addresses that were written down, so that nobody has their key. */
const eaters = ['1BitcoinEaterAddressDontSendf59kuE', '1CounterpartyXXXXXXXXXXXXXXXUWLpVr']

/** Knows also the point of BIP-341 to which nobody has a key. @see Transfers.isNobodys */
export const isNobodys =
  ({ TAPROOT_UNSPENDABLE_KEY: pointOfNobody }: BtcSigner) =>
  (address: string): boolean => {
    try {
      const program = programOf(address)
      const isPattern = program.every((byte) => byte === program[0])
      return isPattern || eaters.includes(address) || isSame(program, pointOfNobody)
    } catch {
      return false
    }
  }

/** The hash or the key that an address stands for; its checksum was checked before. */
function programOf(address: string): Uint8Array {
  const segwit = bech32.decodeUnsafe(address) ?? bech32m.decodeUnsafe(address)
  return segwit ? bech32.fromWords(segwit.words.slice(1)) : base58.decode(address).slice(1, 21)
}
