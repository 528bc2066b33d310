import {
  bitcoinProtocolAccount,
  type ProtocolAccount,
  polkadotProtocolAccount,
  solanaProtocolAccount,
} from 'latchkey/testing'
import type { LedgerFamily } from '../settings.js'
import { keyOf, pathOf } from './ownKeys.js'

export { askedNetworks, grantOf, type ProtocolAccount } from 'latchkey/testing'

/** A person's account over the connection protocol; its key is that of the wallet in the page. */
export async function openFamilyAccount(family: LedgerFamily, person: number): Promise<ProtocolAccount> {
  switch (family) {
    case 'solana':
      return solanaProtocolAccount({ secret: keyOf(family, person) })
    case 'bip122':
      return bitcoinProtocolAccount({ privateKey: keyOf(family, person) })
    case 'polkadot':
      return polkadotProtocolAccount({ path: pathOf(person) })
  }
}
