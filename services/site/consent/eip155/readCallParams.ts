import { toChainId } from 'latchkey/protocol'
import { getAddress, type Hex, isAddress } from 'viem'
import type { Call } from '../../accounts/batch.js'
import { chainNumber } from '../../accounts/Chain.js'
import { isBytes, isHash, quantity, sizeOf, toQuantity } from '../../accounts/hex.js'
import type { AccessListEntry } from '../../accounts/PlannedTransaction.js'
import type { planCalls } from '../../accounts/planCalls.js'
import { refuse } from '../../accounts/Refusal.js'
import type { ResolvedName } from '../ConsentRequest.js'
import { isName, namesAt, resolveName } from '../describe/names.js'
import { chainOf, isRecord, type ReadContext, type WalletRequest } from '../ReadContext.js'
import { requireOwn } from './ownAddress.js'

/** The most data of a transaction that nodes take. */
const mostData = 128 * 1024

type Params = { readonly [name: string]: unknown }

/** What only the wallet may put into a transaction. */
const upgrades = ['authorizationList', 'authorization', 'eip7702Auth', 'factory', 'factoryData']
const unsupported = ['blobs', 'blobVersionedHashes', 'sidecars', 'maxFeePerBlobGas']

/**
 * Refuses what an app must not ask for, at any place of a request: an authorization would give the account to whom it
 * names (EIP-7702).
 */
export function refuseUpgrades(params: Params) {
  for (const name of upgrades) {
    const value = params[name]
    if (value !== undefined && value !== null) throw refuse('authorization')
  }
  for (const name of unsupported) if (params[name] !== undefined) throw refuse('unsupported', { what: name })
  if (params.type === '0x4' || params.type === 'eip7702') throw refuse('authorization')
  if (params.type === '0x3' || params.type === 'eip4844') throw refuse('unsupported', { what: 'blobs' })
}

/** Reads one call: whom, how much coin, and the data. */
export function readCall(params: Params, path = ''): Omit<Call, 'to'> {
  const data = params.data ?? params.input ?? '0x'
  if (params.data !== undefined && params.input !== undefined && params.data !== params.input) {
    throw invalid(`${path}input`, 'differs from data')
  }
  if (!isBytes(data)) throw invalid(`${path}data`, 'must be bytes in hex')
  if (sizeOf(data) > mostData) throw refuse('tooLarge', { field: `${path}data` })
  const value = params.value === undefined ? 0n : readNumber(params.value, `${path}value`)
  return { value: quantity(value), data }
}

/** Reads a recipient: an address, or a name that the wallet resolves now. */
export async function readRecipient(
  to: unknown,
  { chainId }: WalletRequest,
  context: ReadContext,
  path = '',
): Promise<{ readonly to: Hex; readonly name?: ResolvedName }> {
  if (typeof to === 'string' && isAddress(to)) return { to: getAddress(to) }
  if (!isName(to)) throw invalid(`${path}to`, 'must be an address')
  const place = namesAt(context.chains, chainOf(context, chainId))
  const address = place === undefined ? undefined : await resolveName(context.rpc, place, to, chainId)
  if (address === undefined) throw refuse('nameUnknown', { field: `${path}to`, name: to })
  return { to: address, name: { name: to, address } }
}

/** What an app wishes for a transaction. Fees are checked, and then the wallet decides on its own. */
export function readWishes(params: Params, request: WalletRequest, context: ReadContext): planCalls.Wishes {
  if (params.from !== undefined) requireOwn(params.from, 'from', context)
  const active = chainNumber(request.chainId)
  if (params.chainId !== undefined && toChainId(params.chainId) !== active) {
    const asked = String(toChainId(params.chainId) ?? '?')
    throw refuse('otherChain', { field: 'chainId', asked, active: String(active) })
  }
  for (const name of ['gasPrice', 'maxFeePerGas', 'maxPriorityFeePerGas']) {
    if (params[name] !== undefined) readNumber(params[name], name)
  }
  const gasField = params.gas === undefined ? 'gasLimit' : 'gas'
  const gas = params[gasField] === undefined ? undefined : readNumber(params[gasField], gasField)
  if (gas !== undefined && gas < 21_000n) throw invalid(gasField, 'must be at least 21000')
  const nonce = params.nonce === undefined ? undefined : readNumber(params.nonce, 'nonce')
  const accessList = params.accessList === undefined ? undefined : readAccessList(params.accessList)
  return {
    ...(gas === undefined ? {} : { gas }),
    ...(nonce === undefined ? {} : { nonce }),
    ...(accessList === undefined || accessList.length === 0 ? {} : { accessList }),
  }
}

/** A JSON-RPC quantity. @throws {Refusal} That names the field: `1e18` and `10` are none */
export function readNumber(value: unknown, fieldName: string): bigint {
  const number = toQuantity(value)
  if (number === undefined) throw invalid(fieldName, 'must be a number in hex of at most 256 bits')
  return number
}

function readAccessList(value: unknown): readonly AccessListEntry[] {
  if (!Array.isArray(value) || value.length > 100) throw invalid('accessList', 'must be a list')
  return value.map((entry: unknown, index) => {
    const { address, storageKeys } = isRecord(entry) ? entry : {}
    const isGood = Array.isArray(storageKeys) && storageKeys.length <= 500 && storageKeys.every(isHash)
    if (typeof address !== 'string' || !isAddress(address) || !isGood) {
      throw invalid(`accessList.${index}`, 'must have an address and storage keys')
    }
    return { address: getAddress(address), storageKeys: storageKeys as readonly Hex[] }
  })
}

const invalid = (fieldName: string, problem: string) => refuse('invalid', { field: fieldName, problem })
