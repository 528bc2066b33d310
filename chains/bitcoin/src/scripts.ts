import { Address, OutScript } from '@scure/btc-signer'
import { regtest } from './people.js'

// Not bcoin's own: it knows no taproot addresses, and its regtest has prefixes that no wallet reads.

/** The script that an address stands for, in hex. @throws If it is no address of regtest. */
export function scriptOf(address: string): string {
  return Buffer.from(OutScript.encode(Address(regtest).decode(address))).toString('hex')
}

/** The address of a script; `undefined` for a script without one. */
export function addressOf(script: Uint8Array): string | undefined {
  try {
    return Address(regtest).encode(
      OutScript.decode(Uint8Array.from(script)) as Parameters<ReturnType<typeof Address>['encode']>[0],
    )
  } catch {
    return undefined
  }
}
