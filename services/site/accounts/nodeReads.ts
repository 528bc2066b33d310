import type { CaipNetworkId } from 'latchkey/protocol'
import type { Hex } from 'viem'
import { isBytes, toQuantity } from './hex.js'
import { type Rpc, UnreadableAnswer } from './Rpc.js'

/** Asks for a number. @throws {NodeError} {@link UnreadableAnswer}, and what the call throws */
export async function readQuantity(
  rpc: Rpc,
  chainId: CaipNetworkId,
  method: string,
  params: readonly unknown[] = [],
): Promise<bigint> {
  const value = toQuantity(await rpc(chainId, method, params))
  if (value === undefined) throw new UnreadableAnswer(method)
  return value
}

/** Asks for bytes. @throws {NodeError} {@link UnreadableAnswer}, and what the call throws */
async function readBytes(
  rpc: Rpc,
  chainId: CaipNetworkId,
  method: string,
  params: readonly unknown[] = [],
): Promise<Hex> {
  const value = await rpc(chainId, method, params)
  if (!isBytes(value)) throw new UnreadableAnswer(method)
  return value
}

export const readCode = (rpc: Rpc, chainId: CaipNetworkId, address: string): Promise<Hex> =>
  readBytes(rpc, chainId, 'eth_getCode', [address, 'latest'])

export const readCall = (rpc: Rpc, chainId: CaipNetworkId, to: string, data: Hex): Promise<Hex> =>
  readBytes(rpc, chainId, 'eth_call', [{ to, data }, 'latest'])
