import { base58 } from '@scure/base'
import {
  Connection,
  Keypair,
  PublicKey,
  SystemProgram,
  sendAndConfirmTransaction,
  Transaction,
  TransactionInstruction,
} from '@solana/web3.js'
import { getHistory } from 'latchkey/protocol'
import * as v from 'valibot'
import { afterEach, describe, expect, test } from 'vitest'
import {
  localGenesisHash,
  mints,
  privateKeyOf,
  startLedger,
} from '../../../../../../chains/solana/src/index.js'
import type { RpcCall } from '../../../../outbound/post.js'
import { startScriptedNode } from '../../../../testing/startScriptedNode.js'
import { startService } from '../../../../testing/startService.js'
import { tokenPrograms } from '../tokens.js'

const chainId = `solana:${localGenesisHash.slice(0, 32)}`
const none = { ens: [], swapRouters: [], stablecoins: [], tokens: [] }
const cleanups: (() => void | Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

async function serviceOn(url: string, settings = {}) {
  const service = await startService('', { chains: [`${chainId}=${url}`], ...none, ...settings })
  cleanups.push(service.close)
  const page = async (owner: string, cursor?: string | null) => {
    const path = `/v1/account/${owner}/history?chainId=${chainId}${cursor ? `&cursor=${cursor}` : ''}`
    const { status, body } = await service.ask({ path })
    return { status, page: status === 200 ? v.parse(getHistory.answer, body) : undefined }
  }
  return { ...service, page }
}

test('the history of the ledger: coins, tokens, fees and a failed transaction', async () => {
  const ledger = await startLedger({ slotMs: 20 })
  cleanups.push(ledger.close)
  const connection = new Connection(ledger.url, { commitment: 'confirmed', wsEndpoint: ledger.webSocketUrl })
  const visitor = Keypair.fromSeed(privateKeyOf(0))
  const harbor = ledger.people.harbor.address
  const pay = (lamports: number) =>
    new Transaction().add(
      SystemProgram.transfer({ fromPubkey: visitor.publicKey, toPubkey: new PublicKey(harbor), lamports }),
    )
  const sent = await sendAndConfirmTransaction(connection, pay(1_500_000_000), [visitor])
  const mint = new PublicKey(mints.coin.address)
  const accountOf = async (one: PublicKey) => {
    const { value } = await connection.getTokenAccountsByOwner(one, { mint })
    return value[0]?.pubkey ?? one
  }
  // TransferChecked: the amount, and the decimals.
  const data = Buffer.alloc(10)
  data[0] = 12
  data.writeBigUInt64LE(2_500_000n, 1)
  data[9] = 6
  const instruction = new TransactionInstruction({
    programId: new PublicKey(tokenPrograms[0]),
    keys: [
      { pubkey: await accountOf(visitor.publicKey), isSigner: false, isWritable: true },
      { pubkey: mint, isSigner: false, isWritable: false },
      { pubkey: await accountOf(new PublicKey(harbor)), isSigner: false, isWritable: true },
      { pubkey: visitor.publicKey, isSigner: true, isWritable: false },
    ],
    data,
  })
  const ofToken = await sendAndConfirmTransaction(connection, new Transaction().add(instruction), [visitor])
  const failing = pay(500_000_000_000)
  const options = { skipPreflight: true }
  const failed = await sendAndConfirmTransaction(connection, failing, [visitor], options).catch(() =>
    connection.getSignaturesForAddress(visitor.publicKey).then(([one]) => one?.signature),
  )

  const { page } = await serviceOn(ledger.url)
  const own = (await page(visitor.publicKey.toBase58())).page
  expect(own?.next).toBeNull()
  expect(own?.lacks).toBeUndefined()
  expect(own?.data.slice(0, 3).map(({ metadata }) => metadata)).toMatchObject([
    { hash: failed, operationType: 'execute', status: 'failed', fee: '0.000005' },
    { hash: ofToken, operationType: 'send', status: 'confirmed', fee: '0.000005', sentTo: harbor },
    { hash: sent, operationType: 'send', status: 'confirmed', fee: '0.000005', sentTo: harbor },
  ])
  expect(own?.data.slice(0, 3).map(({ transfers }) => transfers)).toMatchObject([
    [],
    [
      {
        direction: 'out',
        quantity: { numeric: '2.5' },
        recipient: harbor,
        fungible_info: { address: `${chainId}:${mints.coin.address}` },
      },
    ],
    [{ direction: 'out', quantity: { numeric: '1.5' }, recipient: harbor, fungible_info: { symbol: 'SOL' } }],
  ])
  // The token's transfer names only harbor's token account, not harbor.
  const others = (await page(harbor)).page
  expect(
    others?.data.slice(0, 2).map(({ metadata, transfers: [one] }) => [metadata.hash, one?.direction]),
  ).toEqual([
    [ofToken, 'in'],
    [sent, 'in'],
  ])
  expect(others?.data[0]?.metadata.fee).toBeUndefined()
}, 120_000)

const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const textOf = (number: number, length: number) =>
  Array.from({ length }, (_, at) => letters[at < 6 ? Math.floor(number / 50 ** at) % 50 : 3]).join('')
const addressOf = (number: number) => base58.encode(new Uint8Array(32).fill(number))
const [owner, friend, closed, mint] = [addressOf(11), addressOf(12), addressOf(13), addressOf(14)]
const signatureOf = (number: number) => textOf(number, 88)

type Row = { readonly number: number; readonly slot: number }

/** A node on which an owner's account, and perhaps a closed one, has so many transactions. */
async function startNode(
  lists: { readonly [account: string]: readonly Row[] },
  script: (call: RpcCall) => unknown = () => undefined,
) {
  const places = new Map(
    Object.values(lists)
      .flat()
      .map(({ number, slot }) => [signatureOf(number), slot * 1_000_000 + number]),
  )
  const slots = new Map(
    Object.values(lists)
      .flat()
      .map(({ number, slot }) => [signatureOf(number), slot]),
  )
  const node = await startScriptedNode(
    (call) => {
      const scripted = script(call)
      if (scripted !== undefined) return scripted ?? undefined
      const [first, options] = Array.isArray(call.params) ? call.params : []
      if (call.method === 'getSignaturesForAddress') {
        const end = places.get(options.before) ?? Number.POSITIVE_INFINITY
        return (lists[first] ?? [])
          .map(({ number, slot }) => ({
            signature: signatureOf(number),
            slot,
            err: null,
            blockTime: 1_700_000_000 + slot,
          }))
          .filter(({ signature }) => (places.get(signature) ?? 0) < end)
          .slice(0, options.limit)
      }
      if (call.method === 'getTransaction') return transactionOf(first, slots.get(first) ?? 0)
      if (call.method === 'getTokenAccountsByOwner') return { context: { slot: 9 }, value: [] }
      if (call.method === 'getMultipleAccounts') return { context: { slot: 9 }, value: first.map(() => null) }
      return undefined
    },
    { getGenesisHash: localGenesisHash, getSlot: 9_000 },
  )
  cleanups.push(node.stop)
  return node
}

function transactionOf(signature: string, slot: number, more: object = {}, lamports = 100_000) {
  return {
    slot,
    blockTime: 1_700_000_000 + slot,
    transaction: {
      signatures: [signature],
      message: {
        accountKeys: [friend, owner, closed],
        header: { numRequiredSignatures: 1 },
        instructions: [{ programIdIndex: 2 }],
      },
    },
    meta: {
      err: null,
      fee: 5_000,
      preBalances: [900_000, 0, 0],
      postBalances: [895_000 - lamports, lamports, 0],
      ...more,
    },
  }
}

const down = (from: number, count: number, slotOf = (number: number) => number): readonly Row[] =>
  Array.from({ length: count }, (_, index) => ({ number: from - index, slot: slotOf(from - index) }))

/** Follows the cursors to the end. */
async function readAll(page: Awaited<ReturnType<typeof serviceOn>>['page']) {
  const found: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { page: told } = await page(owner, cursor)
    if (told === undefined) throw new Error('no page')
    found.push(...told.data.map(({ metadata }) => metadata.hash))
    cursor = told.next
  }
  return found
}

describe('pages', () => {
  test('lead through all transactions, each once', async () => {
    const node = await startNode({ [owner]: down(400, 230) })
    const { page } = await serviceOn(node.url)
    const first = await page(owner)
    expect(first.page?.data).toHaveLength(50)
    expect(first.page).not.toHaveProperty('reading')
    expect(first.page?.data[0]?.transfers).toMatchObject([
      { direction: 'in', quantity: { numeric: '0.0001' }, sender: friend },
    ])
    expect(await readAll(page)).toEqual(down(400, 230).map(({ number }) => signatureOf(number)))
  }, 60_000)

  test('a slot with several transactions is never cut', async () => {
    const node = await startNode({ [owner]: down(400, 120, (number) => Math.floor(number / 7)) })
    const { page } = await serviceOn(node.url)
    expect(new Set(await readAll(page)).size).toBe(120)
  }, 60_000)

  test('a closed token account is read from the transaction that closed it', async () => {
    const held = { accountIndex: 2, mint, owner, uiTokenAmount: { amount: '5', decimals: 0 } }
    const node = await startNode(
      { [owner]: [{ number: 90, slot: 90 }], [closed]: down(89, 3) },
      ({ method, params }) =>
        method === 'getTransaction' && Array.isArray(params) && params[0] === signatureOf(90)
          ? transactionOf(signatureOf(90), 90, { preTokenBalances: [held] })
          : undefined,
    )
    const { page } = await serviceOn(node.url)
    expect(await readAll(page)).toEqual([90, 89, 88, 87].map(signatureOf))
  })

  test('what a closed token account received between transactions of one part is told in its place', async () => {
    const held = { accountIndex: 2, mint, owner, uiTokenAmount: { amount: '5', decimals: 0 } }
    const own = [95, 90, 70, 60].map((number) => ({ number, slot: number }))
    const node = await startNode({ [owner]: own, [closed]: down(89, 3) }, ({ method, params }) =>
      method === 'getTransaction' && Array.isArray(params) && params[0] === signatureOf(90)
        ? transactionOf(signatureOf(90), 90, { preTokenBalances: [held] })
        : undefined,
    )
    const { page } = await serviceOn(node.url)
    expect(await readAll(page)).toEqual([95, 90, 89, 88, 87, 70, 60].map(signatureOf))
    expect(node.count('getTransaction')).toBe(7)
  })

  test('transactions that a node has dropped are missing, and the page says so', async () => {
    const node = await startNode({ [owner]: down(20, 4) }, ({ method, params }) =>
      method === 'getTransaction' && Array.isArray(params) && params[0] === signatureOf(17)
        ? null
        : undefined,
    )
    const { page } = await serviceOn(node.url)
    const told = (await page(owner)).page
    expect(told?.data.map(({ metadata }) => metadata.hash)).toEqual([20, 19, 18].map(signatureOf))
    expect(told?.lacks).toEqual(['older'])
  })

  test('dust of strangers is marked, and does not fill a page', async () => {
    const node = await startNode({ [owner]: down(400, 70) }, ({ method, params }) => {
      const [first] = Array.isArray(params) ? params : []
      const slot = 400 - Array.from({ length: 400 }, (_, index) => signatureOf(400 - index)).indexOf(first)
      return method === 'getTransaction' && slot > 380 ? transactionOf(first, slot, {}, 10) : undefined
    })
    const { page } = await serviceOn(node.url)
    const told = (await page(owner)).page
    expect(told?.data).toHaveLength(70)
    expect(told?.data[0]?.transfers[0]?.fungible_info?.is_spam).toBe(true)
  }, 60_000)
})

test('transactions that are known are not read again', async () => {
  const node = await startNode({ [owner]: down(30, 20) })
  const { page } = await serviceOn(node.url)
  await page(owner)
  const before = node.count('getTransaction')
  expect(before).toBe(20)
  await page(owner)
  expect(node.count('getTransaction')).toBe(before)
})

test('a client that may not read any more is refused', async () => {
  const node = await startNode({ [owner]: down(400, 230) })
  const { requestFrom } = await serviceOn(node.url, { readRate: 1, readBurst: 20 })
  const ask = async (of: string) =>
    (await requestFrom('203.0.113.7', `/v1/account/${of}/history?chainId=${chainId}`)).status
  expect(await ask(owner)).toBe(200)
  expect(await ask(friend)).toBe(429)
})

test.each(['abc', `5-${'x'.repeat(10)}`, `x-${signatureOf(1)}`])(
  'the cursor %s is refused',
  async (cursor) => {
    const node = await startNode({ [owner]: down(30, 2) })
    const { page } = await serviceOn(node.url)
    expect((await page(owner, cursor)).status).toBe(400)
  },
)

test.each([
  ['another transaction', (signature: string) => transactionOf(`${signature.slice(0, -1)}z`, 30)],
  ['an error', () => ({ error: { code: -32603, message: 'Internal error' } })],
])('an answer with %s is none', async (_, answer) => {
  const node = await startNode({ [owner]: down(30, 1) }, ({ method, params }) =>
    method === 'getTransaction' && Array.isArray(params) ? answer(params[0]) : undefined,
  )
  const { page } = await serviceOn(node.url)
  expect((await page(owner)).status).toBe(502)
})

test.each([
  ['without balances', (signature: string) => ({ ...transactionOf(signature, 30), meta: null })],
  ['of a later version', () => ({ error: { code: -32015, message: 'Transaction version (1)' } })],
])('a transaction %s is missing, and the others are told', async (_, answer) => {
  const node = await startNode({ [owner]: down(30, 2) }, ({ method, params }) =>
    method === 'getTransaction' && Array.isArray(params) && params[0] === signatureOf(30)
      ? answer(params[0])
      : undefined,
  )
  const { page } = await serviceOn(node.url)
  const told = (await page(owner)).page
  expect(told?.data.map(({ metadata }) => metadata.hash)).toEqual([signatureOf(29)])
  expect(told?.lacks).toEqual(['older'])
})

test('a stranger’s token of a hundred decimals does not hide the page that it is on', async () => {
  const held = { accountIndex: 2, mint, owner, uiTokenAmount: { amount: '1', decimals: 100 } }
  const node = await startNode({ [owner]: down(30, 2) }, ({ method, params }) =>
    method === 'getTransaction' && Array.isArray(params) && params[0] === signatureOf(30)
      ? transactionOf(signatureOf(30), 30, { postTokenBalances: [held] })
      : undefined,
  )
  const { page } = await serviceOn(node.url)
  const told = (await page(owner)).page
  // The coin of the same transaction is told, and the token is left out.
  expect(told?.data.map(({ transfers }) => transfers.map(({ quantity }) => quantity.numeric))).toEqual([
    ['0.0001'],
    ['0.0001'],
  ])
  expect(told?.lacks).toBeUndefined()
})
