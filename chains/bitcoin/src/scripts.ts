import { Address, OutScript } from '@scure/btc-signer'
import { regtest } from './people.js'

// Not bcoin's own: it knows no taproot addresses, and its regtest has prefixes that no wallet reads.

/** The test network that a chain says it is; its addresses are written as there. */
export type NetworkName = 'regtest' | 'signet'
const prefixes = { regtest, signet: { ...regtest, bech32: 'tb' } } as const

/** The script that an address stands for, in hex. @throws If it is no address of a test network. */
export function scriptOf(address: string): string {
  const network = address.startsWith(`${prefixes.signet.bech32}1`) ? 'signet' : 'regtest'
  return Buffer.from(OutScript.encode(Address(prefixes[network]).decode(address))).toString('hex')
}

/** The address of a script; `undefined` for a script without one. */
export function addressOf(script: Uint8Array, network: NetworkName): string | undefined {
  try {
    return Address(prefixes[network]).encode(
      OutScript.decode(Uint8Array.from(script)) as Parameters<ReturnType<typeof Address>['encode']>[0],
    )
  } catch {
    return undefined
  }
}
