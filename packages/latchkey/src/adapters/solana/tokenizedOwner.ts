import { type Address, getU64Decoder } from '@solana/kit'
import * as v from 'valibot'
import { RpcError } from '../../core/jsonRpc.js'
import { type Account, type Ask, commitment, inContext } from './nodes.js'
import { addressAt, dataOf, nameDataOf, readAccounts, refused, tokenizer } from './snsAccounts.js'
import { placeOf, tokenProgram } from './tokens.js'

/** How the tokenizer marks a domain that a collectible stands for. */
const active = 2
// Where the tokenizer's record, a mint and a token account have what, in bytes.
const recordSize = 98
const recordNameAt = 2
const recordMintAt = 66
const supplyAt = 36
const mintSize = 82
const holderAt = 32
const amountAt = 64
const tokenAccountSize = 165

const largestSchema = inContext(v.array(v.object({ address: v.string(), amount: v.string() })))

/** A name that may be tokenized: its account, the account of its parent, and the tokenizer's record of it. */
type Place = { readonly domain: Address; readonly parent: Address; readonly record: Address }

/**
 * The owner of the collectible (NFT) that stands for a name. A node says which account holds it; what that account and
 * the others contain proves it: the collectible exists once, and that one is there.
 *
 * @throws `NAME_RESOLUTION_FAILED` if that cannot be proven; `NETWORK_UNREADABLE`.
 */
export async function tokenizedOwner(ask: Ask, place: Place): Promise<Address> {
  const { domain, parent, record } = place
  const mint = await placeOf(tokenizer, ['tokenized_name', domain])
  const holder = await accountWith(ask, mint)
  // All again, as they are in one block: the name may have changed since it was read.
  const accounts = await readAccounts(ask, [domain, record, mint, holder])
  const [own, noted, token, held] = accounts
  if (nameDataOf(own, { parent })?.owner !== record) throw refused('the tokenizer does not hold the name')
  if (!isRecordOf(noted, { domain, mint })) throw refused('the record of the collectible is another')
  if (!isSingle(token)) throw refused('the collectible does not exist once')
  return holderOf(held, mint)
}

/** The token account that has the collectible, by the word of a node. */
async function accountWith(ask: Ask, mint: Address): Promise<Address> {
  const params = [mint, { commitment }]
  const { value } = await ask('getTokenLargestAccounts', params, largestSchema).catch((cause: unknown) => {
    throw cause instanceof RpcError ? refused('the node does not tell who has the collectible') : cause
  })
  const found = value.find(({ amount }) => amount === '1')
  if (found === undefined) throw refused('nobody has the collectible')
  return found.address as Address
}

function isRecordOf(account: Account | undefined, { domain, mint }: Record<'domain' | 'mint', Address>) {
  const bytes = dataOf(account, tokenizer)
  if (bytes === undefined || bytes.length < recordSize || bytes[0] !== active) return false
  return addressAt(bytes, recordNameAt) === domain && addressAt(bytes, recordMintAt) === mint
}

/** Whether a mint has made one token, which cannot be divided. */
function isSingle(account: Account | undefined): boolean {
  const bytes = dataOf(account, tokenProgram)
  if (bytes?.length !== mintSize) return false
  const [decimals, isInitialized] = bytes.slice(44)
  return getU64Decoder().decode(bytes, supplyAt) === 1n && decimals === 0 && isInitialized === 1
}

function holderOf(account: Account | undefined, mint: Address): Address {
  const bytes = dataOf(account, tokenProgram)
  const hasIt =
    bytes?.length === tokenAccountSize &&
    addressAt(bytes, 0) === mint &&
    getU64Decoder().decode(bytes, amountAt) === 1n
  if (!hasIt) throw refused('another account has the collectible')
  return addressAt(bytes, holderAt)
}
