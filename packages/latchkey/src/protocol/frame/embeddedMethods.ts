import { type RpcPolicy, rpcPolicy } from '../rpcMethods.js'

/** Solana's methods that the embedded wallet has (spec §5 "Frame messages"); the kit's own table holds those of EIP-1193. */
const solana: ReadonlyMap<string, RpcPolicy> = new Map([
  ['solana_getAccounts', 'safe'],
  ['solana_requestAccounts', 'safe'],
  ['solana_signMessage', 'unsafe'],
  ['solana_signTransaction', 'unsafe'],
  ['solana_signAllTransactions', 'unsafe'],
  ['solana_signAndSendTransaction', 'unsafe'],
])

/** The methods after which something may be on a chain: a request that is given up may have been carried out. */
export const sendingMethods: ReadonlySet<string> = new Set([
  'eth_sendTransaction',
  'eth_sendRawTransaction',
  'eth_sendUserOperation',
  'wallet_sendCalls',
  'solana_signAndSendTransaction',
])

/** Tells how the embedded wallet treats a method of either of its families; it refuses `unknown` ones. */
export function embeddedPolicy(method: string): RpcPolicy {
  const policy = rpcPolicy(method)
  return policy === 'unknown' ? (solana.get(method) ?? 'unknown') : policy
}
