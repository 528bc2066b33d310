import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { people } from '../../../../../chains/bitcoin/src/people.js'
import { type LocalBitcoin, startBitcoin } from '../../../../../chains/bitcoin/src/startBitcoin.js'
import type { FeeQuote, Transfer } from '../../core/transfers.js'
import { defineNetwork } from '../../networks/defineNetwork.js'
import type { Network } from '../../protocol/entities/Network.js'
import { scriptedBitcoinWallet } from '../../testing/wallet/scriptedBitcoinWallet.js'
import { hexOf } from './bytes.js'
import { broadcast } from './esplora.js'
import { getBalance } from './getBalance.js'
import { type SatsConnectProvider, satsConnectWallet } from './satsConnectWallet.js'
import { standardWallet } from './standardWallet.js'
import { transfers as transfersOf } from './transfers.js'
import { type WindowProvider, windowWallet } from './windowWallet.js'

const [ada, grace, miner] = people
const transfers = await transfersOf('normal')
const sender = { address: ada.payment, type: 'payment', publicKey: hexOf(ada.publicKey) }

describe('transfers on a chain', () => {
  let chain: LocalBitcoin
  let network: Network
  beforeAll(async () => {
    chain = await startBitcoin()
    network = defineNetwork({
      id: '0f9188f13cb7b2c71f2a335e3a4fc328',
      namespace: 'bip122',
      name: 'Regtest',
      nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
      rpcUrl: chain.url,
    })
  }, 180_000)
  afterAll(() => chain.stop())

  const balanceOf = async (address: string) => (await getBalance({ network, address })).units
  const transferTo = (to: string, units: bigint): Transfer => ({ from: ada.payment, to, units, sender })
  const prepare = () => transfers.prepare({ network, from: ada.payment, isAtomic: false })

  async function send(
    transfer: Transfer,
    more: {
      fee?: FeeQuote
      tamper?: scriptedBitcoinWallet.Parameters['tamper']
      refuses?: () => boolean
    } = {},
  ) {
    const wallet = await scriptedBitcoinWallet({ privateKey: ada.privateKey, ...more })
    const provider = satsConnectWallet(wallet.satsConnect as SatsConnectProvider)
    const fee = more.fee ?? (await transfers.estimate({ network, transfer, isFirm: true }))
    const asked = await prepare()
    const sent = transfers.send({ provider, network, transfer, asked, fee, wallet: 'Test' })
    return { sent, fee, asked, requests: wallet.requests }
  }

  test.each(['payment', 'ordinals', 'nested', 'legacy'] as const)(
    'sends to a %s address, at the cost that was quoted, and follows it to its block',
    async (kind) => {
      const to = grace[kind]
      const [before, own] = [await balanceOf(to), await balanceOf(ada.payment)]
      const transfer = transferTo(to, 123_456n)
      const { sent, fee, asked } = await send(transfer)
      const { id } = await sent
      expect(await balanceOf(to)).toBe(before + 123_456n)
      expect(await balanceOf(ada.payment)).toBe(own - 123_456n - BigInt(fee.most))
      const question = { network, sent: { kind: 'transaction', id }, transfer, asked, fee } as const
      expect(await transfers.status(question)).toEqual({ status: 'pending', hash: id, isSeen: true })
      expect(await transfers.find({ network, transfer, asked, fee })).toEqual({
        status: 'sent',
        sent: { kind: 'transaction', id },
      })
      await chain.mine(1)
      expect(await transfers.status(question)).toMatchObject({ status: 'confirmed', hash: id })
      const other = { ...question, transfer: transferTo(to, 1n) }
      expect(await transfers.status(other)).toMatchObject({ status: 'other', isMined: true })
    },
  )

  test.each(['nested', 'legacy'] as const)('sends all there is from a %s address', async (kind) => {
    const from = ada[kind]
    await (await send(transferTo(from, 2_000_000n))).sent
    await (await send(transferTo(from, 1_000_000n))).sent
    await chain.mine(1)
    const account = { address: from, type: 'payment', publicKey: hexOf(ada.publicKey) }
    const asking: Transfer = { from, to: miner.ordinals, units: 1n, sender: account }
    const fee = await transfers.estimate({ network, transfer: asking, isRest: true, isFirm: true })
    const before = await balanceOf(miner.ordinals)
    const transfer = { ...asking, units: 3_000_000n - BigInt(fee.most) }
    const { sent } = await send(transfer, { fee })
    await sent
    expect(await balanceOf(from)).toBe(0n)
    expect(await balanceOf(miner.ordinals)).toBe(before + transfer.units)
  })

  test('a wallet of each interface signs', async () => {
    const wallet = await scriptedBitcoinWallet({ privateKey: ada.privateKey })
    const standard = standardWallet(wallet.standard)
    await standard.connect(network.caipNetworkId)
    for (const provider of [standard, windowWallet(wallet.unisat as WindowProvider)]) {
      const transfer = transferTo(grace.payment, 50_000n)
      const fee = await transfers.estimate({ network, transfer })
      const { id } = await transfers.send({
        provider,
        network,
        transfer,
        asked: await prepare(),
        fee,
        wallet: 'W',
      })
      expect(id).toMatch(/^[0-9a-f]{64}$/)
    }
    await chain.mine(1)
  })

  test('a wallet that alters the transaction is found out, and nothing is broadcast here', async () => {
    const transfer = transferTo(grace.payment, 70_000n)
    const { sent, asked, fee } = await send(transfer, {
      tamper: (tx) => tx.updateOutput(0, { amount: 60_000n }, true),
    })
    await expect(sent).rejects.toMatchObject({ code: 'WALLET_ANSWER_INVALID' })
    expect(await transfers.find({ network, transfer, asked, fee })).toEqual({ status: 'open' })
  })

  test('a refusal is clear, and nothing is sent', async () => {
    const { sent } = await send(transferTo(grace.payment, 70_000n), { refuses: () => true })
    await expect(sent).rejects.toMatchObject({ code: 'REQUEST_REJECTED' })
  })

  test('a quote of another transfer is not signed', async () => {
    const fee = await transfers.estimate({ network, transfer: transferTo(grace.payment, 1_000n) })
    const { sent, requests } = await send(transferTo(grace.payment, 2_000n), { fee })
    await expect(sent).rejects.toMatchObject({ code: 'REVIEW_OUTDATED' })
    expect(requests).toEqual([])
  })

  test('once a coin of the quote is spent, the wallet is not asked, and the transfer counts as impossible', async () => {
    const first = transferTo(grace.payment, 1_111n)
    const fee = await transfers.estimate({ network, transfer: first })
    const asked = await prepare()
    const { sent } = await send(transferTo(grace.payment, 2_222n))
    const { id: by } = await sent
    const { sent: late, requests } = await send(first, { fee })
    await expect(late).rejects.toMatchObject({ code: 'REVIEW_OUTDATED' })
    expect(requests).toEqual([])
    expect(await transfers.find({ network, transfer: first, asked, fee })).toEqual({ status: 'open', by })
    await chain.mine(1)
    expect(await transfers.find({ network, transfer: first, asked, fee })).toEqual({ status: 'used', by })
  })

  test('where the wallet’s answer is lost, the transfer is found by what it spends', async () => {
    const transfer = transferTo(grace.payment, 3_333n)
    const fee = await transfers.estimate({ network, transfer })
    const asked = await prepare()
    expect(await transfers.find({ network, transfer, asked, fee })).toEqual({ status: 'open' })
    const { sent } = await send(transfer, { fee })
    const { id } = await sent
    expect(await transfers.find({ network, transfer, asked, fee })).toMatchObject({ sent: { id } })
    // It is known to be another transfer.
    expect(await transfers.find({ network, transfer, asked, fee, others: [id] })).toEqual({ status: 'open' })
  })

  test('what is too little, too much or for nobody is refused', async () => {
    const estimate = (transfer: Transfer, isFirm = true) => transfers.estimate({ network, transfer, isFirm })
    const refused = { code: 'TRANSFER_REFUSED' }
    await expect(estimate(transferTo(grace.payment, 293n))).rejects.toMatchObject(refused)
    await expect(estimate(transferTo(grace.payment, 2n))).rejects.toMatchObject(refused)
    // The form asks so before it has an amount, and while it has too little of one: it tells the least.
    for (const units of [1n, 293n, 294n]) {
      const quoted = await estimate(transferTo(grace.payment, units), false)
      expect(quoted).toMatchObject({ least: '294', most: expect.stringMatching(/^[1-9]/) })
    }
    await expect(estimate(transferTo(grace.payment, 10n ** 15n))).rejects.toMatchObject({
      code: 'INSUFFICIENT_FEE_FUNDS',
    })
    const main = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
    await expect(estimate(transferTo(main, 5_000n))).rejects.toMatchObject(refused)
    const ordinal = { ...sender, type: 'ordinal' }
    await expect(estimate({ ...transferTo(grace.payment, 5_000n), sender: ordinal })).rejects.toMatchObject(
      refused,
    )
  })

  test('small coins at an address that may hold collectibles stay there, and are quoted as kept', async () => {
    const to = grace.nested
    const before = await balanceOf(to)
    await (await send(transferTo(to, 546n))).sent
    await (await send(transferTo(to, 10_000n))).sent
    await (await send(transferTo(to, 40_000n))).sent
    await chain.mine(1)
    const shared = { address: to, type: 'shared', publicKey: hexOf(grace.publicKey) }
    const asking: Transfer = { from: to, to: ada.payment, units: 1n, sender: shared }
    const quote = await transfers.estimate({ network, transfer: asking, isRest: true })
    expect(quote).toMatchObject({ kept: '10546', mayHoldCollectibles: true })
    expect(BigInt(quote.terms?.units ?? 0)).toBe(before + 40_000n - BigInt(quote.most))
    const paying = { ...asking, sender: { ...shared, type: 'payment' } }
    const ofPayment = await transfers.estimate({ network, transfer: paying, isRest: true })
    expect(Object.keys(ofPayment)).toEqual([
      'most',
      'about',
      'least',
      'minutes',
      'rest',
      'areCoinsUnread',
      'spent',
      'terms',
    ])
  })

  test('the quote tells what goes in, what comes back, and the rate', async () => {
    const transfer = transferTo(grace.payment, 1_500n)
    const { spent, about } = await transfers.estimate({ network, transfer })
    expect(spent?.count).toBeGreaterThan(0)
    expect(BigInt(spent?.units ?? 0)).toBe(1_500n + BigInt(spent?.change ?? 0) + BigInt(about))
    // One input and two outputs of P2WPKH have 141 virtual bytes; each further input 68.
    const size = 141 + 68 * ((spent?.count ?? 0) - 1)
    expect(Number.parseFloat(spent?.rate ?? '')).toBeCloseTo(Number(about) / size, 0)
    expect(spent?.rate).toMatch(/ sat\/vB$/)
  })

  test('a faster transfer costs no less', async () => {
    const transfer = transferTo(grace.payment, 5_000n)
    const costs = await Promise.all(
      (['slow', 'normal', 'fast'] as const).map((speed) =>
        transfersOf(speed).then(({ estimate }) => estimate({ network, transfer })),
      ),
    )
    const [slow = 0, normal = 0, fast = 0] = costs.map(({ most }) => Number(most))
    expect(slow).toBeLessThan(normal)
    expect(normal).toBeLessThan(fast)
  })

  test('what the nodes refuse is not taken for sent', async () => {
    await expect(broadcast(network, { hex: '00', id: '' })).rejects.toThrow()
    const gone = { ...network, rpcUrls: { default: { http: ['http://127.0.0.1:9'] } } }
    await expect(balanceOf('nobody')).rejects.toMatchObject({ code: 'ADDRESS_NOT_FOUND' })
    const firm = { network: gone, transfer: transferTo(grace.payment, 1_000n), isFirm: true }
    await expect(transfers.estimate(firm)).rejects.toMatchObject({ code: 'NETWORK_UNREADABLE' })
    await expect(transfers.estimate({ ...firm, isFirm: false })).rejects.toMatchObject({
      code: 'FEE_ESTIMATE_FAILED',
    })
  })
})
