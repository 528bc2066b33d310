import { afterEach, expect, test } from 'vitest'
import type { RpcCall } from '../../../outbound/post.js'
import { startScriptedNode } from '../../../testing/startScriptedNode.js'
import { startService } from '../../../testing/startService.js'
import { accountOf } from './ss58.js'

const genesis = '0x91b171bb158e2d3848fa23a9f1c25182fb8e20313b2c1eb49219da7a70ce90c3'
const chainId = `polkadot:${genesis.slice(2, 34)}`
/** One account, written for Polkadot and for no network. */
const alice = '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'
const generic = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'
const cleanups: (() => void | Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

const amount = (units: bigint) =>
  Buffer.from(units.toString(16).padStart(32, '0'), 'hex').reverse().toString('hex')
const entryOf = (free: bigint, rest = 0n) => `0x${'00'.repeat(16)}${amount(free)}${amount(rest).repeat(3)}`

async function ask(
  address: string,
  entry: unknown,
  properties: unknown = { tokenSymbol: 'DOT', tokenDecimals: 10 },
) {
  const keys: unknown[] = []
  const node = await startScriptedNode(
    ({ method, params }: RpcCall) => {
      if (method !== 'state_getStorage') return undefined
      keys.push(params)
      return entry
    },
    { chain_getBlockHash: genesis, system_properties: properties },
  )
  cleanups.push(node.stop)
  const none = { ens: [], swapRouters: [], stablecoins: [], tokens: [] }
  const service = await startService('', { chains: [`${chainId}=${node.url}`], ...none })
  cleanups.push(service.close)
  const { status, body } = await service.ask({ path: `/v1/account/${address}/balance?chainId=${chainId}` })
  const history = await service.ask({ path: `/v1/account/${address}/history?chainId=${chainId}` })
  return { status, balances: (body as { balances?: unknown }).balances, keys, history }
}

test.each([alice, generic])('the balance of %s is what the chain keeps of it', async (address) => {
  const { balances, keys } = await ask(address, entryOf(12_345_678_901n, 7n))
  expect(balances).toEqual([
    {
      name: 'Polkadot',
      symbol: 'DOT',
      chainId,
      price: 0,
      quantity: { decimals: '10', numeric: '1.2345678901' },
      iconUrl: '',
    },
  ])
  // The key of Alice in `System.Account`, as every chain of this kind has it.
  expect(keys).toEqual([
    [
      '0x26aa394eea5630e07c48ae0c9558cef7b99d880ec681799c0cf30e8886371da9de1e86a9a8c739864cf3cc5ec2bea59fd43593c715fdd31c61141abd04a99fd6822c8558854ccde39a5684e7a56da27d',
    ],
  ])
})

test('an account that the chain does not know has nothing', async () => {
  // A stand-in’s `null` is its usual reply.
  const { balances } = await ask(alice, { error: null, result: null })
  expect(balances).toEqual([])
})

test('a chain with several coins tells its own first', async () => {
  const { balances } = await ask(alice, entryOf(5n), { tokenSymbol: ['KSM', 'X'], tokenDecimals: [12, 3] })
  expect(balances).toMatchObject([{ symbol: 'KSM', quantity: { decimals: '12', numeric: '0.000000000005' } }])
})

test.each([
  ['an entry of another length', entryOf(5n).slice(0, -2), undefined],
  ['a coin without decimals', entryOf(5n), { tokenSymbol: 'DOT' }],
  ['a coin with a name that is none', entryOf(5n), { tokenSymbol: '<b>', tokenDecimals: 10 }],
])('%s is no balance', async (_, entry, properties) => {
  expect((await ask(alice, entry, properties)).status).toBe(502)
})

test('there is no history, and the answer says so', async () => {
  expect((await ask(alice, entryOf(5n))).history.body).toEqual({ data: [], next: null, lacks: ['older'] })
})

test.each([
  [alice, true],
  [generic, true],
  [`${alice.slice(0, -1)}6`, false],
  ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', false],
  ['', false],
])('%s is an account: %s', (text, isOne) => {
  expect(accountOf(text) !== undefined).toBe(isOne)
})
