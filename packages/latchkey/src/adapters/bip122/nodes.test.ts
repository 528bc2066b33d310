import * as btc from '@scure/btc-signer'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { people } from '../../../../../chains/bitcoin/src/people.js'
import type { Earlier, FeeQuote, Transfer } from '../../core/transfers.js'
import { defineNetwork } from '../../networks/defineNetwork.js'
import { fetchFrom, type ScriptedEsplora, scriptedEsplora } from '../../testing/scriptedEsplora.js'
import { scriptedBitcoinWallet } from '../../testing/wallet/scriptedBitcoinWallet.js'
import { hexOf } from './bytes.js'
import { regtestPrefixes } from './chains.js'
import { readTerms } from './choose.js'
import { type SatsConnectProvider, satsConnectWallet } from './satsConnectWallet.js'
import { transfers as transfersOf } from './transfers.js'

/** Transfers against nodes in memory, which can lie, lag and fail. */

const [ada, grace] = people
const transfers = await transfersOf('normal')
const sender = { address: ada.payment, type: 'payment', publicKey: hexOf(ada.publicKey) }
const scriptOf = (address: string) => btc.OutScript.encode(btc.Address(regtestPrefixes).decode(address))
const own = scriptOf(ada.payment)
const theirs = scriptOf(grace.payment)
const networkAt = (...urls: readonly string[]) => {
  const [rpcUrl = ''] = urls
  const made = defineNetwork({
    id: '0f9188f13cb7b2c71f2a335e3a4fc328',
    namespace: 'bip122',
    name: 'Regtest',
    nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
    rpcUrl,
  })
  return { ...made, rpcUrls: { default: { http: urls } } } as typeof made
}

let node: ScriptedEsplora
let network: ReturnType<typeof networkAt>
beforeEach(() => {
  node = scriptedEsplora()
  network = networkAt(node.url)
  vi.stubGlobal('fetch', fetchFrom(node))
  return () => vi.unstubAllGlobals()
})

const pay = (units: bigint, more: Partial<Transfer> = {}): Transfer => ({
  from: ada.payment,
  to: grace.payment,
  units,
  sender,
  ...more,
})
const fundAda = (...amounts: readonly bigint[]) =>
  node.fund(
    amounts.map((amount) => ({ script: own, amount })),
    50,
  )
const quoteOf = (transfer: Transfer) => transfers.estimate({ network, transfer, isFirm: true })

/** A wallet of Ada's, and the questions that it was asked. */
async function walletOf(more: Partial<scriptedBitcoinWallet.Parameters> = {}) {
  const wallet = await scriptedBitcoinWallet({ privateKey: ada.privateKey, ...more })
  return { provider: satsConnectWallet(wallet.satsConnect as SatsConnectProvider), wallet }
}

type SendParameters = Parameters<typeof transfers.send>[0]

async function send(transfer: Transfer, fee: FeeQuote, more: Partial<SendParameters> = {}) {
  const { provider } = await walletOf()
  const asked = { kind: 'transaction' } as const
  return transfers.send({ provider, network, transfer, asked, fee, wallet: 'Test', ...more })
}

describe('a transfer that the visitor has given up', () => {
  test('is not broadcast once the wallet signs', async () => {
    fundAda(100_000n)
    const transfer = pay(40_000n)
    const fee = await quoteOf(transfer)
    let isWanted = true
    const { provider } = await walletOf({
      approve: async () => {
        isWanted = false
      },
    })
    const sending = send(transfer, fee, { provider, isWanted: () => isWanted })
    await expect(sending).rejects.toMatchObject({ code: 'WALLET_ANSWER_UNCLEAR' })
    expect(node.posted).toEqual([])
  })

  test('is not asked of the wallet', async () => {
    fundAda(100_000n)
    const transfer = pay(40_000n)
    const fee = await quoteOf(transfer)
    const { provider, wallet } = await walletOf()
    const sending = send(transfer, fee, { provider, isWanted: () => false })
    await expect(sending).rejects.toMatchObject({ code: 'REVIEW_OUTDATED' })
    expect(wallet.requests).toEqual([])
  })
})

describe('the coins of a transfer', () => {
  const lieAbout = (id: string, vout: number, value: number) => {
    node.overrule = (path) => {
      if (!path.endsWith('/utxo')) return undefined
      const status = { confirmed: true }
      return { status: 200, body: [{ txid: id, vout, value, status }] }
    }
  }

  test.each(['payment', 'nested', 'legacy'] as const)(
    'are worth what their own transactions say: %s',
    async (kind) => {
      const script = scriptOf(ada[kind])
      const id = node.fund([{ script, amount: 900_000n }], 50)
      lieAbout(id, 0, 100_000)
      const transfer = pay(40_000n, { from: ada[kind], sender: { ...sender, address: ada[kind] } })
      const fee = await quoteOf(transfer)
      const { provider, wallet } = await walletOf()
      const sending = send(transfer, fee, { provider })
      await expect(sending).rejects.toMatchObject({ code: 'REVIEW_OUTDATED' })
      expect(wallet.requests).toEqual([])
    },
  )

  test('and those transactions are signed with them', async () => {
    fundAda(100_000n)
    const transfer = pay(40_000n)
    const { provider, wallet } = await walletOf()
    await send(transfer, await quoteOf(transfer), { provider })
    const { psbt } = (wallet.requests[0]?.params ?? {}) as { readonly psbt?: string }
    const input = btc.Transaction.fromPSBT(Buffer.from(psbt ?? '', 'base64')).getInput(0)
    expect(input.nonWitnessUtxo?.outputs[0]?.amount).toBe(100_000n)
    expect(input.witnessUtxo?.amount).toBe(100_000n)
  })

  test('are not spent if their transactions are too large for a wallet', async () => {
    const padding = { script: btc.Script.encode(['RETURN', new Uint8Array(600_000)]), amount: 0n }
    for (const _ of [1, 2]) node.fund([{ script: own, amount: 50_000n }, padding], 50)
    const transfer = pay(70_000n)
    const { provider, wallet } = await walletOf()
    const sending = send(transfer, await quoteOf(transfer), { provider })
    await expect(sending).rejects.toMatchObject({ code: 'REQUEST_TOO_LARGE' })
    expect(wallet.requests).toEqual([])
  })

  test('are left where they are while a stranger’s payment of them waits for its block', async () => {
    fundAda(100_000n)
    node.fund([{ script: own, amount: 300_000n }])
    await expect(quoteOf(pay(150_000n))).rejects.toMatchObject({ code: 'INSUFFICIENT_FEE_FUNDS' })
    const all = await transfers.estimate({ network, transfer: pay(1n), isRest: true })
    expect(all.kept).toBe('300000')
    await send(pay(40_000n), await quoteOf(pay(40_000n)))
    // The change is the account's own.
    expect(await quoteOf(pay(50_000n))).toMatchObject({ kept: '300000' })
    node.overrule = (path) => (/^\/tx\/[0-9a-f]+$/.test(path) ? new Error('no') : undefined)
    await expect(quoteOf(pay(50_000n))).rejects.toMatchObject({ code: 'INSUFFICIENT_FEE_FUNDS' })
  })

  test('are asked for a few at a time', async () => {
    for (let count = 0; count < 12; count++) fundAda(10_000n)
    const transfer = pay(100_000n)
    const fee = await quoteOf(transfer)
    const answer = fetchFrom(node)
    let now = 0
    let most = 0
    vi.stubGlobal('fetch', async (...asked: Parameters<typeof fetch>) => {
      most = Math.max(most, ++now)
      await Promise.resolve()
      return answer(...asked).finally(() => now--)
    })
    await send(transfer, fee)
    expect(most).toBeLessThanOrEqual(5)
  })
})

describe('an address with so many coins that no server lists them', () => {
  const dusted = () => {
    node.overrule = (path) =>
      path.endsWith('/utxo') ? { status: 400, body: 'Too many history entries' } : undefined
  }

  test('pays with the coins of its latest transactions, and never with one that is spent', async () => {
    fundAda(90_000n)
    const spent = await quoteOf(pay(30_000n))
    await send(pay(30_000n), spent)
    fundAda(50_000n)
    for (let stranger = 0; stranger < 30; stranger++) fundAda(...Array.from({ length: 20 }, () => 546n))
    const before = await quoteOf(pay(55_000n))
    dusted()
    const quote = await quoteOf(pay(55_000n))
    const valuesOf = (fee: FeeQuote) => readTerms(fee)?.coins.map(({ value }) => value)
    expect(valuesOf(quote)).toEqual(valuesOf(before))
    expect(quote.terms?.coins).not.toContain(spent.terms?.coins)
    const { id } = await send(pay(55_000n), quote)
    expect(node.posted).toHaveLength(2)
    expect(id).toMatch(/^[0-9a-f]{64}$/)
  })

  test('is unreadable if its history is, too', async () => {
    fundAda(90_000n)
    node.overrule = (path) => (path.includes('/address/') ? { status: 400, body: 'busy' } : undefined)
    await expect(quoteOf(pay(30_000n))).rejects.toMatchObject({ code: 'NETWORK_UNREADABLE' })
  })
})

describe('a quote beside earlier transfers', () => {
  const namesOf = (fee: FeeQuote) => readTerms(fee)?.coins.map(({ txid, vout }) => `${txid}:${vout}`) ?? []
  const estimate = (transfer: Transfer, earlier: Earlier, isRest = false) =>
    transfers.estimate({ network, transfer, earlier, isRest, isFirm: true })

  test('a quote spends a coin of each transfer with an unknown outcome, so that only one of them can be carried out', async () => {
    fundAda(30_000n)
    const one = await quoteOf(pay(25_000n))
    fundAda(40_000n)
    const other = await estimate(pay(35_000n), { sent: [one], unsettled: [] })
    fundAda(200_000n)
    const next = await estimate(pay(25_000n), { sent: [], unsettled: [one, other] })
    expect(namesOf(next)).toEqual(expect.arrayContaining([...namesOf(one), ...namesOf(other)]))
    expect(namesOf(await estimate(pay(25_000n), { sent: [], unsettled: [] }))).not.toContain(namesOf(one)[0])
    const { id } = await send(pay(25_000n), next)
    const { id: posted } = btc.Transaction.fromRaw(Buffer.from(node.posted[0] ?? '', 'hex'))
    expect(id).toBe(posted)
  })

  test('a quote spends the coin of such a transfer even if no node tells who paid the coin, and the coin is not in a block yet', async () => {
    fundAda(90_000n)
    await send(pay(30_000n), await quoteOf(pay(30_000n)))
    const one = await quoteOf(pay(40_000n))
    fundAda(200_000n)
    node.overrule = (path) => (/^\/tx\/[0-9a-f]+$/.test(path) ? new Error('no') : undefined)
    const next = await estimate(pay(25_000n), { sent: [], unsettled: [one] })
    expect(namesOf(next)).toEqual(expect.arrayContaining([...namesOf(one)]))
  })

  test('forgets one whose coins are spent', async () => {
    fundAda(30_000n)
    const one = await quoteOf(pay(20_000n))
    await send(pay(20_000n), one)
    fundAda(200_000n)
    const next = await estimate(pay(25_000n), { sent: [], unsettled: [one] })
    expect(namesOf(next)).toHaveLength(1)
  })

  test('does not spend what a payment that waits has spent, whatever a lagging node says', async () => {
    fundAda(90_000n)
    const sent = await quoteOf(pay(30_000n))
    const { id } = await send(pay(30_000n), sent)
    // The node does not know the payment, and lists its coin as unspent.
    node.drop(id)
    fundAda(50_000n)
    const next = await estimate(pay(20_000n), { sent: [sent], unsettled: [] })
    expect(namesOf(next)).not.toContain(namesOf(sent)[0])
    const rest = await estimate(pay(1n), { sent: [sent], unsettled: [] }, true)
    expect(rest).toMatchObject({ kept: '90000', rest: String(50_000n - BigInt(rest.most)) })
    const only = estimate(pay(60_000n), { sent: [sent], unsettled: [] })
    await expect(only).rejects.toMatchObject({ code: 'INSUFFICIENT_FEE_FUNDS' })
  })

  test('ignores stored quotes that cannot be read', async () => {
    fundAda(90_000n)
    const odd = { most: 'x', about: '', terms: { coins: 'x', units: '1', change: '0', fee: '1' } }
    const none = [odd, {}, { terms: 7 }] as unknown as readonly FeeQuote[]
    const quote = await estimate(pay(20_000n), { sent: none, unsettled: none })
    expect(namesOf(quote)).toHaveLength(1)
  })
})

describe('a coin that a service says holds a collectible', () => {
  /** Marks the coins of these amounts, as a service does that passes the node's answers on. */
  const mark = (...amounts: readonly number[]) => {
    const overrule: ScriptedEsplora['overrule'] = (path) => {
      if (!path.endsWith('/utxo')) return undefined
      node.overrule = () => undefined
      const { body } = node.answer(path) as { readonly body: readonly { readonly value: number }[] }
      node.overrule = overrule
      const isMarked = ({ value }: { readonly value: number }) => amounts.includes(value)
      return { status: 200, body: body.map((coin) => ({ ...coin, collectible: isMarked(coin) })) }
    }
    node.overrule = overrule
  }
  const valuesOf = (fee: FeeQuote) => readTerms(fee)?.coins.map(({ value }) => value)

  test('stays, also at an address for payments, and is quoted as kept', async () => {
    fundAda(90_000n)
    fundAda(50_000n)
    mark(90_000)
    const quote = await quoteOf(pay(20_000n))
    expect(valuesOf(quote)).toEqual([50_000n])
    expect(quote.kept).toBe('90000')
    // No mark tells that a coin holds none.
    expect(quote).toMatchObject({ areCoinsUnread: true })
    expect(quote.mayHoldCollectibles).toBeUndefined()
    // With it there would be enough, so the visitor is told what stays.
    const lacking = { code: 'INSUFFICIENT_FEE_FUNDS', details: '90000' }
    await expect(quoteOf(pay(60_000n))).rejects.toMatchObject(lacking)
    await expect(quoteOf(pay(600_000n))).rejects.toMatchObject({ ...lacking, details: undefined })
  })

  test('is spent, and the review says so, where an earlier transfer that may be carried out spends it', async () => {
    fundAda(90_000n)
    const one = await quoteOf(pay(20_000n))
    fundAda(50_000n)
    mark(90_000)
    const earlier = { sent: [], unsettled: [one] }
    const quote = await transfers.estimate({ network, transfer: pay(20_000n), earlier, isFirm: true })
    expect(valuesOf(quote)).toContain(90_000n)
    expect(quote.mayHoldCollectibles).toBe(true)
  })

  test('stays where the earlier transfer spends another coin too', async () => {
    fundAda(90_000n)
    fundAda(50_000n)
    const one = await quoteOf(pay(120_000n))
    mark(90_000)
    const earlier = { sent: [], unsettled: [one] }
    const quote = await transfers.estimate({ network, transfer: pay(20_000n), earlier, isFirm: true })
    expect(valuesOf(quote)).toEqual([50_000n])
    expect(quote.mayHoldCollectibles).toBeUndefined()
  })

  test('is no other coin: small ones stay at a shared address, whatever the service says', async () => {
    fundAda(10_000n)
    mark()
    const shared = { address: ada.payment, type: 'shared' }
    await expect(quoteOf({ ...pay(2_000n), sender: shared })).rejects.toMatchObject({
      code: 'INSUFFICIENT_FEE_FUNDS',
      details: '10000',
    })
  })
})

describe('the fee rate', () => {
  const rateAt = (count: number, rate: object) => {
    const other = scriptedEsplora(`https://node${count}.invalid`)
    other.overrule = (path) => (path === '/fee-estimates' ? { status: 200, body: rate } : undefined)
    return other
  }
  const costOf = async (...others: readonly ScriptedEsplora[]) => {
    vi.stubGlobal('fetch', fetchFrom(node, ...others))
    network = networkAt(node.url, ...others.map(({ url }) => url))
    return Number((await quoteOf(pay(40_000n))).most)
  }

  test('is not one node’s word', async () => {
    fundAda(1_000_000n)
    const usual = await costOf()
    node.overrule = (path) => (path === '/fee-estimates' ? { status: 200, body: { '3': 2_000 } } : undefined)
    expect(await costOf(rateAt(1, { '3': 2 }))).toBe(usual)
    expect(await costOf(rateAt(1, { '3': 2 }), rateAt(2, { '3': 1 }))).toBe(usual)
    expect(await costOf(rateAt(1, {}), rateAt(2, { '3': 2 }))).toBe(usual)
  })

  test('is that of the speed that the visitor chose, else the usual one', async () => {
    fundAda(100_000n)
    const at = (speed?: string) => transfers.estimate({ network, transfer: pay(40_000n), speed })
    const [fast, slow, usual] = await Promise.all([at('fast'), at('slow'), at()])
    expect([fast.minutes, usual.minutes, slow.minutes]).toEqual([10, 30, 60])
    expect(Number(fast.most)).toBe(2 * Number(usual.most))
    expect(Number(slow.most)).toBe(Number(usual.most) / 2)
    expect(await at('toString')).toEqual(usual)
  })

  test.each(['fast', 'normal', 'slow'] as const)(
    'is read from a server of mempool.space, too: %s',
    async (speed) => {
      fundAda(100_000n)
      const most = async () => (await transfers.estimate({ network, transfer: pay(40_000n), speed })).most
      const usual = await most()
      const fees = { fastestFee: 4, halfHourFee: 2, hourFee: 1, economyFee: 1, minimumFee: 1 }
      const other = (path: string) =>
        path === '/v1/fees/recommended' ? { status: 200, body: fees } : undefined
      node.overrule = (path) =>
        path === '/fee-estimates' ? { status: 404, body: `Cannot GET ${path}` } : other(path)
      expect(await most()).toBe(usual)
    },
  )

  test('must be known on the main network', async () => {
    const id = '000000000019d6689c085ae165831e93'
    const { nativeCurrency } = network
    const rpcUrl = node.url
    const main = defineNetwork({ id, namespace: 'bip122', name: 'Main', nativeCurrency, rpcUrl })
    node.overrule = (path) => ({ status: 200, body: path === '/fee-estimates' ? {} : [] })
    const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
    const transfer = pay(1_000n, { from: address, to: address })
    await expect(transfers.estimate({ network: main, transfer })).rejects.toMatchObject({
      code: 'FEE_ESTIMATE_FAILED',
    })
  })
})

describe('a broadcast', () => {
  test('goes to every node, also if the first one only says that it took it', async () => {
    fundAda(100_000n)
    const fee = await quoteOf(pay(40_000n))
    const [first, second] = [
      scriptedEsplora('https://first.invalid'),
      scriptedEsplora('https://second.invalid'),
    ]
    first.overrule = (path, body) => node.answer(path, body)
    vi.stubGlobal('fetch', fetchFrom(first, second))
    network = networkAt(first.url, second.url)
    await send(pay(40_000n), fee)
    expect(second.posted).toEqual(node.posted)
    expect(second.posted).toHaveLength(1)
  })

  test('ends though a node answers without end', async () => {
    fundAda(100_000n)
    const fee = await quoteOf(pay(40_000n))
    const answer = fetchFrom(node)
    const flood = new ReadableStream({
      pull: (stream) => stream.enqueue(new TextEncoder().encode('x'.repeat(1_000))),
    })
    vi.stubGlobal('fetch', async (...asked: Parameters<typeof fetch>) =>
      asked[1]?.method === 'POST' ? new Response(flood) : answer(...asked),
    )
    await expect(send(pay(40_000n), fee)).rejects.toMatchObject({ code: 'WALLET_ANSWER_UNCLEAR' })
  })
})

test.each([
  ['bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq9e75rs', true],
  ['1111111111111111111114oLvT2', true],
  ['1BitcoinEaterAddressDontSendf59kuE', true],
  ['1CounterpartyXXXXXXXXXXXXXXXUWLpVr', true],
  [
    btc.Address().encode({
      type: 'tr',
      pubkey: Buffer.from('50929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0', 'hex'),
    }),
    true,
  ],
  [ada.payment, false],
  [ada.ordinals, false],
  [ada.legacy, false],
  ['nobody', false],
])('whether %s is nobody’s: %s', (address, isNobodys) => {
  expect(transfers.isNobodys?.(address)).toBe(isNobodys)
})

/** A transaction of Ada's that spends coins of a quote, as a wallet would make it. */
function spend(
  fee: FeeQuote,
  outputs: readonly { readonly script: Uint8Array; readonly amount: bigint }[],
  more: readonly { readonly txid: string; readonly amount: bigint }[] = [],
): btc.Transaction {
  const tx = new btc.Transaction()
  for (const { txid, amount } of more) tx.addInput({ txid, index: 0, witnessUtxo: { script: own, amount } })
  for (const { txid, vout, value } of readTerms(fee)?.coins ?? []) {
    tx.addInput({ txid, index: vout, witnessUtxo: { script: own, amount: value } })
  }
  for (const output of outputs) tx.addOutput(output)
  tx.sign(ada.privateKey)
  tx.finalize()
  return tx
}

describe('a transfer is known by its coins and by what it pays', () => {
  const asked = { kind: 'transaction', height: 9_999 } as const
  const units = 40_000n
  const payment = { script: theirs, amount: units }
  const find = (fee: FeeQuote) => transfers.find({ network, transfer: pay(units), asked, fee })
  const statusOf = (id: string, fee: FeeQuote) => {
    const sent = { kind: 'transaction', id } as const
    return transfers.status({ network, sent, transfer: pay(units), asked, fee })
  }

  test('whatever height a node claimed', async () => {
    fundAda(100_000n)
    const fee = await quoteOf(pay(units))
    const { id } = await send(pay(units), fee)
    node.add(btc.Transaction.fromRaw(Buffer.from(node.posted[0] ?? '', 'hex')), 60)
    expect(await find(fee)).toMatchObject({ sent: { id } })
    expect(await statusOf(id, fee)).toMatchObject({ status: 'confirmed', hash: id })
  })

  test('and not by an earlier payment of the same amount', async () => {
    fundAda(100_000n)
    const before = await quoteOf(pay(units))
    const { id: earlier } = await send(pay(units), before)
    fundAda(200_000n)
    const fee = await quoteOf(pay(units))
    expect(await find(fee)).toEqual({ status: 'open' })
    expect(await statusOf(earlier, fee)).toEqual({ status: 'other', isMined: false })
  })

  test('also after the visitor has raised the fee in the wallet', async () => {
    fundAda(100_000n)
    const fee = await quoteOf(pay(units))
    const { id: first } = await send(pay(units), fee)
    const change = 100_000n - units - 5n * BigInt(fee.most)
    const raised = [
      { script: theirs, amount: units },
      { script: own, amount: change },
    ]
    node.drop(first)
    const second = node.add(spend(fee, raised))
    expect(await statusOf(first, fee)).toEqual({ status: 'pending', hash: second, isSeen: true })
    expect(await statusOf(second, fee)).toEqual({ status: 'pending', hash: second, isSeen: true })
    node.add(spend(fee, raised), 60)
    expect(await statusOf(first, fee)).toMatchObject({ status: 'confirmed', hash: second })
  })

  test('also if the fee was raised before the kit knew of it, or with further coins of the account, once that is in a block', async () => {
    for (const further of [undefined, 30_000n]) {
      fundAda(100_000n)
      const fee = await quoteOf(pay(units))
      const coins = further === undefined ? [] : [{ txid: fundAda(further), amount: further }]
      const change = 100_000n + (further ?? 0n) - units - 5n * BigInt(fee.most)
      const raised = [payment, { script: own, amount: change }]
      const id = node.add(spend(fee, raised, coins))
      // The reviewed one may still take its place.
      expect(await find(fee)).toEqual({ status: 'open', by: id })
      node.add(spend(fee, raised, coins), 60)
      expect(await find(fee)).toEqual({ status: 'sent', sent: { kind: 'transaction', id } })
      expect(await statusOf(id, fee)).toMatchObject({ status: 'confirmed', hash: id })
      const known = { network, transfer: pay(units), asked, fee, others: [id] }
      expect(await transfers.find(known)).toEqual({ status: 'used', by: id })
    }
  })

  const left = 59_000n
  test.each([
    ['pays the change to somebody else', [payment, { script: scriptOf(grace.legacy), amount: left }]],
    ['pays the change to the recipient', [payment, { script: theirs, amount: left }]],
    ['pays twice', [payment, payment, { script: own, amount: left - units }]],
    ['burns the change as the fee', [payment]],
    ['burns most of the change as the fee', [payment, { script: own, amount: 40_000n }]],
    [
      'pays somebody else besides',
      [payment, { script: own, amount: 40_000n }, { script: scriptOf(grace.legacy), amount: 19_000n }],
    ],
    ['spends a small coin besides', [payment, { script: own, amount: left + 10_000n }], 10_000n],
    [
      'spends somebody else’s coin besides',
      [payment, { script: own, amount: left + 30_000n }],
      30_000n,
      scriptOf(ada.nested),
    ],
  ])(
    'and not sent, but unknown, if the wallet’s own transaction %s',
    async (_, outputs, more?: bigint, script: Uint8Array = own) => {
      fundAda(100_000n)
      const fee = await quoteOf(pay(units))
      const coins =
        more === undefined ? [] : [{ txid: node.fund([{ script, amount: more }], 50), amount: more }]
      const altered = spend(fee, outputs, coins)
      for (const height of [undefined, 60]) {
        const by = node.add(altered, height)
        // The recipient has the amount, so the transfer must not count as unsent either.
        expect(await find(fee)).toEqual({ status: 'open', by })
        expect(await statusOf(by, fee)).toEqual({ status: 'other', isMined: height !== undefined })
      }
      expect(await statusOf('ab'.repeat(32), fee)).toMatchObject({ status: 'pending', isOutrun: true })
    },
  )

  test('and is replaced once another transaction in a block spends its coins', async () => {
    fundAda(100_000n)
    const fee = await quoteOf(pay(units))
    const { id } = await send(pay(units), fee)
    node.drop(id)
    expect(await statusOf(id, fee)).toEqual({ status: 'pending', hash: id })
    const back = spend(fee, [{ script: own, amount: 90_000n }])
    node.add(back)
    expect(await statusOf(id, fee)).toEqual({ status: 'pending', hash: id })
    node.add(back, 60)
    expect(await statusOf(id, fee)).toEqual({ status: 'pending', hash: id, isOutrun: true })
    expect(await find(fee)).toEqual({ status: 'used', by: back.id })
  })

  test('a transaction that spends the same coins is named while it waits for a block, unless this page sent it', async () => {
    fundAda(100_000n)
    const fee = await quoteOf(pay(units))
    const by = node.add(spend(fee, [{ script: theirs, amount: units * 2n }]))
    expect(await find(fee)).toEqual({ status: 'open', by })
    const known = { network, transfer: pay(units), asked, fee, others: [by] }
    expect(await transfers.find(known)).toEqual({ status: 'open' })
  })

  describe('and may be what the wallet has made of other coins since it was asked', () => {
    const prepare = () =>
      transfers.prepare({ network, from: ada.payment, isAtomic: false, transfer: pay(units) })
    const findSince = async (fee: FeeQuote) => {
      const asked = await prepare()
      return (others: readonly string[] = []) =>
        transfers.find({ network, transfer: pay(units), asked, fee, others })
    }
    /** A payment of Ada's with coins that no quote names. */
    const payOther = (outputs = [payment], height?: number) => {
      const tx = new btc.Transaction()
      const txid = fundAda(50_000n)
      tx.addInput({ txid, index: 0, witnessUtxo: { script: own, amount: 50_000n } })
      for (const output of outputs) tx.addOutput(output)
      tx.sign(ada.privateKey)
      tx.finalize()
      return node.add(tx, height)
    }

    test.each([undefined, 60])('waiting for a block, or in block %s', async (height) => {
      fundAda(100_000n)
      const fee = await quoteOf(pay(units))
      const find = await findSince(fee)
      expect(await find()).toEqual({ status: 'open' })
      const by = payOther(undefined, height)
      expect(await find()).toEqual({ status: 'open', by })
      expect(await find([by])).toEqual({ status: 'open' })
      // Also where the reviewed coins went elsewhere.
      node.add(spend(fee, [{ script: own, amount: 90_000n }]), 61)
      expect(await find()).toEqual({ status: 'open', by })
    })

    test('but not what was there before, another amount, or a payment of somebody else', async () => {
      fundAda(100_000n)
      payOther(undefined, 55)
      payOther()
      const fee = await quoteOf(pay(units))
      const find = await findSince(fee)
      payOther([{ script: theirs, amount: units - 1n }])
      node.fund([payment, { script: own, amount: 700n }])
      expect(await find()).toEqual({ status: 'open' })
    })

    test('unless the history could not be read before, or is longer than what a node lists', async () => {
      fundAda(100_000n)
      const fee = await quoteOf(pay(units))
      node.overrule = (path) => (path.endsWith('/txs') ? { status: 500, body: 'busy' } : undefined)
      const unread = await findSince(fee)
      node.overrule = () => undefined
      const find = await findSince(fee)
      payOther()
      expect(await unread()).toEqual({ status: 'open' })
      for (let block = 70; block < 100; block++) fundAda(BigInt(block))
      expect(await find()).toEqual({ status: 'open' })
    })
  })

  test('though the history of the account cannot be read', async () => {
    fundAda(100_000n)
    const fee = await quoteOf(pay(units))
    node.overrule = (path) => (path.endsWith('/txs') ? { status: 500, body: 'too much' } : undefined)
    expect(await find(fee)).toEqual({ status: 'open' })
    const { id } = await send(pay(units), fee)
    expect(await find(fee)).toMatchObject({ sent: { id } })
  })

  test('and counts as unknown only once no node knows it', async () => {
    fundAda(100_000n)
    const fee = await quoteOf(pay(units))
    const { id } = await send(pay(units), fee)
    const lagging = scriptedEsplora('https://lagging.invalid')
    vi.stubGlobal('fetch', fetchFrom(lagging, node))
    network = networkAt(lagging.url, node.url)
    node.add(btc.Transaction.fromRaw(Buffer.from(node.posted[0] ?? '', 'hex')), 60)
    expect(await statusOf(id, fee)).toMatchObject({ status: 'confirmed', hash: id })
  })
})
