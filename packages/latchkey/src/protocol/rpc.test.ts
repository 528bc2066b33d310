import { describe, expect, test } from 'vitest'
import { isTransactionHash, rpcMethods, rpcPolicy } from './rpc.js'

describe('rpcPolicy', () => {
  test.each([
    ['eth_chainId', 'local'],
    ['eth_getBalance', 'safe'],
    ['eth_sendRawTransaction', 'safe'],
    ['wallet_getCapabilities', 'safe'],
    ['personal_sign', 'unsafe'],
    ['eth_sendTransaction', 'unsafe'],
    ['wallet_sendCalls', 'unsafe'],
    ['eth_sign', 'forbidden'],
    ['eth_signTransaction', 'forbidden'],
    ['constructor', 'forbidden'],
    ['__proto__', 'forbidden'],
    ['', 'forbidden'],
  ] as const)('%s is %s', (method, policy) => {
    expect(rpcPolicy(method)).toBe(policy)
  })

  // Spec §5 "RPC": the unsafe methods, all of them.
  test('the unsafe methods are the spec’s', () => {
    const unsafe = Object.entries(rpcMethods).flatMap(([method, policy]) =>
      policy === 'unsafe' ? [method] : [],
    )
    expect(unsafe.sort()).toEqual([
      'eth_sendTransaction',
      'eth_sendUserOperation',
      'eth_signTypedData_v4',
      'personal_sign',
      'solana_signAllTransactions',
      'solana_signAndSendTransaction',
      'solana_signMessage',
      'solana_signTransaction',
      'wallet_grantPermissions',
      'wallet_revokePermissions',
      'wallet_sendCalls',
    ])
  })
})

test('a transaction hash is 0x and 64 hex digits', () => {
  expect(isTransactionHash(`0x${'aF'.repeat(32)}`)).toBe(true)
  for (const value of [
    `0x${'a'.repeat(63)}`,
    `0x${'a'.repeat(65)}`,
    'a'.repeat(64),
    `0x${'g'.repeat(64)}`,
    1,
  ]) {
    expect(isTransactionHash(value)).toBe(false)
  }
})
