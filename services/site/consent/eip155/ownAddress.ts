import { getAddress, type Hex } from 'viem'
import { isAddressShape, isSameHex } from '../../accounts/hex.js'
import { refuse } from '../../accounts/Refusal.js'
import type { ReadContext } from '../ReadContext.js'

/** The wallet's account, if a parameter names it. @throws {Refusal} `notOwnAccount` for another one */
export function requireOwn(
  value: unknown,
  fieldName: string,
  { account }: Pick<ReadContext, 'account'>,
): Hex {
  if (isAddressShape(value) && isSameHex(value, account.eip155)) return getAddress(account.eip155)
  throw refuse('notOwnAccount', { field: fieldName })
}

export const isOwn = (value: unknown, { account }: Pick<ReadContext, 'account'>): boolean =>
  isAddressShape(value) && isSameHex(value, account.eip155)
