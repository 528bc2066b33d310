import { type Address, getAddressEncoder, getProgramDerivedAddress } from '@solana/kit'
import * as v from 'valibot'
import { accountError } from '../../protocol/accountErrors.js'
import { type Ask, count, readAccount } from './nodes.js'
import { fromBase64 } from './SolanaWallet.js'

const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
/** Token-2022. */
const extendedTokenProgram = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
export const associatedTokenProgram = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'

export const isTokenProgram = (owner: string | undefined): boolean =>
  owner === tokenProgram || owner === extendedTokenProgram

/** The part of each transfer that a token of Token-2022 withholds from the recipient. */
type TransferFee = { readonly basisPoints: bigint; readonly most: bigint }

export type Mint = {
  readonly address: string
  readonly program: string
  readonly decimals: number
  readonly transferFee?: TransferFee | undefined
}

// Where a mint has what, in bytes.
const plainSize = 82
const typeAt = 165
const mintType = 1
const extensionsAt = 166
const transferFeeType = 1
/** Interest-bearing, and scaled: wallets show another amount of such a token than its base units say. */
const unsupportedTypes = [10, 25]

/** Reads a token from its mint on the chain. @throws `TOKEN_UNREADABLE` if there is no mint at the address, or one with amounts that the kit cannot show. */
export async function readMint(ask: Ask, address: string): Promise<Mint> {
  const account = await readAccount(ask, address)
  const program = account?.owner ?? ''
  const bytes = fromBase64(account?.data ?? '')
  const isExtended = program === extendedTokenProgram
  const isMint =
    bytes.length === plainSize || (isExtended && bytes.length > typeAt && bytes[typeAt] === mintType)
  if ((program !== tokenProgram && !isExtended) || !isMint || bytes[45] !== 1) {
    throw accountError('TOKEN_UNREADABLE')
  }
  if (isExtended && unsupportedTypes.some((type) => extensionOf(bytes, type) !== undefined)) {
    throw accountError('TOKEN_UNREADABLE', { details: 'shown in other units' })
  }
  const mint = { address, program, decimals: bytes[44] ?? 0 }
  const fees = isExtended ? extensionOf(bytes, transferFeeType) : undefined
  return fees === undefined ? mint : { ...mint, transferFee: await presentFee(ask, fees) }
}

function extensionOf(bytes: Uint8Array, type: number): DataView | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  for (let at = extensionsAt; at + 4 <= bytes.length; ) {
    const length = view.getUint16(at + 2, true)
    if (at + 4 + length > bytes.length) return undefined
    if (view.getUint16(at, true) === type)
      return new DataView(bytes.buffer, bytes.byteOffset + at + 4, length)
    at += 4 + length
  }
  return undefined
}

/** A mint has the fee of now and the next one, which counts from its epoch on. */
async function presentFee(ask: Ask, config: DataView): Promise<TransferFee> {
  if (config.byteLength < 108) throw accountError('TOKEN_UNREADABLE')
  const { epoch } = await ask('getEpochInfo', [], v.object({ epoch: count }))
  const at = BigInt(epoch) >= config.getBigUint64(90, true) ? 90 : 72
  return { most: config.getBigUint64(at + 8, true), basisPoints: BigInt(config.getUint16(at + 16, true)) }
}

/** What a token withholds of an amount, in base units: rounded up, and never more than its most. */
export function withheldOf({ transferFee }: Mint, units: bigint): bigint {
  if (transferFee === undefined) return 0n
  const { basisPoints, most } = transferFee
  const part = (units * basisPoints + 9_999n) / 10_000n
  return part < most ? part : most
}

/** The account in which an owner holds a token. */
export async function tokenAccountOf(owner: string, { address, program }: TokenPlace): Promise<string> {
  const seeds = [owner, program, address].map((one) => getAddressEncoder().encode(one as Address))
  const [place] = await getProgramDerivedAddress({ programAddress: associatedTokenProgram as Address, seeds })
  return place
}

export type TokenPlace = Pick<Mint, 'address' | 'program'>

/** What an owner holds of a token, in base units: in its associated account, from which the kit sends. */
export async function readTokenBalance(ask: Ask, owner: string, mint: TokenPlace): Promise<bigint> {
  const account = await readAccount(ask, await tokenAccountOf(owner, mint))
  if (account === null) return 0n
  const bytes = fromBase64(account.data)
  if (account.owner !== mint.program || bytes.length < typeAt) throw accountError('TOKEN_UNREADABLE')
  return new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(64, true)
}
