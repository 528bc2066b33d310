import type { OperationType } from 'latchkey/protocol'
import { type Entry, type Hex, zeroAddress } from './Entry.js'

/** The operation of a call, by the function selectors of the token standards. */
const intents: { readonly [selector: Hex]: OperationType } = {
  /** `transfer(address,uint256)` */
  '0xa9059cbb': 'send',
  /** `transferFrom(address,address,uint256)` */
  '0x23b872dd': 'send',
  /** `safeTransferFrom` of ERC-721, with and without data */
  '0x42842e0e': 'send',
  '0xb88d4fde': 'send',
  /** `safeTransferFrom` and `safeBatchTransferFrom` of ERC-1155 */
  '0xf242432a': 'send',
  '0x2eb2c2d6': 'send',
  /** `approve(address,uint256)` */
  '0x095ea7b3': 'approve',
  /** `setApprovalForAll(address,bool)` */
  '0xa22cb465': 'approve',
}

/** Whether a call is one by which an account itself sends a token: of ERC-20, ERC-721 or ERC-1155. */
export function sendsToken(selector: Hex): boolean {
  return intents[selector] === 'send'
}

/**
 * Calls that keep their own name whatever tokens were seen to move. Wrapping a coin returns no transfer and would show
 * as sent; a vault's share (ERC-4626) would make its deposit show as a trade.
 */
const named: { readonly [selector: Hex]: OperationType } = {
  /** `deposit()` and `withdraw(uint256)` of wrapped coins */
  '0xd0e30db0': 'deposit',
  '0x2e1a7d4d': 'withdraw',
  /** `deposit(uint256,address)` and `mint(uint256,address)` of vaults */
  '0x6e553f65': 'deposit',
  '0x94bf804d': 'deposit',
  /** `withdraw(uint256,address,address)` and `redeem(uint256,address,address)` of vaults */
  '0xb460af94': 'withdraw',
  '0xba087652': 'withdraw',
}

/** Returns what a transaction did for the account: by its movements or, without any, by its call. */
export function operationOf(entry: Entry, account: Hex): OperationType {
  const { to, isOwn, movements, approvals, selector } = entry
  if (isOwn && to === null) return 'deploy'
  const name = isOwn ? named[selector] : undefined
  if (name !== undefined) return name
  const sent = movements.filter(({ from }) => from === account)
  const got = movements.filter((one) => one.to === account && one.from !== account)
  const given = sent.filter((one) => one.to !== account)
  if (given.length > 0 && got.length > 0) {
    const isMint = got.every(isMade) && given.every(({ standard }) => standard === 'native')
    return isMint ? 'mint' : 'trade'
  }
  if (given.length > 0) return given.every(isDestroyed) ? 'burn' : 'send'
  if (got.length > 0) return isOwn && got.every(isMade) ? 'mint' : 'receive'
  if (sent.length > 0) return 'send'
  if (approvals.length > 0) return approvals.every(({ isRevoked }) => isRevoked) ? 'revoke' : 'approve'
  // Wallets replace a pending transaction with an empty one to their own account.
  if (selector === '0x') return to === account ? 'cancel' : 'send'
  return intents[selector] ?? 'execute'
}

function isMade({ standard, from }: Entry['movements'][number]): boolean {
  return standard !== 'native' && from === zeroAddress
}

function isDestroyed({ standard, to }: Entry['movements'][number]): boolean {
  return standard !== 'native' && to === zeroAddress
}
