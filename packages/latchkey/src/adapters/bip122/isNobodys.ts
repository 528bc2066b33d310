import { base58, bech32, bech32m } from '@scure/base'
import { hexOf } from './bytes.js'

/** Addresses that were written down, so that nobody has their key. */
const eaters = ['1BitcoinEaterAddressDontSendf59kuE', '1CounterpartyXXXXXXXXXXXXXXXUWLpVr']
/** The point of BIP-341 to which nobody knows a key. */
const pointOfNobody = '50929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0'

/** @see Transfers.isNobodys */
export function isNobodys(address: string): boolean {
  try {
    const program = programOf(address)
    const isPattern = program.every((byte) => byte === program[0])
    return isPattern || eaters.includes(address) || hexOf(program) === pointOfNobody
  } catch {
    return false
  }
}

/** The hash or the key that an address stands for; its checksum was checked before. */
function programOf(address: string): Uint8Array {
  const segwit = bech32.decodeUnsafe(address) ?? bech32m.decodeUnsafe(address)
  return segwit ? bech32.fromWords(segwit.words.slice(1)) : base58.decode(address).slice(1, 21)
}
