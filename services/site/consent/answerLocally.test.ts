import { walletAssetsSchema } from 'latchkey/protocol'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contracts, people } from '../../../chains/src/index.js'
import { startTestChain, type TestChain } from '../testing/startTestChain.js'
import { noNode, signersOf, testWallet } from '../testing/testWallet.js'

let chain: TestChain
beforeAll(async () => {
  chain = await startTestChain()
}, 90_000)
afterAll(() => chain.stop())

/** The key of marlow, the second account of the development phrase, who has tokens. */
const marlow = signersOf('0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d')
const open = () =>
  testWallet({
    rpc: chain.rpc,
    signers: marlow,
    chains: [{ ...chain.chain, tokens: [contracts.dollar, contracts.grove] }],
  })

test('the account and the chain', async () => {
  const wallet = testWallet({ rpc: noNode, signers: marlow })
  expect(await wallet.request('eth_accounts', [])).toEqual([people.marlow])
  expect(await wallet.request('eth_requestAccounts', [])).toEqual([people.marlow])
  expect(await wallet.request('eth_coinbase', [])).toBe(people.marlow)
  expect(await wallet.request('eth_chainId', [])).toBe('0x7a69')
  expect(await wallet.request('net_version', [])).toBe('31337')
  expect(await wallet.request('solana_getAccounts', {})).toEqual([
    { pubkey: wallet.context().account.solana },
  ])
  expect(await wallet.request('wallet_getPermissions', [])).toMatchObject([
    { parentCapability: 'eth_accounts' },
  ])
})

test('capabilities, by what the account is', async () => {
  const asked = async (type: 'eoa' | 'smartAccount', ...params: readonly unknown[]) => {
    const wallet = open()
    wallet.state.type = type
    return wallet.request('wallet_getCapabilities', params)
  }
  expect(await asked('eoa')).toMatchObject({ '0x7a69': { atomic: { status: 'ready' } } })
  expect(await asked('smartAccount', people.marlow, ['0x7a69'])).toMatchObject({
    '0x7a69': { atomic: { status: 'supported' } },
  })
  expect(await asked('smartAccount', people.marlow, ['0x1'])).toEqual({})
  expect((await open().refusal('wallet_getCapabilities', [people.wren])).reason).toBe('notOwnAccount')
})

test('assets, as the kit reads them', async () => {
  const wallet = open()
  const assets = (await wallet.request('wallet_getAssets', [{ account: people.marlow }])) as {
    '0x7a69': unknown
  }
  expect(v.parse(walletAssetsSchema, assets['0x7a69'])).toMatchObject([
    { address: 'native', type: 'NATIVE' },
    { address: contracts.dollar, type: 'ERC20', metadata: { symbol: 'KUSD', decimals: 6 } },
  ])
})

test('another chain: changed by the surface if the wallet serves it, and none is added', async () => {
  const wallet = open()
  expect(await wallet.read('wallet_switchEthereumChain', [{ chainId: '0x7a69' }])).toEqual({
    status: 'switch',
    chainId: 'eip155:31337',
  })
  expect((await wallet.refusal('wallet_switchEthereumChain', [{ chainId: '0x1' }])).rpc).toBe(4902)
  expect((await wallet.refusal('wallet_switchEthereumChain', [{}])).reason).toBe('invalid')
  expect((await wallet.refusal('wallet_addEthereumChain', [{ chainId: '0x1' }])).rpc).toBe(4200)
  expect(await wallet.request('wallet_addEthereumChain', [{ chainId: '0x7a69' }])).toBeNull()
})
