import type { SessionRequest } from '@latchkey/sign-client/wallet'
import { expect, test } from 'vitest'
import { addressesOn, grantedAccounts, openAccounts } from './accounts.js'
import { answerAtOnce, readTask } from './perform.js'
import type { Settings } from './settings.js'

const ledger = (namespace: 'solana' | 'bip122' | 'polkadot', reference: string) => ({
  ...{ namespace, reference, name: `Local ${namespace}`, rpcUrl: 'http://127.0.0.1:1' },
  state: 'ready' as const,
})
const settings: Settings = {
  relay: 'ws://127.0.0.1:1',
  chains: [{ id: 31337, name: 'Local One', rpcUrl: 'http://127.0.0.1:1' }],
  ledgers: [
    ledger('solana', 'LatchkeyLoca1SoLanaLedger1111111'),
    ledger('bip122', '0f9188f13cb7b2c71f2a335e3a4fc328'),
    ledger('polkadot', '45454545454545454545454545454545'),
  ],
}
const [evm, solana, bip122, polkadot] = [
  'eip155:31337',
  'solana:LatchkeyLoca1SoLanaLedger1111111',
  'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
  'polkadot:45454545454545454545454545454545',
] as const

const accounts = await openAccounts(settings)
const ownOn = (networkId: string, index = 0) => {
  const account = accounts[index]
  return account === undefined ? [] : addressesOn(account, networkId)
}
const request = (chainId: string, method: string, params: unknown): SessionRequest => ({
  ...{ id: 1, topic: 'topic', chainId, method, params },
  expiresAt: 0,
})
const read = (...parameters: Parameters<typeof request>) =>
  readTask(request(...parameters), { settings, accounts })

test('every account has an address in each family, and no two are the same', () => {
  for (const networkId of [evm, solana, bip122, polkadot]) {
    const all = accounts.flatMap((_, index) => ownOn(networkId, index))
    expect(all.length).toBeGreaterThanOrEqual(accounts.length)
    expect(new Set(all).size).toBe(all.length)
  }
})

test('a request is told with its account, address and network, and signed after approval', async () => {
  const [second = ''] = ownOn(solana, 1)
  const task = await read(solana, 'solana_signMessage', { message: 'Ldp', pubkey: second })
  expect(task).toMatchObject({
    title: 'Sign this message?',
    address: second,
    account: accounts[1],
    network: { name: 'Local solana' },
  })
  expect(await task.run()).toMatchObject({ signature: expect.any(String) })

  const [, ordinals = ''] = ownOn(bip122)
  const signed = await read(bip122, 'signMessage', { message: 'Hi', account: ordinals, protocol: 'bip322' })
  expect(await signed.run()).toMatchObject({ address: ordinals })
  const [address] = ownOn(polkadot)
  const polkadotTask = await read(polkadot, 'polkadot_signMessage', { message: 'Hi', address })
  expect(await polkadotTask.run()).toMatchObject({ signature: expect.stringMatching(/^0x[0-9a-f]{128}$/) })
  const evmTask = await read(evm, 'personal_sign', ['0x4869', ownOn(evm)[0]])
  expect(evmTask).toMatchObject({ address: ownOn(evm)[0], lines: [['Message', 'Hi']] })
})

test('another network, account, family’s method, or what cannot be read, is refused', async () => {
  const [address] = ownOn(solana)
  const refused = async (code: number, ...parameters: Parameters<typeof request>) =>
    expect(read(...parameters)).rejects.toMatchObject({ code })
  await refused(5100, 'solana:mainnet', 'solana_signMessage', { message: 'Ldp', pubkey: address })
  await refused(-32602, solana, 'solana_signMessage', { message: 'Ldp', pubkey: '1'.repeat(32) })
  await refused(-32602, evm, 'personal_sign', ['0x00', address])
  await refused(-32601, solana, 'eth_sendTransaction', [])
  await expect(read(solana, 'solana_signTransaction', { pubkey: address })).rejects.toThrow()
})

test('addresses are told without asking the user; everything else is asked', async () => {
  const [payment, ordinals] = ownOn(bip122)
  const told = answerAtOnce(request(bip122, 'getAccountAddresses', { account: payment }), accounts)
  expect(await told).toMatchObject([{ address: payment }, { address: ordinals }])
  expect(await answerAtOnce(request(solana, 'solana_getAccounts', undefined), accounts)).toEqual([
    { pubkey: ownOn(solana)[0] },
  ])
  expect(answerAtOnce(request(bip122, 'signMessage', { account: payment }), accounts)).toBeUndefined()
  expect(answerAtOnce(request(evm, 'eth_accounts', []), accounts)).toBeUndefined()
})

test('an app may use only the accounts that its session grants', async () => {
  const [second = ''] = ownOn(solana, 1)
  const names = { methods: [], events: [] }
  const session = { namespaces: { solana: { accounts: [`${solana}:${second}`], ...names } } }
  const granted = grantedAccounts(accounts, session, solana)
  expect(granted).toEqual([accounts[1]])
  expect(grantedAccounts(accounts, session, bip122)).toEqual([])
  const [first] = ownOn(solana)
  const asked = request(solana, 'solana_signMessage', { message: 'Ldp', pubkey: first })
  await expect(readTask(asked, { settings, accounts: granted })).rejects.toMatchObject({ code: -32602 })
  expect(await answerAtOnce(request(solana, 'solana_getAccounts', undefined), granted)).toEqual([
    { pubkey: second },
  ])
})
