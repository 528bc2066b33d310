import { verifyEip155 } from 'latchkey/siwx'
import { type Hex, hashMessage, verifyMessage as verifyByKey, zeroAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { readContract, verifyMessage, verifyTypedData } from 'viem/actions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contracts, people } from '../../../chains/src/index.js'
import { startTestChain, type TestChain } from '../testing/startTestChain.js'
import { testWallet } from '../testing/testWallet.js'

let chain: TestChain
beforeAll(async () => {
  chain = await startTestChain()
}, 90_000)
afterAll(() => chain.stop())

const message = 'Good morning.'
const typed = {
  types: { Note: [{ name: 'text', type: 'string' }] },
  primaryType: 'Note',
  domain: { name: 'App', chainId: 31337, verifyingContract: contracts.dollar },
  message: { text: 'Hello' },
} as const

async function open() {
  const { key, signers } = await chain.fund()
  const wallet = testWallet({
    ...{ rpc: chain.rpc, chains: [chain.chain], signers },
    state: { type: 'smartAccount' },
  })
  const address = signers.eip155.address as Hex
  const sign = async () => ({
    text: (await wallet.request('personal_sign', [message, address])) as Hex,
    data: (await wallet.request('eth_signTypedData_v4', [address, JSON.stringify(typed)])) as Hex,
  })
  return { key, wallet, address, sign }
}

/** Whether everybody who verifies accepts the signatures: by the key, by the contract, and as the kit's services do. */
async function verdicts(address: Hex, { text, data }: { readonly text: Hex; readonly data: Hex }) {
  const question = { address, chainId: 'eip155:31337', clients: [chain.client] } as const
  return [
    await verifyByKey({ address, message, signature: text }),
    await verifyMessage(chain.client, { address, message, signature: text }),
    await verifyTypedData(chain.client, { address, ...typed, signature: data }),
    await verifyEip155({ ...question, text: message, signature: text }),
    await verifyEip155({ ...question, text: 'Another text.', signature: text }),
  ]
}
const accepted = [true, true, true, true, false]

test('a signature is valid before, while and after the account is a smart account', async () => {
  const { key, wallet, address, sign } = await open()
  const before = await sign()
  expect(await verdicts(address, before)).toEqual(accepted)

  const calls = [
    { to: people.wren, value: '0x1' },
    { to: people.wren, value: '0x2' },
  ]
  await wallet.request('wallet_sendCalls', [{ calls, chainId: '0x7a69', atomicRequired: true }])
  const while_ = await sign()
  expect(while_).toEqual(before)
  expect(await verdicts(address, while_)).toEqual(accepted)
  expect(
    await readContract(chain.client, {
      address,
      abi: [
        {
          type: 'function',
          name: 'isValidSignature',
          stateMutability: 'view',
          inputs: [{ type: 'bytes32' }, { type: 'bytes' }],
          outputs: [{ type: 'bytes4' }],
        },
      ],
      functionName: 'isValidSignature',
      args: [hashMessage(message), before.text],
    }),
  ).toBe('0x1626ba7e')

  // Another wallet with the same phrase takes the code away. The authorization has used up a nonce too.
  const account = privateKeyToAccount(key)
  const authorization = await account.signAuthorization({
    contractAddress: zeroAddress,
    chainId: 31337,
    nonce: 3,
  })
  const bytes = await account.signTransaction({
    ...{ chainId: 31337, nonce: 2, to: address, gas: 100_000n, type: 'eip7702' },
    ...{ maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 1n, authorizationList: [authorization] },
  })
  await chain.rpc('eip155:31337', 'eth_sendRawTransaction', [bytes])
  expect(await chain.rpc('eip155:31337', 'eth_getCode', [address, 'latest'])).toBe('0x')
  expect(await verdicts(address, await sign())).toEqual(accepted)
})

test('an account that has delegated to another contract changes over, and is told so', async () => {
  const { key, wallet, address } = await open()
  const account = privateKeyToAccount(key)
  const authorization = await account.signAuthorization({
    contractAddress: contracts.multicall,
    chainId: 31337,
    nonce: 1,
  })
  const bytes = await account.signTransaction({
    ...{ chainId: 31337, nonce: 0, to: people.wren, gas: 100_000n, type: 'eip7702' },
    ...{ maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 1n, authorizationList: [authorization] },
  })
  await chain.rpc('eip155:31337', 'eth_sendRawTransaction', [bytes])
  const calls = [
    { to: people.wren, value: '0x1' },
    { to: people.wren, value: '0x2' },
  ]
  const consent = await wallet.consent('wallet_sendCalls', [
    { calls, chainId: '0x7a69', atomicRequired: true },
  ])
  expect(consent.warnings).toContainEqual({ severity: 'caution', key: 'upgradeOther' })
  expect((await wallet.approve(consent)).status).toBe('done')
  expect(await chain.rpc('eip155:31337', 'eth_getCode', [address, 'latest'])).toBe(
    '0xef0100e6cae83bde06e4c305530e199d7217f42808555b',
  )
})

test('a chain that has other code at the address of the delegate gets no delegation', async () => {
  const { wallet, address } = await open()
  const calls = [
    { to: people.wren, value: '0x1' },
    { to: people.wren, value: '0x2' },
  ]
  const params = [{ calls, chainId: '0x7a69', atomicRequired: true }]
  const shown = await wallet.consent('wallet_sendCalls', params)
  const lying = testWallet({
    ...{ chains: [chain.chain], signers: wallet.signers, state: { type: 'smartAccount' } },
    rpc: (id, method, asked) =>
      method === 'eth_getCode' && asked[0] !== address
        ? Promise.resolve('0x6000')
        : chain.rpc(id, method, asked),
  })
  expect((await lying.refusal('wallet_sendCalls', params)).reason).toBe('atomicity')
  const rpc = lying.context().rpc
  expect(await wallet.approve(shown, undefined, rpc)).toMatchObject({
    status: 'refused',
    error: { reason: 'delegateChanged' },
  })
})
