import { describe, expect, test } from 'vitest'
import { isTransactionHash, rpcMethods, rpcPolicy } from './rpcMethods.js'

describe('rpcPolicy', () => {
  test.each([
    ['eth_chainId', 'local'],
    ['eth_getBalance', 'safe'],
    ['eth_sendRawTransaction', 'safe'],
    ['wallet_getCapabilities', 'safe'],
    ['personal_sign', 'unsafe'],
    ['eth_sendTransaction', 'unsafe'],
    ['wallet_sendCalls', 'unsafe'],
    ['net_version', 'local'],
    ['personal_ecRecover', 'safe'],
    ['eth_subscribe', 'safe'],
    ['wallet_switchEthereumChain', 'connection'],
    ['wallet_revokePermissions', 'connection'],
    ['wallet_watchAsset', 'unsafe'],
    ['eth_signTypedData_v3', 'unsafe'],
    ['debug_traceTransaction', 'unknown'],
    ['eth_sign', 'unknown'],
    ['eth_signTransaction', 'unknown'],
    ['solana_getAccounts', 'unknown'],
    ['signPsbt', 'unknown'],
    ['constructor', 'unknown'],
    ['__proto__', 'unknown'],
    ['', 'unknown'],
  ] as const)('%s is %s', (method, policy) => {
    expect(rpcPolicy(method)).toBe(policy)
  })

  // Spec §5 "RPC", but for `wallet_revokePermissions`, and with what decision 042 adds.
  test('the unsafe methods are the spec’s of this family, and those of decision 042', () => {
    const unsafe = Object.entries(rpcMethods).flatMap(([method, policy]) =>
      policy === 'unsafe' ? [method] : [],
    )
    expect(unsafe.sort()).toEqual([
      'eth_sendTransaction',
      'eth_sendUserOperation',
      'eth_signTypedData',
      'eth_signTypedData_v3',
      'eth_signTypedData_v4',
      'personal_sign',
      'wallet_grantPermissions',
      'wallet_sendCalls',
      'wallet_watchAsset',
    ])
  })
})

test('a transaction hash is 0x and 64 hex digits', () => {
  expect(isTransactionHash(`0x${'aF'.repeat(32)}`)).toBe(true)
  for (const value of [
    `0x${'a'.repeat(63)}`,
    `0x${'a'.repeat(65)}`,
    'a'.repeat(64),
    `0X${'a'.repeat(64)}`,
    ` 0x${'a'.repeat(64)}`,
    [`0x${'a'.repeat(64)}`],
    `0x${'g'.repeat(64)}`,
    1,
  ]) {
    expect(isTransactionHash(value)).toBe(false)
  }
})
