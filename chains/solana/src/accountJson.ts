import type { EncodedAccount } from '@solana/kit'
import type { Chain } from './chain.js'
import { toEncoded } from './codecs.js'
import { decimalsOf, parseTokenAccount } from './tokenAccounts.js'

export type ReadOptions = {
  readonly encoding?: string
  readonly dataSlice?: { readonly offset: number; readonly length: number }
}

/** A node's form of an account, by the `encoding` and the `dataSlice` of a request. */
export function accountJson(chain: Chain, account: EncodedAccount | undefined, options: ReadOptions = {}) {
  if (account === undefined) return null
  const { encoding = 'base64', dataSlice } = options
  const decimalsOfMint = (place: string) => {
    const mint = chain.account(place)
    return mint === undefined ? 0 : decimalsOf(mint)
  }
  const parsed = encoding === 'jsonParsed' ? parseTokenAccount(account, decimalsOfMint) : undefined
  const { offset = 0, length = account.data.length } = dataSlice ?? {}
  return {
    lamports: Number(account.lamports),
    owner: account.programAddress,
    executable: account.executable,
    rentEpoch: 0,
    space: account.data.length,
    data: parsed ?? toEncoded(Uint8Array.from(account.data.slice(offset, offset + length)), encoding),
  }
}
