import {
  type Address,
  addDecoderSizePrefix,
  getAddressDecoder,
  getAddressEncoder,
  getProgramDerivedAddress,
  getTupleDecoder,
  getU16Decoder,
  getU32Decoder,
  getU64Decoder,
  getUtf8Decoder,
} from '@solana/kit'
import * as v from 'valibot'
import { accountError } from '../../protocol/accountErrors.js'
import { type Account, type Ask, count, readAccount } from './nodes.js'
import { fromBase64 } from './SolanaWallet.js'

/** The program of tokens without extensions. */
export const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA' as Address
/** Token-2022. */
const extendedTokenProgram = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
/** Metaplex Token Metadata. */
const metadataProgram = 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s'
export const associatedTokenProgram = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'

export const isTokenProgram = (owner: string | undefined): boolean =>
  owner === tokenProgram || owner === extendedTokenProgram

/** The part of each transfer that a token of Token-2022 withholds from the recipient. */
type Withholding = { readonly basisPoints?: bigint | undefined; readonly mostWithheld?: bigint | undefined }

export type TokenPlace = { readonly mint: string; readonly program: string }
export type Token = TokenPlace & Withholding & { readonly decimals: number }

/** A token and the data of its mint. */
type ReadMint = { readonly token: Token; readonly bytes: Uint8Array }

// Where a mint has what, in bytes.
const plainSize = 82
const typeAt = 165
const mintType = 1
const extensionsAt = 166
const transferFeeType = 1
const metadataType = 19
/** Interest-bearing, and scaled: wallets show another amount of such a token than its base units say. */
const unsupportedTypes = [10, 25]

/** Reads a token from its mint on the chain. @throws `TOKEN_UNREADABLE` if there is no mint at the address, or one with amounts that the kit cannot show. */
export async function readMint(ask: Ask, address: string): Promise<ReadMint> {
  const account = await readAccount(ask, address)
  const program = account?.owner ?? ''
  const bytes = fromBase64(account?.data ?? '')
  const isExtended = program === extendedTokenProgram
  const isMint = bytes.length === plainSize || (isExtended && bytes[typeAt] === mintType)
  const isOddlyShown = unsupportedTypes.some((type) => extensionOf(bytes, type) !== undefined)
  if (!isTokenProgram(program) || !isMint || bytes[45] !== 1 || isOddlyShown) {
    throw accountError('TOKEN_UNREADABLE')
  }
  const fees = extensionOf(bytes, transferFeeType)
  const withholding = fees && (await presentFee(ask, fees))
  return { token: { mint: address, program, decimals: bytes[44] ?? 0, ...withholding }, bytes }
}

function extensionOf(bytes: Uint8Array, type: number): Uint8Array | undefined {
  for (let at = extensionsAt; at + 4 <= bytes.length; ) {
    const [own, length] = getTupleDecoder([getU16Decoder(), getU16Decoder()]).decode(bytes, at)
    at += 4
    if (at + length > bytes.length) return undefined
    if (own === type) return bytes.slice(at, at + length)
    at += length
  }
  return undefined
}

/**
 * Reads the symbol that a token's maker has given it: from the mint itself (Token-2022), else from the account that
 * Metaplex keeps for it. `undefined` if neither has one.
 */
export async function readSymbol(
  ask: Ask,
  { token: { mint }, bytes }: ReadMint,
): Promise<string | undefined> {
  const own = extensionOf(bytes, metadataType)
  if (own !== undefined) return symbolIn(own, 64)
  const account = await readAccount(ask, await placeOf(metadataProgram, ['metadata', metadataProgram, mint]))
  return account?.owner === metadataProgram ? symbolIn(fromBase64(account.data), 65) : undefined
}

/** The second of two texts, the name and the symbol. `undefined` if the data is shorter than it says. */
function symbolIn(data: Uint8Array, at: number): string | undefined {
  const text = addDecoderSizePrefix(getUtf8Decoder(), getU32Decoder())
  try {
    return getTupleDecoder([text, text]).decode(data, at)[1]
  } catch {
    return undefined
  }
}

/** A mint has the fee of now and the next one, which counts from its epoch on. */
async function presentFee(ask: Ask, config: Uint8Array): Promise<Withholding> {
  if (config.length < 108) throw accountError('TOKEN_UNREADABLE')
  const { epoch } = await ask('getEpochInfo', [], v.object({ epoch: count }))
  const at = BigInt(epoch) >= u64(config, 90) ? 90 : 72
  return { mostWithheld: u64(config, at + 8), basisPoints: BigInt(getU16Decoder().decode(config, at + 16)) }
}

/** The number of 64 bits at a place. */
export const u64 = (bytes: Uint8Array, at: number): bigint => getU64Decoder().decode(bytes, at)

/** What a token withholds of an amount, in base units: rounded up, and never more than its most. */
export function withheldOf({ basisPoints = 0n, mostWithheld = 0n }: Withholding, units: bigint): bigint {
  const part = (units * basisPoints + 9_999n) / 10_000n
  return part < mostWithheld ? part : mostWithheld
}

/** The account in which an owner holds a token. */
export function tokenAccountOf(owner: string, { mint, program }: TokenPlace): Promise<string> {
  return placeOf(associatedTokenProgram, [owner, program, mint])
}

/** The account that a program has for some addresses; a shorter seed is a word. */
export async function placeOf(program: string, parts: readonly string[]): Promise<Address> {
  const seeds = parts.map((one) => (one.length < 32 ? one : getAddressEncoder().encode(one as Address)))
  const [place] = await getProgramDerivedAddress({ programAddress: program as Address, seeds })
  return place
}

/** Whom a token account belongs to, which can be changed; `undefined` if the account is none, or has only lamports. */
export function tokenOwner(account: Account, { program }: TokenPlace): string | undefined {
  return account?.owner === program ? getAddressDecoder().decode(fromBase64(account.data), 32) : undefined
}

/** What an owner holds of a token, in base units: in its associated account, from which the kit sends. */
export async function readTokenBalance(ask: Ask, owner: string, token: TokenPlace): Promise<bigint> {
  const account = await readAccount(ask, await tokenAccountOf(owner, token))
  return account && tokenOwner(account, token) === owner ? u64(fromBase64(account.data), 64) : 0n
}
