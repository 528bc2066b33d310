import { embeddedPolicy } from 'latchkey/frame'
import type { RpcMethod } from 'latchkey/protocol'

/**
 * What the wallet does with a method: passes it on to a node or a bundler, answers by itself, asks the visitor, or
 * refuses.
 */
export type Treatment = 'node' | 'bundler' | 'answer' | 'ask' | 'refuse'

/** Methods that the wallet itself treats in another way than the kit's policy says. */
const own: { readonly [method in RpcMethod | `solana_${string}`]?: Treatment } = {
  // Only what the wallet has signed: `read` looks at the bytes.
  eth_sendRawTransaction: 'ask',
  wallet_revokePermissions: 'ask',

  eth_coinbase: 'answer',
  wallet_getCapabilities: 'answer',
  wallet_getCallsStatus: 'answer',
  wallet_getAssets: 'answer',
  solana_getAccounts: 'answer',
  solana_requestAccounts: 'answer',

  eth_getUserOperationReceipt: 'bundler',
  eth_estimateUserOperationGas: 'bundler',
  eth_getUserOperationByHash: 'bundler',
  eth_supportedEntryPoints: 'bundler',

  // Nothing can be sent to the page later, and there is no other place to show a batch.
  eth_subscribe: 'refuse',
  eth_unsubscribe: 'refuse',
  wallet_showCallsStatus: 'refuse',

  // Of versions that hash less than they show.
  eth_signTypedData: 'refuse',
  eth_signTypedData_v3: 'refuse',
  wallet_watchAsset: 'refuse',
}

/** Decides by the kit's table of methods (`rpcMethods`); unknown ones are refused, `eth_sign` among them. */
export function treatmentOf(method: string): Treatment {
  const policy = embeddedPolicy(method)
  if (policy === 'unknown') return 'refuse'
  const mine = own[method as RpcMethod]
  if (mine !== undefined) return mine
  switch (policy) {
    case 'safe':
      return 'node'
    case 'unsafe':
      return 'ask'
    default:
      return 'answer'
  }
}
