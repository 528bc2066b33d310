import { base58 } from '@scure/base'
import { type Hex, toHex } from 'viem'
import { getTransactionCount } from 'viem/actions'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { people } from '../../../chains/src/index.js'
import { withPermission } from '../accounts/permissions/keptPermissions.js'
import { noRecords, type WalletRecords } from '../accounts/records.js'
import { startTestChain, type TestChain } from '../testing/startTestChain.js'
import type { Keeper } from './keeper.js'
import { createRequests } from './requests.js'
import { createTurns } from './turns.js'

let chain: TestChain
beforeAll(async () => {
  chain = await startTestChain()
}, 90_000)
afterAll(() => chain.stop())
afterEach(() => vi.unstubAllGlobals())

const origin = 'https://app.example'

/** The requests of a page with a permission for 100 wei in so many requests. */
async function granted(most: number, before: (method: string) => Promise<void> = async () => {}) {
  const { signers } = await chain.fund()
  const account = signers.eip155.address as Hex
  vi.stubGlobal('fetch', async (_: string, { body }: { readonly body: string }) => {
    const { method, params } = JSON.parse(body)
    await before(method)
    return new Response(JSON.stringify({ result: await chain.rpc(chain.chain.id, method, params) }))
  })
  const now = Math.floor(Date.now() / 1_000)
  let records: WalletRecords = withPermission(noRecords, {
    ...{ id: '0x01', origin, account, chainId: chain.chain.id, grantedAt: now, expiresAt: now + 600 },
    limits: [{ type: 'coin', amount: '100' }],
    count: { most },
    fees: String(10n ** 18n),
  })
  const keeper = {
    addresses: async () => ({ eip155: account, solana: base58.encode(signers.solana.publicKey) }),
    withSigners: (work: (with_: typeof signers) => Promise<unknown>) => work(signers),
  } as unknown as Keeper
  const lock = createTurns()
  const openTab = () =>
    createRequests({
      ...{ keeper, host: () => origin, chains: [chain.chain], projectId: 'acme', lock },
      records: async () => ({
        read: async () => records,
        async keep(change) {
          records = change(records)
          return records
        },
      }),
      accountType: async () => 'eoa',
      switchChain: async () => {},
    })
  const payment = {
    ...{ method: 'eth_sendTransaction', chainId: chain.chain.id },
    params: [{ to: people.wren, value: toHex(30n) }],
  }
  const own = openTab()
  return { account, send: () => own.request(payment), payment, openTab }
}

test('equal requests at once, within a permission, are as many transactions; what is beyond it is asked', async () => {
  const { account, send } = await granted(2)
  const answers = await Promise.all(Array.from({ length: 5 }, send))
  expect(answers.map(({ status }) => status).sort()).toEqual(['answer', 'answer', 'ask', 'ask', 'ask'])
  const hashes = answers.flatMap((one) => (one.status === 'answer' ? [one.result] : []))
  expect(new Set(hashes).size).toBe(2)
  expect(await getTransactionCount(chain.client, { address: account })).toBe(2)
})

test('equal requests of two tabs at once, within a permission, are as many transactions', async () => {
  const { account, payment, openTab } = await granted(2)
  const answers = await Promise.all([openTab(), openTab()].map(({ request }) => request(payment)))
  expect(answers.map(({ status }) => status)).toEqual(['answer', 'answer'])
  const hashes = answers.flatMap((one) => (one.status === 'answer' ? [one.result] : []))
  expect(new Set(hashes).size).toBe(2)
  expect(await getTransactionCount(chain.client, { address: account })).toBe(2)
})

test('equal requests that the visitor approves in two tabs at once are one transaction, and the other is told so', async () => {
  const { account, payment, openTab } = await granted(0)
  const outcomes = await Promise.allSettled(
    await Promise.all(
      [openTab(), openTab()].map(async ({ request, carryOut }) => {
        const reading = await request(payment)
        return () => carryOut(reading.status === 'ask' ? reading.consent.id : '')
      }),
    ).then((all) => all.map((approve) => approve())),
  )
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  expect(outcomes[1]).toMatchObject({
    reason: { message: 'Another transaction was sent meanwhile. Ask again.' },
  })
  expect(await getTransactionCount(chain.client, { address: account })).toBe(1)
})

test('a request that comes while another is carried out, within a permission, is read again after it', async () => {
  const isAtNode = vi.fn()
  let goOn = () => {}
  const waiting = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const { account, send } = await granted(2, async (method) => {
    if (method !== 'eth_sendRawTransaction') return
    isAtNode()
    await waiting
  })
  const first = send()
  await vi.waitFor(() => expect(isAtNode).toHaveBeenCalled())
  const second = send()
  // It is read meanwhile, with the nonce that the first one takes.
  await new Promise((resolve) => setTimeout(resolve, 500))
  goOn()
  const answers = await Promise.all([first, second])
  expect(answers.map(({ status }) => status)).toEqual(['answer', 'answer'])
  expect(await getTransactionCount(chain.client, { address: account })).toBe(2)
})
