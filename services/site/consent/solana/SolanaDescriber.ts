import type { Chain } from '../../accounts/Chain.js'
import type { Value } from '../ConsentRequest.js'
import { word } from '../Draft.js'
import { type ChainAccount, decimalsOf, type TokenAccount, tokenAccountOf } from './accounts.js'
import { programNames } from './programs.js'

/** Describes addresses and amounts of a Solana transaction, by the accounts that it names. */
export type SolanaDescriber = {
  readonly account: string
  address(address: string | undefined): Value
  program(program: string): string
  coin(lamports: bigint): Value
  /** An amount of the token of a mint, or of a token account. */
  token(
    units: bigint,
    place: { readonly mint?: string | undefined; readonly account?: string | undefined },
  ): Value
  tokenAccount(address: string | undefined): TokenAccount | undefined
}

export function createSolanaDescriber(
  chain: Chain,
  account: string,
  accounts: ReadonlyMap<string, ChainAccount>,
): SolanaDescriber {
  const tokenAccount = (address: string | undefined) =>
    address === undefined ? undefined : tokenAccountOf(accounts.get(address))
  return {
    account,
    tokenAccount,
    address(address) {
      if (address === undefined) return word('cannotBeRead')
      const name = programNames[address]
      if (name !== undefined) return { type: 'address', address, name }
      // The owner is the person; the token account is a detail of theirs.
      const isOwn = address === account || tokenAccount(address)?.owner === account
      return isOwn ? { type: 'address', address, isOwn } : { type: 'address', address }
    },
    program: (program) => programNames[program] ?? program,
    coin: (lamports) => ({ type: 'amount', units: String(lamports), ...chain.coin }),
    token(units, place) {
      const mint = place.mint ?? tokenAccount(place.account)?.mint
      const decimals = mint === undefined ? undefined : decimalsOf(accounts.get(mint))
      return {
        type: 'amount',
        units: String(units),
        symbol: '',
        ...(mint === undefined ? {} : { contract: mint }),
        ...(decimals === undefined ? {} : { decimals }),
        ...(units === 2n ** 64n - 1n ? { isUnlimited: true } : {}),
      }
    },
  }
}
