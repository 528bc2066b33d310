import { decodeAbiParameters, type Hex, zeroAddress } from 'viem'

export type SimulatedLog = { readonly address: Hex; readonly topics: readonly unknown[]; readonly data: Hex }

/** What a log says about the account: more is positive, less is negative. */
export type Movement =
  | { readonly type: 'coin'; readonly units: bigint }
  | { readonly type: 'token'; readonly contract: Hex; readonly units: bigint }
  | { readonly type: 'item'; readonly contract: Hex; readonly units: bigint; readonly tokenId: string }
  | {
      readonly type: 'allowance'
      readonly contract: Hex
      readonly spender: Hex
      readonly units: bigint | 'all'
      /** Of the allowance for one collectible. */
      readonly tokenId?: string | undefined
    }

/** Items of one log that are read: more than a request may move and still be called measured. */
const mostRead = 200

/** The address with which a node's simulation logs movements of the coin (`traceTransfers`). */
const coinAddress = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const transferSingle = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'
const transferBatch = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb'
const approval = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
const approvalForAll = '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31'

/** Reads what the logs of a simulation say about an account. They are the contracts' own words. */
export function movementsIn(logs: readonly SimulatedLog[], account: Hex): readonly Movement[] {
  return logs.flatMap((log) => {
    try {
      return movementsOf(log, account.toLowerCase())
    } catch {
      // A log that does not fit its event says nothing.
      return []
    }
  })
}

function movementsOf({ address, topics, data }: SimulatedLog, account: string): readonly Movement[] {
  const contract = address.toLowerCase() as Hex
  const [event, first, second, third] = topics.map(String)
  switch (event) {
    case transfer: {
      const sign = signOf(first, second, account)
      if (sign === 0n) return []
      // An item's id is a topic, an amount is data.
      if (third !== undefined) {
        return [{ type: 'item', contract, units: sign, tokenId: String(BigInt(third)) }]
      }
      const units = numberIn(data)
      if (contract === coinAddress) return [{ type: 'coin', units: sign * units }]
      return [{ type: 'token', contract, units: sign * units }]
    }
    case transferSingle: {
      const sign = signOf(second, third, account)
      const [id, count] = decodeAbiParameters([{ type: 'uint256' }, { type: 'uint256' }], data)
      return sign === 0n ? [] : [{ type: 'item', contract, units: sign * count, tokenId: String(id) }]
    }
    case transferBatch: {
      const sign = signOf(second, third, account)
      const [ids, counts] = decodeAbiParameters([{ type: 'uint256[]' }, { type: 'uint256[]' }], data)
      if (sign === 0n) return []
      return ids.slice(0, mostRead).map((id, index): Movement => {
        return { type: 'item', contract, units: sign * (counts[index] ?? 0n), tokenId: String(id) }
      })
    }
    case approval: {
      const spender = addressIn(second) as Hex
      if (addressIn(first) !== account || second === undefined) return []
      if (third === undefined) return [{ type: 'allowance', contract, spender, units: numberIn(data) }]
      // An item's id is a topic. One spender at a time may take it; the zero address is nobody.
      const units = spender === zeroAddress ? 0n : 1n
      return [{ type: 'allowance', contract, spender, units, tokenId: String(BigInt(third)) }]
    }
    case approvalForAll: {
      if (addressIn(first) !== account || second === undefined) return []
      const units = numberIn(data) === 0n ? 0n : 'all'
      return [{ type: 'allowance', contract, spender: addressIn(second) as Hex, units }]
    }
    default:
      return []
  }
}

/** 1 if the account gets something, -1 if it gives something away, 0 for neither or both. */
function signOf(from: string | undefined, to: string | undefined, account: string): bigint {
  return BigInt(Number(addressIn(to) === account) - Number(addressIn(from) === account))
}

const addressIn = (topic: string | undefined): string =>
  /^0x0{24}[0-9a-f]{40}$/i.test(topic ?? '') ? `0x${topic?.slice(26)}`.toLowerCase() : ''

const numberIn = (data: Hex): bigint => decodeAbiParameters([{ type: 'uint256' }], data)[0]
