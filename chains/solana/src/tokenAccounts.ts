import type { EncodedAccount } from '@solana/kit'
import { toBase58 } from './codecs.js'
import { tokenProgram, tokenPrograms } from './programs.js'

const mintSize = 82
const accountSize = 165
/** Where an account with extensions says whether it is a mint (1) or a token account (2). */
const typeOffset = 165

type Kind = 'mint' | 'account'

export function kindOf({ data, programAddress }: EncodedAccount): Kind | undefined {
  if (!tokenPrograms.includes(programAddress)) return undefined
  if (data.length === mintSize) return 'mint'
  if (data.length === accountSize) return 'account'
  return data.length < accountSize ? undefined : data[typeOffset] === 1 ? 'mint' : 'account'
}

export const mintOf = ({ data }: EncodedAccount): string => toBase58(data.slice(0, 32))
export const ownerOf = ({ data }: EncodedAccount): string => toBase58(data.slice(32, 64))
export const amountOf = ({ data }: EncodedAccount): bigint => Buffer.from(data).readBigUInt64LE(64)
export const supplyOf = ({ data }: EncodedAccount): bigint => Buffer.from(data).readBigUInt64LE(36)
export const decimalsOf = ({ data }: EncodedAccount): number => data[44] ?? 0

/** A node's form of a token amount. */
export function tokenAmount(units: bigint, decimals: number) {
  const digits = String(units).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = decimals === 0 ? '' : digits.slice(-decimals).replace(/0+$/, '')
  const uiAmountString = fraction === '' ? whole : `${whole}.${fraction}`
  return { amount: String(units), decimals, uiAmount: Number(uiAmountString), uiAmountString }
}

/** The balance of a token account before or after a transaction, in the form in which nodes tell it. */
export type TokenBalance = {
  readonly accountIndex: number
  readonly mint: string
  readonly owner: string
  readonly programId: string
  readonly uiTokenAmount: ReturnType<typeof tokenAmount>
}

/** The token balances of a transaction's accounts. */
export function tokenBalancesOf(
  places: readonly string[],
  read: (place: string) => EncodedAccount | undefined,
): readonly TokenBalance[] {
  return places.flatMap((place, accountIndex) => {
    const account = read(place)
    if (account === undefined || kindOf(account) !== 'account') return []
    const mint = read(mintOf(account))
    const decimals = mint === undefined ? 0 : decimalsOf(mint)
    return [
      {
        accountIndex,
        mint: mintOf(account),
        owner: ownerOf(account),
        programId: account.programAddress,
        uiTokenAmount: tokenAmount(amountOf(account), decimals),
      },
    ]
  })
}

/** The `jsonParsed` form of a mint or token account; `undefined` for other accounts. */
export function parseTokenAccount(account: EncodedAccount, decimalsOfMint: (mint: string) => number) {
  const kind = kindOf(account)
  if (kind === undefined) return undefined
  const program = account.programAddress === tokenProgram ? 'spl-token' : 'spl-token-2022'
  const info = kind === 'mint' ? mintInfo(account) : accountInfo(account, decimalsOfMint)
  return { program, space: account.data.length, parsed: { type: kind, info } }
}

function mintInfo(account: EncodedAccount) {
  const bytes = Buffer.from(account.data)
  const keyAt = (flag: number) =>
    bytes.readUInt32LE(flag) === 0 ? null : toBase58(bytes.subarray(flag + 4, flag + 36))
  return {
    decimals: decimalsOf(account),
    supply: String(supplyOf(account)),
    isInitialized: bytes[45] === 1,
    mintAuthority: keyAt(0),
    freezeAuthority: keyAt(46),
  }
}

function accountInfo(account: EncodedAccount, decimalsOfMint: (mint: string) => number) {
  const bytes = Buffer.from(account.data)
  const mint = mintOf(account)
  return {
    mint,
    owner: ownerOf(account),
    tokenAmount: tokenAmount(amountOf(account), decimalsOfMint(mint)),
    state: ['uninitialized', 'initialized', 'frozen'][bytes[108] ?? 0],
    isNative: bytes.readUInt32LE(109) === 1,
  }
}
