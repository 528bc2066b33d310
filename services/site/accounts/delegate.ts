import type { CaipNetworkId } from 'latchkey/protocol'
import { type Hex, keccak256 } from 'viem'
import { isSameHex } from './hex.js'
import { readCode } from './nodeReads.js'
import type { Rpc } from './Rpc.js'

/**
 * The only contract that an account delegates to (EIP-7702): `Simple7702Account` of `@account-abstraction/contracts`
 * 0.8.0. It has the same address on every chain, no state, and no owner but the account's own key.
 */
export const delegateAddress = '0xe6Cae83BdE06E4c305530e199D7217f42808555B'

/** The entry point that it trusts (ERC-4337 v0.8). */
export const entryPoint = '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108'

/** The hash of its code: the address alone does not tell what a chain has there. */
const delegateCodeHash = '0xcc7b633aef4b2543cb8f37522adf1a401f910f0f6b2430c1eecc11f401ccfcf3'

/** To whom an account has delegated: to nobody, to our contract, or to another; or it is a contract itself. */
export type Delegation = 'none' | 'own' | 'other' | 'contract'

function delegationOf(code: Hex): Delegation {
  if (code === '0x') return 'none'
  if (!/^0xef0100[0-9a-f]{40}$/i.test(code)) return 'contract'
  return isSameHex(code.slice(8), delegateAddress.slice(2)) ? 'own' : 'other'
}

export async function readDelegation(rpc: Rpc, chainId: CaipNetworkId, address: string): Promise<Delegation> {
  return delegationOf(await readCode(rpc, chainId, address))
}

/** Reads the delegate's code from a chain; `undefined` if the chain has another contract there, or none. */
export async function readDelegateCode(rpc: Rpc, chainId: CaipNetworkId): Promise<Hex | undefined> {
  const code = await readCode(rpc, chainId, delegateAddress)
  return isSameHex(keccak256(code), delegateCodeHash) ? code : undefined
}
