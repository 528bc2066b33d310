import { rpcMethods } from 'latchkey/protocol'
import { expect, test } from 'vitest'
import { noNode, testWallet } from '../testing/testWallet.js'
import { treatmentOf } from './treatmentOf.js'

test('every method of the kit has its treatment', () => {
  const by: { [treatment: string]: string[] } = {}
  for (const method of Object.keys(rpcMethods)) {
    const treatment = treatmentOf(method)
    by[treatment] = [...(by[treatment] ?? []), method]
  }
  expect({ ask: by.ask, answer: by.answer, bundler: by.bundler, refuse: by.refuse }).toMatchInlineSnapshot(`
    {
      "answer": [
        "eth_chainId",
        "eth_accounts",
        "eth_requestAccounts",
        "net_version",
        "eth_coinbase",
        "wallet_getCapabilities",
        "wallet_getCallsStatus",
        "wallet_getAssets",
        "wallet_switchEthereumChain",
        "wallet_addEthereumChain",
        "wallet_getPermissions",
        "wallet_requestPermissions",
      ],
      "ask": [
        "eth_sendRawTransaction",
        "wallet_revokePermissions",
        "personal_sign",
        "eth_signTypedData_v4",
        "eth_sendTransaction",
        "wallet_sendCalls",
        "wallet_grantPermissions",
        "eth_sendUserOperation",
      ],
      "bundler": [
        "eth_getUserOperationReceipt",
        "eth_estimateUserOperationGas",
        "eth_getUserOperationByHash",
        "eth_supportedEntryPoints",
      ],
      "refuse": [
        "eth_subscribe",
        "eth_unsubscribe",
        "wallet_showCallsStatus",
        "eth_signTypedData",
        "eth_signTypedData_v3",
        "wallet_watchAsset",
      ],
    }
  `)
  expect(by.node).toContain('eth_call')
  expect(by.node?.every((method) => /^(?:eth|net|web3|personal_ecRecover)/.test(method))).toBe(true)
})

test.each([
  ['solana_getAccounts', 'answer'],
  ['solana_requestAccounts', 'answer'],
  ['solana_signMessage', 'ask'],
  ['solana_signTransaction', 'ask'],
  ['solana_signAllTransactions', 'ask'],
  ['solana_signAndSendTransaction', 'ask'],
  ['solana_other', 'refuse'],
  ['signPsbt', 'refuse'],
  ['polkadot_signMessage', 'refuse'],
])('%s of another family: %s', (method, treatment) => {
  expect(treatmentOf(method)).toBe(treatment)
})

test('unknown methods are refused, also those that every object has', () => {
  for (const method of ['eth_sign', 'toString', '__proto__', 'hasOwnProperty', 'eth_sendTransaction ', '']) {
    expect(treatmentOf(method)).toBe('refuse')
  }
})

test('reads are passed on without being looked at, for chains that the wallet serves', async () => {
  const wallet = testWallet({ rpc: noNode })
  expect(await wallet.read('eth_call', [{}])).toEqual({ status: 'pass', to: 'node' })
  expect(await wallet.read('eth_getUserOperationReceipt', ['0x'])).toEqual({ status: 'pass', to: 'bundler' })
  expect((await wallet.refusal('eth_call', [{}], 'eip155:1')).reason).toBe('chainUnknown')
  expect((await wallet.refusal('personal_sign', ['0x', '0x'], 'eip155:1')).rpc).toBe(4901)
})
