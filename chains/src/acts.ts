import { type Address, encodeFunctionData, type Hex, maxUint256, parseEther } from 'viem'
import { badgesAbi, coinAbi, routerAbi, scenesAbi, wrappedAbi } from './abis.js'
import { contracts } from './contracts.js'
import { people } from './people.js'
import type { Transaction } from './transactions.js'

const { wrapped, scenes, flyers, badges, router } = contracts

/** Ether, as a decimal string. */
export function pay(from: Address, to: Address, amount: string): Transaction {
  return { from, to, value: parseEther(amount) }
}

export function transfer(token: Address, from: Address, to: Address, units: bigint): Transaction {
  return call(from, token, encodeFunctionData({ abi: coinAbi, functionName: 'transfer', args: [to, units] }))
}

/** Transfers 0 tokens in the owner's name: needs no permission, but emits an event that names the owner. */
export function pretendTransfer(token: Address, by: Address, owner: Address, to: Address): Transaction {
  const args = [owner, to, 0n] as const
  return call(by, token, encodeFunctionData({ abi: coinAbi, functionName: 'transferFrom', args }))
}

/** Lets the router take a token. */
export function approve(token: Address, from: Address, units: bigint): Transaction {
  const args = [router, units] as const
  return call(from, token, encodeFunctionData({ abi: coinAbi, functionName: 'approve', args }))
}

/** `least` is the minimum Ether to receive; the swap fails below it. */
export function swapToEther(from: Address, token: Address, units: bigint, least = 0n): Transaction {
  const args = [units, least, [token, wrapped], from, maxUint256] as const
  return call(
    from,
    router,
    encodeFunctionData({ abi: routerAbi, functionName: 'swapExactTokensForETH', args }),
  )
}

/** Swaps Ether for the last token of the path, through those before it. */
export function swapEther(from: Address, path: readonly Address[], amount: string): Transaction {
  const args = [0n, [wrapped, ...path], from, maxUint256] as const
  const data = encodeFunctionData({ abi: routerAbi, functionName: 'swapExactETHForTokens', args })
  return call(from, router, data, parseEther(amount))
}

export function wrap(from: Address, amount: string): Transaction {
  const data = encodeFunctionData({ abi: wrappedAbi, functionName: 'deposit' })
  return call(from, wrapped, data, parseEther(amount))
}

export function unwrap(from: Address, amount: string): Transaction {
  const args = [parseEther(amount)] as const
  return call(from, wrapped, encodeFunctionData({ abi: wrappedAbi, functionName: 'withdraw', args }))
}

export function mintScene(to: Address): Transaction {
  return call(to, scenes, encodeFunctionData({ abi: scenesAbi, functionName: 'mint', args: [to] }))
}

export function moveScene(from: Address, to: Address, id: bigint): Transaction {
  const args = [from, to, id] as const
  return call(from, scenes, encodeFunctionData({ abi: scenesAbi, functionName: 'transferFrom', args }))
}

/** Mints an unrequested collectible. */
export function mintFlyer(to: Address): Transaction {
  const data = encodeFunctionData({ abi: scenesAbi, functionName: 'mint', args: [to] })
  return call(people.stranger, flyers, data)
}

export function mintBadges(to: Address, ids: readonly bigint[], amounts: readonly bigint[]): Transaction {
  const args = [to, ids, amounts] as const
  return call(to, badges, encodeFunctionData({ abi: badgesAbi, functionName: 'mintBatch', args }))
}

export function moveBadge(from: Address, to: Address, id: bigint, amount: bigint): Transaction {
  const args = [from, to, id, amount, '0x'] as const
  return call(from, badges, encodeFunctionData({ abi: badgesAbi, functionName: 'safeTransferFrom', args }))
}

function call(from: Address, to: Address, data: Hex, value?: bigint): Transaction {
  return { from, to, data, value }
}
