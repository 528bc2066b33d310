import type { CaipNetworkId } from 'latchkey/protocol'
import {
  concatHex,
  decodeAbiParameters,
  encodeAbiParameters,
  getAddress,
  type Hex,
  namehash,
  numberToHex,
  stringToHex,
} from 'viem'
import { type Chain, chainNumber } from '../../accounts/Chain.js'
import { isAddressShape, isSameHex } from '../../accounts/hex.js'
import { readCall } from '../../accounts/nodeReads.js'
import { isNodeError, type Rpc } from '../../accounts/Rpc.js'

/**
 * Names as the wallet takes them: small letters and digits of ASCII. Others need the tables of ENSIP-15, which are
 * larger than everything else here; an app that means one sends its address.
 */
const namePattern = /^(?=.{3,128}$)(?:(?!-)[a-z0-9-]{1,63}(?<!-)\.)+[a-z]{2,63}$/

export const isName = (value: unknown): value is string =>
  typeof value === 'string' && namePattern.test(value)

/** The coin type of Ethereum's addresses (SLIP-44), whose record holds for all chains of the family. */
const ethereum = 60n

/** The chain on which names are: the chain itself if it has a resolver, else the first that has one. */
export function namesAt(chains: readonly Chain[], chain: Chain): Chain | undefined {
  return chain.nameResolver === undefined ? chains.find((one) => one.nameResolver !== undefined) : chain
}

/**
 * Reads the address that a name has for a chain: the chain's own record (ENSIP-11), else the one for all chains.
 *
 * @returns `undefined` if it has none. @throws If no node answers
 */
export async function resolveName(
  rpc: Rpc,
  place: Chain,
  name: string,
  chainId: CaipNetworkId,
): Promise<Hex | undefined> {
  const number = chainNumber(chainId)
  const own = number === 1 ? undefined : await readRecord(rpc, place, name, 0x80000000n + BigInt(number))
  return own ?? (await readRecord(rpc, place, name, ethereum))
}

/** Reads the primary name of an address; `undefined` without one, or if the name does not lead back to the address. */
export async function primaryName(rpc: Rpc, place: Chain, address: Hex): Promise<string | undefined> {
  const types = [{ type: 'bytes' }, { type: 'uint256' }] as const
  const data = concatHex(['0x5d78a217', encodeAbiParameters(types, [address, ethereum])])
  try {
    const answer = await readCall(rpc, place.id, String(place.nameResolver), data)
    const [name] = decodeAbiParameters([{ type: 'string' }], answer)
    if (!isName(name)) return undefined
    const target = await readRecord(rpc, place, name, ethereum)
    return target !== undefined && isSameHex(target, address) ? name : undefined
  } catch {
    // A name only helps to recognize an address, which is shown in any case.
    return undefined
  }
}

async function readRecord(rpc: Rpc, place: Chain, name: string, coinType: bigint): Promise<Hex | undefined> {
  const question = concatHex([
    '0xf1cb7e06',
    encodeAbiParameters([{ type: 'bytes32' }, { type: 'uint256' }], [namehash(name), coinType]),
  ])
  const types = [{ type: 'bytes' }, { type: 'bytes' }] as const
  const data = concatHex(['0x9061b923', encodeAbiParameters(types, [dnsName(name), question])])
  try {
    const answer = await readCall(rpc, place.id, String(place.nameResolver), data)
    const [result] = decodeAbiParameters([{ type: 'bytes' }, { type: 'address' }], answer)
    const [target] = decodeAbiParameters([{ type: 'bytes' }], result)
    return isAddressShape(target) && BigInt(target) !== 0n ? getAddress(target) : undefined
  } catch (error) {
    // A refusal says that there is no record; without an answer nothing is known.
    if (isNodeError(error) || (error instanceof Error && error.name.startsWith('Abi'))) return undefined
    throw error
  }
}

/** Each label after its length, as in DNS. */
function dnsName(name: string): Hex {
  const labels = name
    .split('.')
    .map((label) => concatHex([numberToHex(label.length, { size: 1 }), stringToHex(label)]))
  return concatHex([...labels, '0x00'])
}
