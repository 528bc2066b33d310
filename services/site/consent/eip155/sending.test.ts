import {
  encodeFunctionData,
  erc20Abi,
  type Hex,
  maxUint256,
  pad,
  parseTransaction,
  recoverTransactionAddress,
  toHex,
} from 'viem'
import { getBalance, getCode, getTransaction, getTransactionReceipt, readContract } from 'viem/actions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contracts, people } from '../../../../chains/src/index.js'
import type { Rpc } from '../../accounts/Rpc.js'
import { startTestChain, type TestChain } from '../../testing/startTestChain.js'
import { testWallet, warningsOf } from '../../testing/testWallet.js'

let chain: TestChain
beforeAll(async () => {
  chain = await startTestChain()
}, 90_000)
afterAll(() => chain.stop())

const transfer = (to: Hex, units: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, units] })
const approve = (to: Hex, units: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [to, units] })

const transferEvent = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

const dollars = (address: Hex) =>
  readContract(chain.client, {
    address: contracts.dollar,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [address],
  })

async function open(parts: Partial<testWallet.Parameters> = {}, wei?: bigint) {
  const { signers } = await chain.fund(wei)
  const wallet = testWallet({
    rpc: chain.rpc,
    bundler: chain.bundler,
    paymaster: chain.bundler,
    chains: [chain.chain],
    signers,
    ...parts,
  })
  const from = signers.eip155.address as Hex
  /** Gives the account some of the chain's dollars. */
  const pay = async (units: bigint) => {
    await chain.send({ from: people.harbor, to: contracts.dollar, data: transfer(from, units) })
  }
  return { wallet, from, pay }
}

describe('eth_sendTransaction', () => {
  test('a transfer of the coin: shown, simulated, signed as shown', async () => {
    const { wallet, from } = await open()
    const consent = await wallet.consent('eth_sendTransaction', [
      { from, to: people.marlow, value: toHex(5n * 10n ** 17n) },
    ])
    expect(consent).toMatchObject({
      title: 'send',
      origin: 'https://app.example',
      canApprove: true,
      preferred: 'approve',
      changes: {
        status: 'simulated',
        assets: [{ units: '-500000000000000000', symbol: 'ETH', decimals: 18 }],
        allowances: [],
      },
    })
    expect(consent.rows.slice(0, 2)).toEqual([
      { label: { key: 'recipient' }, value: { type: 'address', address: people.marlow } },
      {
        label: { key: 'amount' },
        value: { type: 'amount', units: '500000000000000000', symbol: 'ETH', decimals: 18 },
      },
    ])
    expect(warningsOf(consent)).toEqual([])
    expect(Object.isFrozen(consent.rows)).toBe(true)
    expect(JSON.parse(JSON.stringify(consent))).toEqual(consent)

    const before = await getBalance(chain.client, { address: people.marlow })
    const outcome = await wallet.approve(consent)
    const hash = (outcome as { result: Hex }).result
    const sent = await getTransaction(chain.client, { hash })
    if (consent.content.type !== 'calls') throw new Error()
    const [planned] = consent.content.plan.transactions
    expect({ nonce: sent.nonce, gas: toHex(sent.gas), to: sent.to?.toLowerCase(), type: sent.type }).toEqual({
      nonce: planned?.nonce,
      gas: planned?.gas,
      to: people.marlow.toLowerCase(),
      type: 'eip1559',
    })
    expect(await getBalance(chain.client, { address: people.marlow })).toBe(before + 5n * 10n ** 17n)
    expect(wallet.records().signed).toEqual([{ chainId: 'eip155:31337', hash }])
  })

  test('a transfer of a token: decimals and symbol from the chain, the change measured', async () => {
    const { wallet, from, pay } = await open()
    await pay(3_000_000n)
    const consent = await wallet.consent('eth_sendTransaction', [
      { from, to: contracts.dollar, data: transfer(people.wren, 1_250_000n) },
    ])
    expect(consent.rows.slice(0, 3)).toEqual([
      { label: { key: 'recipient' }, value: { type: 'address', address: people.wren } },
      {
        label: { key: 'amount' },
        value: { type: 'amount', units: '1250000', symbol: 'KUSD', decimals: 6, contract: contracts.dollar },
      },
      { label: { key: 'token' }, value: { type: 'address', address: contracts.dollar } },
    ])
    expect(consent.changes).toEqual({
      status: 'simulated',
      assets: [{ units: '-1250000', symbol: 'KUSD', decimals: 6, contract: contracts.dollar }],
      allowances: [],
    })
    await wallet.approve(consent)
    expect(await dollars(from)).toBe(1_750_000n)
  })

  test('an allowance without a limit: unlimited in words, danger, and as a change', async () => {
    const { wallet, from } = await open()
    const consent = await wallet.consent('eth_sendTransaction', [
      { from, to: contracts.dollar, data: approve(contracts.router, maxUint256) },
    ])
    expect(consent).toMatchObject({ title: 'approve', preferred: 'cancel' })
    expect(consent.warnings[0]).toEqual({
      severity: 'danger',
      key: 'unlimited',
      slots: { spender: `${contracts.router.slice(0, 6)}…${contracts.router.slice(-4)}`, token: 'KUSD' },
    })
    expect(consent.changes).toMatchObject({
      allowances: [{ contract: contracts.dollar, spender: contracts.router, isUnlimited: true, decimals: 6 }],
    })
  })

  test.each([
    ['24 tokens are measured', 24, 'simulated'],
    ['of more tokens the changes are unknown: a part of them would look like all', 25, 'unknown'],
  ])('%s', async (_name, count, status) => {
    const { signers } = await chain.fund()
    const word = (address: string) => pad(address as Hex, { size: 32 })
    const topics = [transferEvent, word(signers.eip155.address), word(people.wren)]
    const logs = Array.from({ length: count }, (_, index) => ({
      ...{ address: toHex(0x1_0000 + index, { size: 20 }), topics, data: toHex(1n, { size: 32 }) },
    }))
    const rpc: Rpc = async (id, method, params) => {
      const answer = await chain.rpc(id, method, params)
      if (method !== 'eth_simulateV1') return answer
      return (answer as { calls: { logs: object[] }[] }[]).map((block) => ({
        ...block,
        calls: block.calls.map((call) => ({ ...call, logs: [...call.logs, ...logs] })),
      }))
    }
    const wallet = testWallet({ rpc, chains: [chain.chain], signers })
    const consent = await wallet.consent('eth_sendTransaction', [{ to: people.wren, value: '0x1' }])
    expect(consent.changes?.status).toBe(status)
  })

  test('a creation of a contract, and what would fail', async () => {
    const { wallet, from } = await open()
    const creation = await wallet.consent('eth_sendTransaction', [
      { from, data: '0x600a600c600039600a6000f3602a60005260206000f3' },
    ])
    // The local node simulates no creations, and can only try them.
    expect(warningsOf(creation)).toEqual(['danger creation', 'info onlyOutcome'])
    const hash = await wallet.request('eth_sendTransaction', [
      { from, data: '0x600a600c600039600a6000f3602a60005260206000f3' },
    ])
    expect((await getTransactionReceipt(chain.client, { hash: hash as Hex })).contractAddress).toMatch(/^0x/)

    const failing = await wallet.consent('eth_sendTransaction', [
      { from, to: contracts.dollar, data: transfer(people.wren, 1n) },
    ])
    expect(warningsOf(failing)).toEqual(['danger willFail', 'danger fails'])
    expect(failing.changes).toMatchObject({ status: 'fails' })
  })

  test('too little coin is said', async () => {
    const { wallet, from } = await open({}, 10n ** 15n)
    const consent = await wallet.consent('eth_sendTransaction', [
      { from, to: people.wren, value: toHex(10n ** 18n) },
    ])
    expect(warningsOf(consent)).toContain('danger insufficient')
  })

  test("names: an address's own name, and a name as recipient, checked again before it is signed", async () => {
    const named = { ...chain.chain, nameResolver: contracts.universalResolver }
    const { wallet, from } = await open({ chains: [named] })
    const consent = await wallet.consent('eth_sendTransaction', [{ from, to: 'marlow.eth', value: '0x1' }])
    expect(consent.rows[0]).toEqual({
      label: { key: 'recipient' },
      value: { type: 'address', address: people.marlow, name: 'marlow.eth' },
    })
    expect(consent.names).toContainEqual({ name: 'marlow.eth', address: people.marlow })
    expect((await wallet.approve(consent)).status).toBe('done')
    expect((await wallet.refusal('eth_sendTransaction', [{ from, to: 'nobody.eth' }])).message).toBe(
      'to: the name nobody.eth has no address',
    )
  })

  test('a nonce that another transaction used meanwhile is refused, and nothing is sent', async () => {
    const { wallet, from } = await open()
    const first = await wallet.consent('eth_sendTransaction', [{ from, to: people.wren, value: '0x1' }])
    const second = await wallet.consent('eth_sendTransaction', [{ from, to: people.wren, value: '0x2' }])
    expect((await wallet.approve(first)).status).toBe('done')
    expect(await wallet.approve(second)).toMatchObject({ status: 'refused', error: { reason: 'nonceUsed' } })
  })

  test('only what was shown is signed: a copy of a consent is refused', async () => {
    const { wallet, from } = await open()
    const consent = await wallet.consent('eth_sendTransaction', [{ from, to: people.wren, value: '0x1' }])
    const copy = structuredClone(consent)
    expect(await wallet.approve(copy)).toMatchObject({ status: 'refused', error: { reason: 'notShown' } })
  })

  test('an access list and a wished gas limit are kept', async () => {
    const { wallet, from } = await open()
    const accessList = [{ address: contracts.dollar, storageKeys: [toHex(1n, { size: 32 })] }]
    const hash = await wallet.request('eth_sendTransaction', [
      { from, to: people.wren, value: '0x1', gas: '0xf4240', accessList },
    ])
    const sent = await getTransaction(chain.client, { hash: hash as Hex })
    expect(sent.gas).toBe(1_000_000n)
    expect(sent.accessList).toHaveLength(1)
  })
})

describe('wallet_sendCalls', () => {
  const calls = [
    { to: people.wren, value: '0x7' },
    { to: contracts.dollar, data: transfer(people.wren, 2n) },
  ]
  const batch = (from: Hex, more: object = {}) => [
    { version: '2.0.0', from, chainId: '0x7a69', atomicRequired: true, calls, ...more },
  ]

  test('an account becomes a smart account with its first batch, in one transaction', async () => {
    const { wallet, from, pay } = await open({ state: { type: 'smartAccount' } })
    await pay(5n)
    const consent = await wallet.consent('wallet_sendCalls', batch(from))
    expect(consent.title).toBe('calls')
    expect(warningsOf(consent)).toEqual(['info upgrade'])
    expect(consent.changes).toMatchObject({
      status: 'simulated',
      assets: [{ units: '-7' }, { units: '-2', contract: contracts.dollar }],
    })
    const outcome = await wallet.approve(consent)
    const { id } = (outcome as { result: { id: string } }).result
    expect(id).toMatch(/^0x[0-9a-f]{64}$/)
    expect(await getCode(chain.client, { address: from })).toBe(
      '0xef0100e6cae83bde06e4c305530e199d7217f42808555b',
    )
    expect(await dollars(from)).toBe(3n)

    // Another page load, with the stored records alone.
    const later = testWallet({
      rpc: chain.rpc,
      chains: [chain.chain],
      signers: wallet.signers,
      records: JSON.parse(JSON.stringify(wallet.records())),
    })
    expect(await later.request('wallet_getCallsStatus', [id])).toMatchObject({
      version: '2.0.0',
      id,
      chainId: '0x7a69',
      status: 200,
      atomic: true,
      receipts: [{ status: '0x1', transactionHash: expect.stringMatching(/^0x/) }],
    })
    later.state.origin = 'https://other.example'
    expect((await later.refusal('wallet_getCallsStatus', [id])).rpc).toBe(5730)

    // Already delegated: an ordinary transaction to itself.
    const again = await wallet.consent('wallet_sendCalls', batch(from))
    expect(warningsOf(again)).toEqual([])
    expect((await wallet.approve(again)).status).toBe('done')
  })

  test('one of the calls fails: none happens', async () => {
    const { wallet, from } = await open({ state: { type: 'smartAccount' } })
    const consent = await wallet.consent('wallet_sendCalls', batch(from))
    expect(warningsOf(consent)).toContain('danger fails')
    const before = await getBalance(chain.client, { address: people.wren })
    const outcome = await wallet.approve(consent)
    const { id } = (outcome as { result: { id: string } }).result
    expect(await wallet.request('wallet_getCallsStatus', [id])).toMatchObject({ status: 500 })
    expect(await getBalance(chain.client, { address: people.wren })).toBe(before)
  })

  test('an account that is no smart account sends one after the other, and says so', async () => {
    const { wallet, from, pay } = await open()
    await pay(5n)
    const consent = await wallet.consent('wallet_sendCalls', batch(from, { atomicRequired: false }))
    expect(warningsOf(consent)).toEqual(['caution notTogether'])
    const { id } = ((await wallet.approve(consent)) as { result: { id: string } }).result
    const status = await wallet.request('wallet_getCallsStatus', [id])
    expect(status).toMatchObject({
      status: 200,
      atomic: false,
      receipts: [{ status: '0x1' }, { status: '0x1' }],
    })
    expect(await getCode(chain.client, { address: from })).toBeUndefined()
  })

  test('on a chain without smart accounts, together is refused', async () => {
    const { wallet, from } = await open({ chains: [{ ...chain.chain, hasSmartAccounts: false }] })
    expect(await wallet.refusal('wallet_sendCalls', batch(from))).toMatchObject({
      rpc: 5760,
      reason: 'atomicity',
    })
  })

  test("an app's own id is kept, and can be used once; unknown demands are refused", async () => {
    const { wallet, from, pay } = await open()
    await pay(5n)
    expect(await wallet.request('wallet_sendCalls', batch(from, { id: '0x01' }))).toEqual({ id: '0x01' })
    expect((await wallet.refusal('wallet_sendCalls', batch(from, { id: '0x01' }))).rpc).toBe(5720)
    const paid = { paymasterService: { url: 'https://payer.example' } }
    expect((await wallet.refusal('wallet_sendCalls', batch(from, { capabilities: paid }))).rpc).toBe(5700)
    const optional = { paymasterService: { url: 'https://payer.example', optional: true } }
    expect((await wallet.consent('wallet_sendCalls', batch(from, { capabilities: optional }))).title).toBe(
      'calls',
    )
  })

  test('of two requests with one id that are shown beside each other, one is sent', async () => {
    const { wallet, from } = await open()
    const twice = [0, 1].map(() => wallet.consent('wallet_sendCalls', batch(from, { id: '0x02' })))
    const [first, second] = await Promise.all(twice)
    if (first === undefined || second === undefined) return expect.fail()
    const [one, other] = await Promise.all([wallet.approve(first), wallet.approve(second)])
    expect([one.status, other.status].sort()).toEqual(['done', 'refused'])
    expect(wallet.records().signed).toHaveLength(1)
  })
})

describe('operations', () => {
  test('with a bundler and a paymaster: an account without coin delegates and sends', async () => {
    const { wallet, from, pay } = await open(
      { chains: [chain.withBundler(true)], state: { type: 'smartAccount' } },
      0n,
    )
    await pay(5n)
    const consent = await wallet.consent('wallet_sendCalls', [
      {
        from,
        chainId: '0x7a69',
        calls: [
          { to: contracts.dollar, data: transfer(people.wren, 2n) },
          { to: contracts.dollar, data: transfer(people.marlow, 1n) },
        ],
      },
    ])
    expect(warningsOf(consent)).toEqual(['info upgrade', 'info paymaster'])
    expect(consent.rows).toContainEqual({
      label: { key: 'paymaster' },
      value: { type: 'address', address: contracts.sponsor, name: 'Local Sponsor' },
    })
    expect(consent.changes).toMatchObject({ assets: [{ units: '-3' }] })
    const { id } = ((await wallet.approve(consent)) as { result: { id: string } }).result
    const reloaded = testWallet({
      rpc: chain.rpc,
      chains: [chain.chain],
      signers: wallet.signers,
      records: wallet.records(),
    })
    expect(await reloaded.request('wallet_getCallsStatus', [id])).toMatchObject({ status: 200, atomic: true })
    expect(await dollars(from)).toBe(2n)
    expect(await getBalance(chain.client, { address: from })).toBe(0n)
  })

  test('eth_sendTransaction answers with the hash of the transaction that carried it', async () => {
    const { wallet, from } = await open({ chains: [chain.withBundler()], state: { type: 'smartAccount' } })
    const hash = (await wallet.request('eth_sendTransaction', [
      { from, to: people.wren, value: '0x3' },
    ])) as Hex
    expect((await getTransactionReceipt(chain.client, { hash })).status).toBe('success')
  })

  test('a bundler that falls silent: a batch can be followed, and an operation is not called a transaction', async () => {
    const silent: Rpc = (id, method, params) =>
      method === 'eth_sendUserOperation'
        ? Promise.reject(new Error('gone'))
        : chain.bundler(id, method, params)
    const parts = { chains: [chain.withBundler()], state: { type: 'smartAccount' as const }, bundler: silent }
    const { wallet, from } = await open(parts)
    const call = { to: people.wren, value: '0x3' }
    const sent = await wallet.approve(await wallet.consent('eth_sendTransaction', [{ from, ...call }]))
    expect(sent).toMatchObject({ status: 'unknown', result: undefined })
    const batch = await wallet.approve(await wallet.consent('wallet_sendCalls', [{ calls: [call] }]))
    expect(batch).toMatchObject({ status: 'unknown', result: { id: expect.stringMatching(/^0x/) } })
    // What tells later that the operation can no longer come.
    expect(wallet.records().batches).toMatchObject([{ operation: { nonce: expect.stringMatching(/^0x/) } }])
  })

  test('eth_sendUserOperation: an operation that the app prepared', async () => {
    const { wallet, from } = await open({ chains: [chain.withBundler()], state: { type: 'smartAccount' } })
    const callData = encodeFunctionData({
      abi: [
        {
          type: 'function',
          name: 'execute',
          stateMutability: 'nonpayable',
          inputs: [{ type: 'address' }, { type: 'uint256' }, { type: 'bytes' }],
          outputs: [],
        },
      ],
      args: [people.wren, 9n, '0x'],
    })
    const entryPoint = '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108'
    const consent = await wallet.consent('eth_sendUserOperation', [{ sender: from, callData }, entryPoint])
    expect(consent.title).toBe('operation')
    expect(consent.rows.slice(0, 2)).toMatchObject([
      { value: { address: people.wren } },
      { value: { units: '9' } },
    ])
    const outcome = await wallet.approve(consent)
    expect(outcome).toMatchObject({ status: 'done', result: expect.stringMatching(/^0x[0-9a-f]{64}$/) })
    const receipt = await chain.bundler('eip155:31337', 'eth_getUserOperationReceipt', [
      (outcome as { result: Hex }).result,
    ])
    expect(receipt).toMatchObject({ success: true, sender: from })

    const operation = { sender: from, callData }
    const asked = (more: object, at: string = entryPoint) =>
      wallet.refusal('eth_sendUserOperation', [{ ...operation, ...more }, at])
    expect((await asked({ eip7702Auth: { address: people.wren } })).reason).toBe('authorization')
    expect((await asked({ factory: people.wren, factoryData: '0x01' })).reason).toBe('authorization')
    expect((await asked({ sender: people.wren })).reason).toBe('notOwnAccount')
    expect((await asked({ nonce: '0x63' })).message).toMatch(/^nonce: the next one is 0x/)
    expect((await asked({ callGasLimit: toHex(10n ** 9n) })).message).toBe(
      'callGasLimit: must be at most 16777216',
    )
    expect((await asked({}, people.wren)).message).toContain('entryPoint: must be')
  })
})

describe('eth_sendRawTransaction', () => {
  test('only bytes that the wallet has signed are sent', async () => {
    const { wallet, from } = await open()
    const seen: Hex[] = []
    const deaf = testWallet({
      ...{ chains: [chain.chain], signers: wallet.signers },
      // The node takes no transaction, so the page gets its bytes only from here.
      rpc: (id, method, params) => {
        if (method !== 'eth_sendRawTransaction') return chain.rpc(id, method, params)
        seen.push(params[0] as Hex)
        return Promise.reject(new Error('no answer'))
      },
    })
    const consent = await deaf.consent('eth_sendTransaction', [{ from, to: people.wren, value: '0x1' }])
    const outcome = await deaf.approve(consent)
    expect(outcome).toMatchObject({ status: 'unknown', error: { code: 'network', rpc: -32603 } })
    const [bytes = '0x'] = seen
    expect(await recoverTransactionAddress({ serializedTransaction: bytes as never })).toBe(from)
    expect(parseTransaction(bytes)).toMatchObject({ chainId: 31337, value: 1n })

    const again = testWallet({
      rpc: chain.rpc,
      chains: [chain.chain],
      signers: wallet.signers,
      records: deaf.records(),
    })
    expect(await again.request('eth_sendRawTransaction', [bytes])).toBe(deaf.records().signed[0]?.hash)
    expect((await wallet.refusal('eth_sendRawTransaction', [bytes])).reason).toBe('notSignedHere')
  })
})
