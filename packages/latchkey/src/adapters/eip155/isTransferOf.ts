import type { Transfer } from '../../core/transfers.js'
import { callOf } from './callOf.js'

/** The fields of a transaction that identify the transfer it makes. */
export type Made = {
  readonly from: string
  readonly to: string | null
  readonly value: bigint
  readonly input: string
}

/**
 * Checks whether a transaction carries out a transfer: same sender, recipient, token and amount. Ignores data after the
 * call's arguments, and any data of a coin transfer: wallets append a tag there, and a visitor who reads "not sent"
 * sends again (decision 110).
 */
export function isTransferOf({ from, to, value, input }: Made, transfer: Transfer): boolean {
  const call = callOf(transfer)
  // Contracts do not read data after a call's own arguments.
  const isCall = call.data === undefined || input.toLowerCase().startsWith(call.data.toLowerCase())
  return isSame(from, transfer.from) && isSame(to, call.to) && value === call.value && isCall
}

/**
 * Checks whether a transaction other than the transfer itself may still carry it out: wallets that batch, and accounts
 * with code, call a contract that pays the recipient. A token's own `transfer` can only pay the recipient in its
 * argument.
 */
export function mayCarry({ to, input }: Made, { to: recipient, tokenAddress }: Transfer): boolean {
  const isOwnCall = tokenAddress !== undefined && isSame(to, tokenAddress) && plainCall.test(input)
  return !isOwnCall && input.toLowerCase().includes(recipient.slice(2).toLowerCase())
}

/** `transfer(address,uint256)`, and nothing behind it. */
const plainCall = /^0xa9059cbb[0-9a-f]{128}$/i

/** Compares two addresses, ignoring case. */
export const isSame = (one: string | null, other: string) => one?.toLowerCase() === other.toLowerCase()
