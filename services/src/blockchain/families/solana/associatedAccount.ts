import { createHash } from 'node:crypto'
import { base58 } from '@scure/base'

const associatedTokenProgram = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
const keyOf = (address: string) => base58.decode(address)
const end = Buffer.concat([keyOf(associatedTokenProgram), Buffer.from('ProgramDerivedAddress')])

type Place = { readonly owner: string; readonly program: string; readonly mint: string }

/**
 * Returns which of some accounts is the associated one of an owner and a token: the one that wallets send from. An
 * address that is a hash of these three and a number can only have been made of them, so the curve does not matter here.
 */
export function associatedAmong(accounts: Iterable<string>, place: Place): string | undefined {
  const known = new Set(accounts)
  const seeds = createHash('sha256')
  for (const one of [place.owner, place.program, place.mint]) seeds.update(keyOf(one))
  for (let bump = 255; bump >= 0; bump--) {
    const address = base58.encode(seeds.copy().update(Buffer.of(bump)).update(end).digest())
    if (known.has(address)) return address
  }
  return undefined
}
