/**
 * How the kit treats each method of EIP-1193 providers (spec §5 "RPC", §6; beyond the spec's list: decision 042). The
 * methods of other families are in their adapters (`WalletProtocol`).
 *
 * - `local`: the kit answers it itself.
 * - `safe`: reads; needs no approval and is not aborted when open requests are rejected.
 * - `connection`: about the connection itself; the wallet answers, or asks its user, at once.
 * - `unsafe`: the visitor must approve it in the wallet.
 *
 * A method that is not in the table is `unknown`, and refused.
 */
export const rpcMethods = {
  eth_chainId: 'local',
  eth_accounts: 'local',
  eth_requestAccounts: 'local',
  net_version: 'local',

  eth_blockNumber: 'safe',
  eth_call: 'safe',
  eth_coinbase: 'safe',
  eth_createAccessList: 'safe',
  eth_estimateGas: 'safe',
  eth_feeHistory: 'safe',
  eth_gasPrice: 'safe',
  eth_getAccount: 'safe',
  eth_getBalance: 'safe',
  eth_getBlockByHash: 'safe',
  eth_getBlockByNumber: 'safe',
  eth_getBlockReceipts: 'safe',
  eth_getBlockTransactionCountByHash: 'safe',
  eth_getBlockTransactionCountByNumber: 'safe',
  eth_getCode: 'safe',
  eth_getFilterChanges: 'safe',
  eth_getFilterLogs: 'safe',
  eth_getLogs: 'safe',
  eth_getProof: 'safe',
  eth_getStorageAt: 'safe',
  eth_getTransactionByBlockHashAndIndex: 'safe',
  eth_getTransactionByBlockNumberAndIndex: 'safe',
  eth_getTransactionByHash: 'safe',
  eth_getTransactionCount: 'safe',
  eth_getTransactionReceipt: 'safe',
  eth_getUncleCountByBlockHash: 'safe',
  eth_getUncleCountByBlockNumber: 'safe',
  eth_maxPriorityFeePerGas: 'safe',
  eth_newBlockFilter: 'safe',
  eth_newFilter: 'safe',
  eth_newPendingTransactionFilter: 'safe',
  eth_sendRawTransaction: 'safe',
  eth_syncing: 'safe',
  eth_uninstallFilter: 'safe',
  wallet_getCapabilities: 'safe',
  wallet_getCallsStatus: 'safe',
  wallet_getAssets: 'safe',
  eth_getUserOperationReceipt: 'safe',
  eth_estimateUserOperationGas: 'safe',
  eth_getUserOperationByHash: 'safe',
  eth_supportedEntryPoints: 'safe',
  eth_blobBaseFee: 'safe',
  eth_simulateV1: 'safe',
  eth_subscribe: 'safe',
  eth_unsubscribe: 'safe',
  net_listening: 'safe',
  web3_clientVersion: 'safe',
  web3_sha3: 'safe',
  personal_ecRecover: 'safe',
  wallet_showCallsStatus: 'safe',

  wallet_switchEthereumChain: 'connection',
  wallet_addEthereumChain: 'connection',
  wallet_getPermissions: 'connection',
  wallet_requestPermissions: 'connection',
  wallet_revokePermissions: 'connection',

  personal_sign: 'unsafe',
  eth_signTypedData_v4: 'unsafe',
  eth_sendTransaction: 'unsafe',
  wallet_sendCalls: 'unsafe',
  wallet_grantPermissions: 'unsafe',
  eth_sendUserOperation: 'unsafe',
  eth_signTypedData: 'unsafe',
  eth_signTypedData_v3: 'unsafe',
  wallet_watchAsset: 'unsafe',
} as const

export type RpcMethod = keyof typeof rpcMethods
export type RpcPolicy = (typeof rpcMethods)[RpcMethod] | 'unknown'

export function rpcPolicy(method: string): RpcPolicy {
  return Object.hasOwn(rpcMethods, method) ? rpcMethods[method as RpcMethod] : 'unknown'
}

/** Checks that an answer is a transaction hash (spec §5 "RPC"). Rejects `0X…`, as nodes do. */
export function isTransactionHash(value: unknown): value is `0x${string}` {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{64}$/.test(value)
}
