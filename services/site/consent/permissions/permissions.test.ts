import { encodeFunctionData, erc20Abi, getAddress, type Hex, pad, toHex, zeroAddress } from 'viem'
import { getBalance } from 'viem/actions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contracts, people } from '../../../../chains/src/index.js'
import { permissionsOf } from '../../accounts/permissions/keptPermissions.js'
import type { Rpc } from '../../accounts/Rpc.js'
import { startTestChain, type TestChain } from '../../testing/startTestChain.js'
import { testWallet, warningsOf } from '../../testing/testWallet.js'
import { createDescriber } from '../describe/Describer.js'
import { permissionRows } from './describeGrant.js'

let chain: TestChain
beforeAll(async () => {
  chain = await startTestChain()
}, 90_000)
afterAll(() => chain.stop())

const expiry = Math.floor(Date.parse('2026-11-26T12:00:00Z') / 1_000)
const transfer = (to: Hex, units: bigint): Hex =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, units] })
const coin = (allowance: string, more: object = {}) => ({
  type: 'native-token-transfer',
  data: { allowance, ...more },
})
const grant = (permissions: readonly object[], more: object = {}) => [
  { chainId: '0x7a69', expiry, signer: { type: 'wallet', data: {} }, permissions, ...more },
]

async function open() {
  const { signers } = await chain.fund()
  return testWallet({ rpc: chain.rpc, chains: [chain.chain], signers })
}

async function granted(permissions: readonly object[], more: object = {}) {
  const wallet = await open()
  const answer = (await wallet.request('wallet_grantPermissions', grant(permissions, more))) as {
    context: Hex
  }
  return { wallet, answer }
}

test('is shown with its limits, and as the wallet’s own promise', async () => {
  const wallet = await open()
  const consent = await wallet.consent(
    'wallet_grantPermissions',
    grant(
      [
        coin('0x64', { period: 86_400 }),
        { type: 'erc20-token-transfer', data: { address: contracts.dollar, allowance: '5000000' } },
      ],
      {
        policies: [
          { type: 'call-limit', data: { count: 5 } },
          { type: 'gas-limit', data: { limit: '0x38d7ea4c68000' } },
        ],
      },
    ),
  )
  expect(consent).toMatchObject({ title: 'grant', preferred: 'cancel' })
  expect(warningsOf(consent)).toEqual(['danger grantsSpending', 'info promiseOfWallet'])
  expect(consent.rows).toEqual([
    {
      label: { key: 'limit' },
      value: {
        type: 'group',
        rows: [
          { label: { key: 'amount' }, value: { type: 'amount', units: '100', symbol: 'ETH', decimals: 18 } },
          { label: { key: 'period' }, value: { type: 'seconds', seconds: 86_400 } },
        ],
      },
    },
    {
      label: { key: 'limit' },
      value: {
        type: 'group',
        rows: [
          {
            label: { key: 'amount' },
            value: {
              type: 'amount',
              units: '5000000',
              symbol: 'KUSD',
              decimals: 6,
              contract: contracts.dollar,
            },
          },
          { label: { key: 'token' }, value: { type: 'address', address: contracts.dollar } },
        ],
      },
    },
    { label: { key: 'expiresAt' }, value: { type: 'time', at: expiry } },
    { label: { key: 'requests' }, value: { type: 'number', digits: '5' } },
    {
      label: { key: 'feesTotal' },
      value: { type: 'amount', units: '1000000000000000', symbol: 'ETH', decimals: 18 },
    },
  ])
  expect((await wallet.approve(consent)).status).toBe('done')
  expect(permissionsOf(wallet.records(), { now: expiry - 1 })).toHaveLength(1)
  expect(permissionsOf(wallet.records(), { now: expiry })).toEqual([])
})

test.each([
  ['a policy that it does not know', { policies: [{ type: 'allow-list', data: { addresses: [] } }] }],
  [
    'two numbers of requests, of which one would not be kept',
    {
      policies: [
        { type: 'call-limit', data: { count: 100 } },
        { type: 'rate-limit', data: { count: 1, interval: 86_400 } },
      ],
    },
  ],
])('is refused with %s', async (_, more) => {
  const wallet = await open()
  expect((await wallet.refusal('wallet_grantPermissions', grant([coin('100')], more))).reason).toBe(
    'unsupported',
  )
})

test('is refused if it is to begin later: it would hold at once', async () => {
  const wallet = await open()
  const later = grant([coin('100', { start: expiry - 60 })])
  expect((await wallet.refusal('wallet_grantPermissions', later)).message).toContain(
    'permissions.0.data.start',
  )
})

describe('signs without asking', () => {
  test('within the limits, and no longer beyond them', async () => {
    const { wallet } = await granted([coin('100')])
    const send = (value: bigint) =>
      wallet.read('eth_sendTransaction', [{ to: people.wren, value: toHex(value) }])
    const before = await getBalance(chain.client, { address: people.wren })
    expect((await send(101n)).status).toBe('ask')
    expect((await send(60n)).status).toBe('carry')
    await wallet.request('eth_sendTransaction', [{ to: people.wren, value: toHex(60n) }])
    expect(await getBalance(chain.client, { address: people.wren })).toBe(before + 60n)
    expect((await send(41n)).status).toBe('ask')
    expect((await send(40n)).status).toBe('carry')
    wallet.state.origin = 'https://evil.example'
    expect((await send(1n)).status).toBe('ask')
  })

  test('each part of a limit only once, also for two requests at the same time', async () => {
    const { wallet } = await granted([coin('100')])
    const ask = () => wallet.read('eth_sendTransaction', [{ to: people.wren, value: toHex(60n) }])
    const [first, second] = [await ask(), await ask()]
    if (first.status !== 'carry' || second.status !== 'carry') throw new Error('asked')
    const outcomes = await Promise.all([
      wallet.approve(first.consent, first.permission),
      wallet.approve(second.consent, second.permission),
    ])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['done', 'refused'])
  })

  test('nothing that replaces an earlier transaction', async () => {
    const { signers } = await chain.fund()
    let pending = '0x0'
    const rpc: Rpc = async (id, method, params) =>
      method === 'eth_getTransactionCount' && params[1] === 'pending'
        ? pending
        : chain.rpc(id, method, params)
    const wallet = testWallet({ rpc, chains: [chain.chain], signers })
    await wallet.request('wallet_grantPermissions', grant([coin('100')]))
    const send = () => wallet.read('eth_sendTransaction', [{ to: people.wren, value: '0x1', nonce: '0x0' }])
    expect((await send()).status).toBe('carry')
    pending = '0x1'
    expect((await send()).status).toBe('ask')
  })

  test('not after it has expired between reading and signing', async () => {
    const { wallet } = await granted([coin('100')])
    const reading = await wallet.read('eth_sendTransaction', [{ to: people.wren, value: '0x1' }])
    if (reading.status !== 'carry') throw new Error('asked')
    wallet.state.now = expiry * 1_000
    expect((await wallet.approve(reading.consent, reading.permission)).status).toBe('refused')
  })

  test('a token, but not by another method of it, and a batch only if all of it is covered', async () => {
    const { wallet } = await granted([
      {
        type: 'erc20-recurring-allowance',
        data: { address: contracts.dollar, allowance: '5', period: 3_600 },
      },
    ])
    const from = wallet.signers.eip155.address as Hex
    await chain.send({ from: people.harbor, to: contracts.dollar, data: transfer(from, 10n) })
    const token = { to: contracts.dollar, data: transfer(people.wren, 3n) }
    expect((await wallet.read('eth_sendTransaction', [token])).status).toBe('carry')
    const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [people.wren, 1n] })
    expect((await wallet.read('eth_sendTransaction', [{ to: contracts.dollar, data: approve }])).status).toBe(
      'ask',
    )
    const calls = [token, { to: people.wren, value: '0x1' }]
    expect((await wallet.read('wallet_sendCalls', [{ calls }])).status).toBe('ask')
    expect(
      (
        await wallet.read('wallet_sendCalls', [
          { calls: [token, { ...token, data: transfer(people.wren, 2n) }] },
        ])
      ).status,
    ).toBe('carry')
  })

  test('a method of a contract, while nothing else leaves the account', async () => {
    const call = {
      type: 'contract-call',
      data: { address: contracts.wrapped, functions: [{ functionName: 'deposit()', valueLimit: '0x5' }] },
    }
    const { wallet } = await granted([call])
    const deposit = (value: string) =>
      wallet.read('eth_sendTransaction', [{ to: contracts.wrapped, data: '0xd0e30db0', value }])
    expect((await deposit('0x5')).status).toBe('carry')
    expect((await deposit('0x6')).status).toBe('ask')

    // A router that may take tokens of the account takes more than the call says.
    const from = wallet.signers.eip155.address as Hex
    const approve = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'approve',
      args: [contracts.router, 10n ** 18n],
    })
    await chain.send({ from: people.harbor, to: contracts.dollar, data: transfer(from, 10n ** 6n) })
    await wallet.request('eth_sendTransaction', [{ to: contracts.dollar, data: approve }])
    const method = 'swapExactTokensForTokens(uint256,uint256,address[],address,uint256)'
    await wallet.request(
      'wallet_grantPermissions',
      grant([{ type: 'contract-call', data: { address: contracts.router, functions: [method] } }]),
    )
    const swap = encodeFunctionData({
      abi: [
        {
          type: 'function',
          name: 'swapExactTokensForTokens',
          stateMutability: 'nonpayable',
          outputs: [],
          inputs: [
            { type: 'uint256' },
            { type: 'uint256' },
            { type: 'address[]' },
            { type: 'address' },
            { type: 'uint256' },
          ],
        },
      ],
      args: [10n ** 6n, 1n, [contracts.dollar, contracts.wrapped], from, 10n ** 12n],
    })
    expect((await wallet.read('eth_sendTransaction', [{ to: contracts.router, data: swap }])).status).toBe(
      'ask',
    )
  })
})

test('nothing is signed without asking that lets somebody take an item of the account, and the item shows', async () => {
  const { signers } = await chain.fund()
  const from = signers.eip155.address as Hex
  const collection = `0x${'70'.repeat(20)}` as const
  const approval = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
  let spenders: readonly Hex[] = []
  const rpc: Rpc = async (id, method, params) => {
    const answer = await chain.rpc(id, method, params)
    if (method !== 'eth_simulateV1') return answer
    const [block] = answer as [{ calls: { logs: object[] }[] }]
    const logs = spenders.map((spender) => ({
      ...{ address: collection, data: '0x' },
      topics: [approval, pad(from), pad(spender), pad(toHex(77))],
    }))
    return [{ ...block, calls: block.calls.map((call) => ({ ...call, logs: [...call.logs, ...logs] })) }]
  }
  const wallet = testWallet({ rpc, chains: [chain.chain], signers })
  await wallet.request('wallet_grantPermissions', grant([coin('100')]))
  const send = () => wallet.read('eth_sendTransaction', [{ to: people.wren, value: '0x1' }])
  expect((await send()).status).toBe('carry')
  spenders = [people.wren]
  const reading = await send()
  expect(reading).toMatchObject({
    status: 'ask',
    consent: {
      changes: {
        allowances: [{ contract: getAddress(collection), spender: people.wren, tokenId: '77', units: '1' }],
      },
    },
  })
  // What is taken back within the request is no allowance.
  spenders = [people.wren, zeroAddress]
  expect((await send()).status).toBe('carry')
})

test('a method that takes coin is shown as spending', async () => {
  const wallet = await open()
  const call = (valueLimit: string) => ({
    type: 'contract-call',
    data: { address: contracts.wrapped, functions: [{ functionName: 'deposit()', valueLimit }] },
  })
  const told = async (valueLimit: string) =>
    warningsOf(await wallet.consent('wallet_grantPermissions', grant([call(valueLimit)])))
  expect(await told('0x5')).toContain('danger grantsSpending')
  expect(await told('0x0')).not.toContain('danger grantsSpending')
})

test('the granted ones can be shown with the lines of their limits', async () => {
  const { wallet } = await granted([coin('100')])
  const [kept] = permissionsOf(wallet.records(), { origin: 'https://app.example', now: expiry - 1 })
  if (kept === undefined) throw new Error('none')
  const rows = await permissionRows(kept.permission, createDescriber(wallet.context(), chain.chain))
  expect(rows.map(({ label }) => ('key' in label ? label.key : ''))).toEqual([
    ...['limit', 'expiresAt', 'requests', 'feesTotal'],
  ])
  expect(permissionsOf(wallet.records(), { origin: 'https://other.example', now: expiry - 1 })).toEqual([])
})

test('is listed, and revoked by the page that has it', async () => {
  const { wallet, answer } = await granted([coin('100')])
  expect(answer).toMatchObject({
    expiry,
    permissionsContext: answer.context,
    grantedPermissions: [coin('100')],
  })
  wallet.state.origin = 'https://evil.example'
  expect(
    (await wallet.refusal('wallet_revokePermissions', [{ permissionsContext: answer.context }])).reason,
  ).toBe('unknownPermission')
  wallet.state.origin = 'https://app.example'
  const consent = await wallet.consent('wallet_revokePermissions', [{ permissionsContext: answer.context }])
  expect(consent.title).toBe('revoke')
  expect(await wallet.approve(consent)).toEqual({ status: 'done', result: null })
  expect(wallet.records().permissions).toEqual([])
  expect((await wallet.read('eth_sendTransaction', [{ to: people.wren, value: '0x1' }])).status).toBe('ask')
})

test.each<[string, readonly unknown[]]>([
  [
    'The wallet does not support permissions for another signer than the wallet',
    grant([coin('1')], { signer: { type: 'keys', data: {} } }),
  ],
  ['The wallet does not support this type of permission', grant([{ type: 'everything', data: {} }])],
  ['permissions: must be a list of at most 10', grant([])],
  ['permissions.0.data.allowance: must be an amount', grant([coin('1e18')])],
  ['expiry: must be a time to come, in seconds', grant([coin('1')], { expiry: 5 })],
  ['expiry: must be within a year', grant([coin('1')], { expiry: expiry * 2 })],
  ['chainId: for chain 1, not 31337', grant([coin('1')], { chainId: '0x1' })],
  ['address: not an account of this wallet', grant([coin('1')], { address: people.wren })],
  [
    'The wallet does not support permissions for approve(address,uint256)',
    grant([
      { type: 'contract-call', data: { address: contracts.dollar, functions: ['approve(address,uint256)'] } },
    ]),
  ],
  [
    'The wallet does not support permissions for transfer(address,uint256)',
    grant([
      {
        type: 'contract-call',
        data: { address: contracts.dollar, functions: ['transfer(address,uint256)'] },
      },
    ]),
  ],
  [
    'permissions.0.data.functions: must be one method: play(uint256)',
    grant([{ type: 'contract-call', data: { address: contracts.dollar, functions: [] } }]),
  ],
  [
    'The wallet does not support permissions for 0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108',
    grant([
      {
        type: 'contract-call',
        data: { address: '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108', functions: ['f()'] },
      },
    ]),
  ],
])('error: %s', async (message, params) => {
  expect((await (await open()).refusal('wallet_grantPermissions', params)).message).toBe(message)
})
