import type { OperationType } from 'latchkey/protocol'
import { type Entry, type Hex, zeroAddress } from './Entry.js'

/** What a call meant to do, by the functions of the token standards. */
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

/**
 * What an own call is called whatever was seen to move by it. A coin that is wrapped comes back by no transfer, and would
 * pass for sent; a vault's share for what is put in (ERC-4626) would pass for bought.
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

/** What a transaction did from the account's side: what moved tells, and where nothing did, what was asked. */
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
  // Coin sent to oneself in no amount: this is how a transaction that waits is replaced by nothing.
  if (selector === '0x') return to === account ? 'cancel' : 'send'
  return intents[selector] ?? 'execute'
}

function isMade({ standard, from }: Entry['movements'][number]): boolean {
  return standard !== 'native' && from === zeroAddress
}

function isDestroyed({ standard, to }: Entry['movements'][number]): boolean {
  return standard !== 'native' && to === zeroAddress
}
