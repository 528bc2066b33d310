import { createClient, http, parseEther, type SignedAuthorization, toHex } from 'viem'
import { createBundlerClient, toSimple7702SmartAccount } from 'viem/account-abstraction'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { getBalance, getCode } from 'viem/actions'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startChain, type TestChain } from '../../../services/src/testing/startChain.js'
import { accountContracts } from '../accountContracts.js'
import { contracts } from '../contracts.js'
import { deployAll } from '../deployAll.js'
import { people } from '../people.js'
import { type RunningBundler, startBundler } from './startBundler.js'

let chain: TestChain
let bundler: RunningBundler

beforeAll(async () => {
  chain = await startChain()
  await deployAll(chain.url)
  bundler = await startBundler(chain.url)
}, 60_000)
afterAll(async () => {
  await bundler.stop()
  await chain.stop()
})

const fees = { maxFeePerGas: 3_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n }

async function setUp(ether: string) {
  const client = createClient({ chain: foundry, transport: http(chain.url), pollingInterval: 20 })
  const owner = privateKeyToAccount(generatePrivateKey())
  await chain.request('anvil_setBalance', [owner.address, toHex(parseEther(ether))])
  const account = await toSimple7702SmartAccount({
    client,
    owner,
    implementation: accountContracts.simple7702Account,
  })
  const authorization = await owner.signAuthorization({
    contractAddress: accountContracts.simple7702Account,
    chainId: 31337,
    nonce: 0,
  })
  const peer = createBundlerClient({
    account,
    client,
    transport: http(bundler.url),
    pollingInterval: 20,
    userOperation: { estimateFeesPerGas: async () => fees },
  })
  return { client, owner, account, authorization, peer }
}

test("viem's client sends an operation of a delegated account", async () => {
  const { client, owner, authorization, peer } = await setUp('1')
  const before = await getBalance(client, { address: people.third })
  const hash = await peer.sendUserOperation({
    calls: [
      { to: people.third, value: 3n },
      { to: people.third, value: 4n },
    ],
    authorization,
  })
  const receipt = await peer.waitForUserOperationReceipt({ hash })
  expect(receipt.success).toBe(true)
  expect(await getBalance(client, { address: people.third })).toBe(before + 7n)
  expect(await getCode(client, { address: owner.address })).toBe(
    `0xef0100${accountContracts.simple7702Account.slice(2).toLowerCase()}`,
  )
  expect(await peer.getUserOperation({ hash })).toMatchObject({ entryPoint: accountContracts.entryPoint })
})

test('the sponsor pays for an account without coins', async () => {
  const { client, owner, authorization, peer } = await setUp('0')
  const hash = await peer.sendUserOperation({
    calls: [{ to: people.third, value: 0n }],
    authorization,
    paymaster: contracts.sponsor,
    paymasterVerificationGasLimit: 100_000n,
    paymasterPostOpGasLimit: 0n,
  })
  const receipt = await peer.waitForUserOperationReceipt({ hash })
  expect(receipt).toMatchObject({ success: true, paymaster: contracts.sponsor })
  expect(await getBalance(client, { address: owner.address })).toBe(0n)
})

test("error: another key's signature, with the entry point's reason", async () => {
  const { account, authorization, peer } = await setUp('1')
  const operation = await peer.prepareUserOperation({
    calls: [{ to: people.third, value: 1n }],
    authorization,
  })
  const other = privateKeyToAccount(generatePrivateKey())
  const wrong = await other.sign({ hash: toHex(1n, { size: 32 }) })
  await expect(
    peer.request({
      method: 'eth_sendUserOperation',
      params: [{ ...wire(operation), signature: wrong } as never, account.entryPoint.address],
    }),
  ).rejects.toThrow('AA24 signature error')
})

test('error: an unknown method, another entry point, an unknown operation', async () => {
  const ask = (method: string, params: readonly unknown[]) =>
    fetch(bundler.url, { method: 'POST', body: JSON.stringify({ id: 1, method, params }) })
      .then((response) => response.json())
      .then(({ error, result }) => error?.message ?? result)
  expect(await ask('eth_call', [])).toBe('The bundler does not know eth_call.')
  expect(await ask('eth_sendUserOperation', [{}, people.third])).toContain('The entry point is')
  expect(await ask('eth_getUserOperationReceipt', [toHex(1n, { size: 32 })])).toBeNull()
  expect(await ask('eth_supportedEntryPoints', [])).toEqual([accountContracts.entryPoint])
})

function wire(operation: object): { readonly [name: string]: unknown } {
  const entries = Object.entries(operation).filter(([name]) => !['account', 'calls'].includes(name))
  return Object.fromEntries(
    entries.map(([name, value]) => {
      if (typeof value === 'bigint') return [name, toHex(value)]
      if (name !== 'authorization') return [name, value]
      const { address, chainId, nonce, r, s, yParity } = value as SignedAuthorization
      return [
        'eip7702Auth',
        { address, chainId: toHex(chainId), nonce: toHex(nonce), r, s, yParity: toHex(yParity ?? 0) },
      ]
    }),
  )
}
