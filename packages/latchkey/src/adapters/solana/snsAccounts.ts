import { type Address, getAddressDecoder, getAddressEncoder, getProgramDerivedAddress } from '@solana/kit'
import * as v from 'valibot'
import { accountError } from '../../protocol/accountErrors.js'
import { type Account, type Ask, accountSchema, commitment, inContext } from './nodes.js'
import { fromBase64 } from './SolanaWallet.js'
import { placeOf } from './tokens.js'

const nameProgram = 'namesLPneVptA9Z5rqUDD9tMTWEJwofgaYwp8cawRkX' as Address
/** The program that holds a domain while a collectible (NFT) stands for it. */
export const tokenizer = 'nftD3vbNkNqfj2Sd3HZwbpw4BxxKWr4AjGb9X38JeZk' as Address
/** The account of the top level, which all domains have as their parent. */
export const topLevel = '58PwtjSDuFHuUkYjH9BYnnQKHfwo9reZhC2zMJv9JPkx' as Address
/** The class of records of version 2. Only the records program can write accounts that have it. */
export const recordClass = '2pMnqHvei2N5oDcVGCRdZx48gqti199wr5CsyTTafsbo' as Address
/** 32 bytes of zero: no class, and nobody's account. */
export const zero = '11111111111111111111111111111111' as Address

/** The bytes of a name account before its own data: parent, owner, class. */
export const headerSize = 96

const toBytes = (address: Address) => getAddressEncoder().encode(address)
const utf8 = (text: string) => new TextEncoder().encode(text)

/** An address that stands in an account's data. */
export const addressAt = (bytes: Uint8Array, offset: number): Address =>
  getAddressDecoder().decode(bytes, offset)

/** Where the name program keeps a name. */
export async function nameAccountOf(name: string, parent: Address, nameClass = zero): Promise<Address> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(`SPL Name Service${name}`)))
  const seeds = [hash, toBytes(nameClass), toBytes(parent)]
  return (await getProgramDerivedAddress({ programAddress: nameProgram, seeds }))[0]
}

/** Where the tokenizer notes that a collectible stands for a domain. */
export const tokenRecordOf = (domain: Address): Promise<Address> => placeOf(tokenizer, ['nft_record', domain])

/** Reads accounts as they are in one block. */
export async function readAccounts(ask: Ask, addresses: readonly Address[]): Promise<readonly Account[]> {
  const schema = inContext(v.pipe(v.array(accountSchema), v.length(addresses.length)))
  const options = { encoding: 'base64', commitment }
  return (await ask('getMultipleAccounts', [addresses, options], schema)).value
}

/** Returns an account's data if it belongs to the program. Anybody can create an account by sending coin to its address. */
export function dataOf(account: Account | undefined, program: Address): Uint8Array | undefined {
  return account?.owner === program ? fromBase64(account.data) : undefined
}

/**
 * Reads a name account; `undefined` if there is none.
 *
 * @throws `NAME_RESOLUTION_FAILED` if it is not the account that it should be.
 */
export function nameDataOf(
  account: Account | undefined,
  { parent, nameClass = zero }: { readonly parent: Address; readonly nameClass?: Address },
): { readonly owner: Address; readonly bytes: Uint8Array } | undefined {
  const bytes = dataOf(account, nameProgram)
  if (bytes === undefined) return undefined
  const isSound =
    bytes.length >= headerSize && addressAt(bytes, 0) === parent && addressAt(bytes, 64) === nameClass
  if (!isSound) throw refused('the name account has another parent or class')
  return { owner: addressAt(bytes, 32), bytes }
}

/** A name that exists, but whose address is not certain. */
export const refused = (details: string): Error => accountError('NAME_RESOLUTION_FAILED', { details })
