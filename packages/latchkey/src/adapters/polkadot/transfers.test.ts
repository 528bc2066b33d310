import { blake2b } from '@noble/hashes/blake2.js'
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { compact } from '@polkadot-api/substrate-bindings'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  batchOf,
  eventsOf,
  hashOf,
  type ScriptedChain,
  scriptedChain,
  usualPlace,
} from '../../testing/polkadot/scriptedChain.js'
import type { SignerPayload } from './provider.js'
import { readSs58 } from './ss58.js'
import { transfers } from './transfers.js'

const alice = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'
const bob = '5FHneW46xGXgs5mUiveU4sbTyGBzmstUspZC92UhjJM694ty'
const idOf = (address: string) => readSs58(address)?.accountId ?? new Uint8Array()
const keyOf = (address: string) => bytesToHex(idOf(address))
const transfer = { from: alice, to: bob, units: 1_000n, sender: { address: alice, type: 'sr25519' } }
const asked = { kind: 'transaction', nonce: 7, height: 100 } as const
/** The last block that may contain it. */
const last = 163
const signature = `0x${'11'.repeat(64)}`

let chain: ScriptedChain
beforeEach(() => {
  // Runtimes are cached by network, so each test has its own.
  chain = scriptedChain(hashOf(expect.getState().currentTestName ?? ''))
  chain.nextNonce = 7
  chain.accounts.set(keyOf(alice), { nonce: 7, free: 10_000n })
  chain.accounts.set(keyOf(bob), { nonce: 0, free: 500n })
  vi.stubGlobal('fetch', chain.fetch)
})
afterEach(() => vi.unstubAllGlobals())

/** A wallet that signs anything. */
function walletOf(sign: (payload: SignerPayload) => unknown = () => ({ signature })) {
  const payloads: SignerPayload[] = []
  const signPayload = async (payload: SignerPayload) => {
    payloads.push(payload)
    return sign(payload)
  }
  const granted = async () => ({ networkId: chain.network.caipNetworkId, addresses: [alice] })
  return { provider: { signer: { signPayload, signRaw: async () => ({}) }, granted }, payloads }
}

const prepare = (of: Partial<typeof transfer> = {}, fee?: { most: string; about: string }) =>
  transfers.prepare({
    network: chain.network,
    from: alice,
    isAtomic: false,
    transfer: { ...transfer, ...of },
    fee,
  })
const send = (of: Partial<typeof transfer> = {}, provider: unknown = walletOf().provider) =>
  transfers.send({
    provider,
    network: chain.network,
    transfer: { ...transfer, ...of },
    asked,
    wallet: 'Test',
  })
const find = () => transfers.find({ network: chain.network, transfer, asked })
const status = (id: string, of: Partial<typeof transfer> = {}) =>
  transfers.status({
    network: chain.network,
    sent: { kind: 'transaction', id, from: alice },
    transfer: { ...transfer, ...of },
    asked,
  })
const submitted = () =>
  chain.asked.filter(({ method }) => method === 'author_submitExtrinsic').map(({ params }) => params[0])

/** The bytes of the transaction that the kit makes, and its hash. */
async function transactionOf(of: Partial<typeof transfer> = {}) {
  const { id } = await send(of)
  return { id, extrinsic: submitted().at(-1) as `0x${string}` }
}
const events = (index: number, units = 1_000n) =>
  eventsOf([index, { from: idOf(alice), to: idOf(bob), units }], [index, 'success'])
const setNonce = (nonce: number) => chain.accounts.set(keyOf(alice), { nonce, free: 10_000n })

describe('what became of a transfer', () => {
  test('a hash that no block has gets no nonce, whatever a history claims', async () => {
    expect(await status(hashOf('claimed'))).toEqual({
      status: 'pending',
      hash: hashOf('claimed'),
      isExpired: false,
    })
    chain.final = 110
    setNonce(8)
    expect((await status(hashOf('claimed'))).nonce).toBeUndefined()
  })

  test('a transaction in a block has its own nonce, and the chain says what it did', async () => {
    const { id, extrinsic } = await transactionOf()
    chain.final = 110
    setNonce(8)
    chain.blocks.set(105, { extrinsics: ['0x00', extrinsic], events: events(1) })
    expect(await status(id)).toEqual({ status: 'confirmed', hash: id, nonce: 7 })
    expect(await find()).toEqual({ status: 'sent', sent: { kind: 'transaction', id } })
    chain.blocks.set(105, { extrinsics: ['0x00', extrinsic], events: eventsOf([1, 'failure']) })
    expect(await status(id)).toMatchObject({ status: 'failed' })
    chain.blocks.set(105, { extrinsics: ['0x00', extrinsic], events: events(1, 999n) })
    expect(await status(id)).toMatchObject({ status: 'other', isMined: true })
  })

  test('a transfer to the account itself is confirmed although nothing moves', async () => {
    const { id, extrinsic } = await transactionOf({ to: alice })
    chain.final = 110
    setNonce(8)
    chain.blocks.set(105, { extrinsics: [extrinsic], events: eventsOf([0, 'success']) })
    expect(await status(id, { to: alice })).toMatchObject({ status: 'confirmed' })
  })

  test('a block is read by the runtime that carried it out', async () => {
    const { id, extrinsic } = await transactionOf()
    chain.final = last
    setNonce(8)
    chain.blocks.set(105, { extrinsics: [extrinsic], events: events(0) })
    chain.runtimeOf = (height) =>
      height <= 105
        ? { specVersion: 1, place: usualPlace }
        : { specVersion: 2, place: { pallet: 20, call: 9 } }
    expect(await find()).toMatchObject({ status: 'sent' })
    expect(await status(id)).toMatchObject({ status: 'confirmed', nonce: 7 })
  })

  test('while a transaction of the account cannot be decoded, nothing counts as not sent', async () => {
    const { extrinsic } = await transactionOf()
    chain.final = last
    setNonce(8)
    chain.blocks.set(105, { extrinsics: [extrinsic], events: events(0) })
    const { runtimeOf } = chain
    // Known from the sending, so another version is refused.
    chain.runtimeOf = (height) => (height === 105 ? undefined : runtimeOf(height))
    expect(await find()).toEqual({ status: 'open' })
    chain.blocks.clear()
    expect(await find()).toEqual({ status: 'used', isOver: true })
  })

  test('while a block is too large to read, nothing counts as not sent', async () => {
    const { id, extrinsic } = await transactionOf()
    chain.final = last
    setNonce(8)
    chain.blocks.set(104, { extrinsics: 'large' })
    expect(await find()).toEqual({ status: 'open' })
    expect(await status(id)).toEqual({ status: 'pending', hash: id, isExpired: false })
    chain.blocks.set(105, { extrinsics: [extrinsic], events: events(0) })
    expect(await find()).toMatchObject({ status: 'sent' })
  })

  test('a transfer of an account that was removed since is found', async () => {
    const { id, extrinsic } = await transactionOf()
    chain.final = last
    chain.accounts.delete(keyOf(alice))
    chain.blocks.set(105, { extrinsics: [extrinsic], events: events(0) })
    expect(await find()).toMatchObject({ status: 'sent' })
    expect(await status(id)).toMatchObject({ status: 'confirmed' })
  })

  test('in a block whose events are gone, it waits and is not expired', async () => {
    const { id, extrinsic } = await transactionOf()
    chain.final = last
    setNonce(8)
    chain.blocks.set(105, { extrinsics: [extrinsic] })
    expect(await status(id)).toEqual({ status: 'pending', hash: id, nonce: 7 })
  })

  describe('which the wallet made itself', () => {
    /** The call of a transfer: two bytes for its place, one for the address's kind, the account, and the amount. */
    const callTo = (address: string, units: bigint) =>
      concatBytes(Uint8Array.of(usualPlace.pallet, usualPlace.call, 0), idOf(address), compact.enc(units))
    const paying = callTo(bob, 1_000n)
    const more = callTo(bob, 200n)
    /** A block with a transaction of the account, and what that moved. Returns its hash. */
    async function mine(
      call: Uint8Array,
      { nonce = 7, at = 105, moved = [1_000n] as readonly bigint[] } = {},
    ) {
      const { extrinsic } = await transactionOf()
      const bytes = hexToBytes(extrinsic.slice(2))
      // Behind two bytes of length: the version, the account and the signature, then the era, the nonce and the tip.
      const before = bytes.slice(2, 2 + 2 + 32 + 65 + 2)
      const body = concatBytes(before, compact.enc(nonce), Uint8Array.of(0), call)
      const made = concatBytes(compact.enc(body.length), body)
      const ends = moved.map((units) => [0, { from: idOf(alice), to: idOf(bob), units }] as const)
      chain.blocks.set(at, {
        extrinsics: [`0x${bytesToHex(made)}`],
        events: eventsOf(...ends, [0, 'success']),
      })
      chain.final = last
      setNonce(nonce + 1)
      return `0x${bytesToHex(blake2b(made, { dkLen: 32 }))}` as const
    }

    test.each([
      ['a batch', batchOf([paying], false)],
      ['a batch in a batch', batchOf([batchOf([paying])])],
    ])('as %s of that alone, is found and confirmed', async (_, call) => {
      const id = await mine(call)
      expect(await find()).toEqual({ status: 'sent', sent: { kind: 'transaction', id } })
      expect(await status(id)).toEqual({ status: 'confirmed', hash: id, nonce: 7 })
    })

    test('as a batch whose call has failed, was not sent', async () => {
      const by = await mine(batchOf([paying], false), { moved: [] })
      expect(await find()).toEqual({ status: 'used', by })
    })

    test('with other payments in a batch, stays unknown: the recipient has the amount', async () => {
      const by = await mine(batchOf([more, paying]), { moved: [200n, 1_000n] })
      expect(await find()).toEqual({ status: 'open', by })
    })

    test('by a later transaction, stays unknown', async () => {
      const first = await mine(more, { moved: [200n] })
      expect(await find()).toEqual({ status: 'used', by: first })
      const by = await mine(paying, { nonce: 8, at: 106 })
      expect(await find()).toEqual({ status: 'open', by })
      const known = { network: chain.network, transfer, asked, others: [by] }
      expect(await transfers.find(known)).toEqual({ status: 'used', by: first })
    })

    test('is unknown while a block cannot be read, although another transaction has its nonce', async () => {
      const by = await mine(more, { moved: [200n] })
      chain.blocks.set(106, { extrinsics: 'large' })
      expect(await find()).toEqual({ status: 'open' })
      chain.blocks.delete(106)
      expect(await find()).toEqual({ status: 'used', by })
    })

    test('is unknown while the block’s events cannot be read, if a batch contains it', async () => {
      const by = await mine(batchOf([more, paying]))
      const { extrinsics = [] } = chain.blocks.get(105) ?? {}
      chain.blocks.set(105, { extrinsics })
      expect(await find()).toEqual({ status: 'open', by })
    })

    test('and that got into a block after the last one for its own, is found and confirmed', async () => {
      const at = 4_321
      const id = await mine(paying, { at })
      chain.final = 15_000
      chain.accounts.set(keyOf(alice), { nonce: 8, free: 10_000n, usedAt: at })
      const asked = chain.asked.length
      expect(await find()).toEqual({ status: 'sent', sent: { kind: 'transaction', id } })
      // Two for each halving, and the blocks that could contain its own.
      expect(chain.asked.length - asked).toBeLessThan(2 * 14 + 2 * 64 + 20)
      expect(await status(id)).toEqual({ status: 'confirmed', hash: id, nonce: 7 })
      // A node that keeps no states but the newest.
      let newest: unknown
      chain.answer = (method, [, block]) => {
        if (method !== 'state_getStorage') return
        newest ??= block
        if (block !== newest) throw new Error('State already discarded')
      }
      expect(await find()).toEqual({ status: 'used', isOver: true })
    })

    test('with another payment, in a block after the last one for its own, is replaced', async () => {
      const by = await mine(more, { moved: [200n], at: 200 })
      chain.final = 300
      chain.accounts.set(keyOf(alice), { nonce: 8, free: 10_000n, usedAt: 200 })
      expect(await find()).toEqual({ status: 'used', by })
    })

    test('as an earlier transaction, is another one', async () => {
      await mine(paying, { nonce: 6 })
      expect(await find()).toEqual({ status: 'used', isOver: true })
    })
  })

  test('after the last block that could contain it, it has expired', async () => {
    chain.final = last - 1
    expect(await find()).toEqual({ status: 'open' })
    chain.final = last
    expect(await find()).toEqual({ status: 'used', isOver: true })
    expect(await status(hashOf('x'))).toMatchObject({ status: 'pending', isExpired: true })
  })
})

test('an answer that comes after a reload is known by its method', () => {
  expect(transfers.methods).toEqual({ transaction: 'polkadot_signTransaction' })
})

describe('nodes', () => {
  const operations = {
    find,
    status: () => status(hashOf('x')),
    estimate: () => transfers.estimate({ network: chain.network, transfer }),
    balance: () => transfers.balance({ network: chain.network, address: alice }),
    prepare,
  }

  test.each(Object.entries(operations))('a node of another chain is not believed: %s', async (_, run) => {
    for (const url of chain.network.rpcUrls.default.http) chain.strangers.add(url)
    await expect(run()).rejects.toMatchObject({ code: 'NETWORK_UNREADABLE' })
    expect(new Set(chain.asked.map(({ method }) => method))).toEqual(new Set(['chain_getBlockHash']))
  })

  test.each(Object.entries(operations))('one node of the network answers everything: %s', async (_, run) => {
    chain.strangers.add('https://one.invalid/')
    await run()
    const [first, ...rest] = chain.asked
    expect(first?.url).toBe('https://one.invalid/')
    expect(new Set(rest.map(({ url }) => url))).toEqual(new Set(['https://two.invalid/']))
  })

  test('a height that its hash does not cover is not believed', async () => {
    const header = { parentHash: hashOf('p'), stateRoot: hashOf('s'), extrinsicsRoot: hashOf('e') }
    chain.answer = (method) =>
      method === 'chain_getHeader' ? { ...header, number: '0xffff', digest: { logs: [] } } : undefined
    await expect(find()).rejects.toMatchObject({ code: 'NETWORK_UNREADABLE' })
  })

  test('metadata of another version than the node says is not believed', async () => {
    chain.runtimeOf = () => ({ specVersion: 1, saidVersion: 2, place: usualPlace })
    await expect(prepare()).rejects.toMatchObject({ code: 'FEE_ESTIMATE_FAILED' })
    // It was not kept: the next answer counts.
    chain.runtimeOf = () => ({ specVersion: 1, place: usualPlace })
    expect(await prepare()).toMatchObject({ nonce: 7 })
  })

  test('metadata and version are of one block', async () => {
    await prepare()
    const questions = chain.asked.filter(({ method }) => /state_get(?:Meta|Runtime)/.test(method))
    expect(questions).toHaveLength(2)
    expect(questions[0]?.params).toEqual(questions[1]?.params)
    expect(questions[0]?.params).toEqual([expect.stringMatching(/^0x/)])
  })
})

describe('without a known kind of the account', () => {
  /** The chain finds only signatures of these kinds to be the account's. */
  const valid = (...kinds: readonly number[]) => {
    chain.answer = (method, [name, question]) => {
      if (method !== 'state_call' || !String(name).startsWith('TaggedTransactionQueue')) return undefined
      // Behind the source, the length, the version, the address's kind and the account.
      const kind = Number.parseInt(
        String(question)
          .slice(2 + 2 * (1 + 2 + 2 + 32))
          .slice(0, 2),
        16,
      )
      return kinds.includes(kind) ? '0x00' : '0x010004'
    }
  }
  const sendAnyhow = (type?: string) => {
    const { provider } = walletOf()
    const { sender, ...rest } = transfer
    const of = { ...rest, ...(type === undefined ? {} : { sender: { ...sender, type } }) }
    return transfers.send({ provider, network: chain.network, transfer: of, asked, wallet: 'Test' })
  }
  const kindOf = (transaction: unknown) =>
    Number.parseInt(
      String(transaction)
        .slice(2 + 2 * (2 + 2 + 32))
        .slice(0, 2),
      16,
    )

  test.each([0, 1])('a signature is sent as the kind that the chain accepts: %i', async (kind) => {
    valid(kind)
    await sendAnyhow()
    expect(submitted().map(kindOf)).toEqual([kind])
  })

  test.each([0, 1])('so is the signature of a key whose kind is of no use here: %i', async (kind) => {
    valid(kind)
    await sendAnyhow('unknown')
    expect(submitted().map(kindOf)).toEqual([kind])
  })

  test('another account’s signature is not sent', async () => {
    valid()
    await expect(sendAnyhow()).rejects.toMatchObject({ code: 'WALLET_ANSWER_INVALID' })
    expect(submitted()).toEqual([])
  })
})

describe('a wallet that makes the transaction itself', () => {
  /** The transaction that the kit would make, with a hash of the metadata below its signature. */
  async function made(change = (bytes: Uint8Array) => bytes) {
    const { extrinsic } = await transactionOf()
    const bytes = hexToBytes(extrinsic.slice(2))
    // The call has two bytes for its place, one for the address's kind, 32 for the account, and two for the amount.
    bytes[bytes.length - 38] = 1
    bytes.set(new Uint8Array(64).fill(0x22), 37)
    return change(bytes)
  }
  const flipped = (bytes: Uint8Array, at: number) =>
    bytes.map((byte, index) => (index === at ? byte ^ 4 : byte))
  const sendMade = async (bytes: unknown) => {
    await send({}, walletOf(() => ({ signature, signedTransaction: bytes })).provider)
    return String(submitted().at(-1))
  }
  beforeEach(() => {
    chain.runtimeOf = () => ({ specVersion: 1, place: usualPlace, hasMetadataHash: true })
  })

  test('may cover the metadata', async () => {
    const bytes = await made()
    expect(await sendMade(bytes)).toBe(`0x${bytesToHex(bytes)}`)
    expect(await sendMade(`0x${bytesToHex(bytes)}`)).toBe(`0x${bytesToHex(bytes)}`)
  })

  test.each([
    ['amount', 1],
    ['recipient', 3],
    ['call', 36],
    ['tip', 39],
    ['nonce', 40],
    ['era', 41],
  ])('cannot change the %s', async (_, fromEnd) => {
    const bytes = await made((own) => flipped(own, own.length - fromEnd))
    // What is sent is the kit's own transaction, for which the chain refuses a signature of something else.
    expect(await sendMade(bytes)).toContain('11'.repeat(64))
    expect(await sendMade(bytes)).not.toBe(`0x${bytesToHex(bytes)}`)
  })

  test('cannot change it once it has been checked', async () => {
    const bytes = await made()
    const honest = `0x${bytesToHex(bytes)}`
    // The chain is asked about the transaction before it is sent.
    chain.answer = (method) => {
      if (method === 'state_call') bytes.set(flipped(bytes, bytes.length - 3))
      return undefined
    }
    const { provider } = walletOf(() => ({ signature, signedTransaction: bytes }))
    const { sender, ...unknown } = transfer
    const parameters = { provider, network: chain.network, asked, wallet: 'Test' }
    const { id } = await transfers.send({ ...parameters, transfer: unknown })
    expect(submitted().at(-1)).toBe(honest)
    expect(bytesToHex(bytes)).not.toBe(honest.slice(2))
    expect(id).toBe(`0x${bytesToHex(blake2b(hexToBytes(honest.slice(2)), { dkLen: 32 }))}`)
  })

  test('cannot change the sender', async () => {
    const bytes = await made((own) => flipped(own, 10))
    expect(await sendMade(bytes)).toContain('11'.repeat(64))
  })
})

test('a signature that comes after the visitor has given up is not sent', async () => {
  let isWanted = true
  const { provider } = walletOf(() => {
    isWanted = false
    return { signature }
  })
  const parameters = { provider, network: chain.network, transfer, asked, wallet: 'Test' }
  const sending = transfers.send({ ...parameters, isWanted: () => isWanted })
  await expect(sending).rejects.toMatchObject({ code: 'WALLET_ANSWER_UNCLEAR' })
  expect(submitted()).toEqual([])
  const { provider: other, payloads } = walletOf()
  const again = transfers.send({ ...parameters, provider: other, isWanted: () => false })
  await expect(again).rejects.toMatchObject({ code: 'REVIEW_OUTDATED' })
  expect(payloads).toEqual([])
})

describe('before the wallet is asked', () => {
  test('what the chain would refuse is refused', async () => {
    chain.accounts.delete(keyOf(bob))
    for (const units of [1n, 99n]) {
      await expect(prepare({ units })).rejects.toMatchObject({ code: 'TRANSFER_REFUSED' })
      const reviewed = transfers.estimate({
        network: chain.network,
        transfer: { ...transfer, units },
        isFirm: true,
      })
      await expect(reviewed).rejects.toMatchObject({ code: 'TRANSFER_REFUSED' })
    }
    expect(await prepare({ units: 100n })).toMatchObject({ nonce: 7, height: 100 })
  })

  test('before an amount is typed, and for all that is left, a new account is no fault', async () => {
    chain.accounts.delete(keyOf(bob))
    const probe = { network: chain.network, transfer: { ...transfer, units: 1n } }
    for (const kind of [{}, { isRest: true, isFirm: true }]) {
      // The review shows the most that the fee may rise to.
      expect(await transfers.estimate({ ...probe, ...kind })).toMatchObject({ most: '12', about: '12' })
    }
  })

  test('while the visitor types, the least amount for a new account is named', async () => {
    const typed = { network: chain.network, transfer: { ...transfer, units: 99n } }
    expect(await transfers.estimate(typed)).not.toHaveProperty('least')
    chain.accounts.delete(keyOf(bob))
    expect(await transfers.estimate(typed)).toMatchObject({ most: '12', least: '100' })
  })

  test('an account that has become too poor is told', async () => {
    // Besides the amount, the fee of 10 and the deposit of 100.
    expect(await prepare({ units: 9_890n })).toMatchObject({ nonce: 7 })
    await expect(prepare({ units: 9_891n })).rejects.toMatchObject({ code: 'INSUFFICIENT_FEE_FUNDS' })
  })

  test('a fee above the reviewed one needs another review', async () => {
    const fee = { most: '12', about: '12' }
    chain.fee = 12n
    expect(await prepare({}, fee)).toMatchObject({ nonce: 7 })
    chain.fee = 13n
    await expect(prepare({}, fee)).rejects.toMatchObject({ code: 'REVIEW_OUTDATED' })
  })

  test('an error on the way to the wallet says that it was not asked', async () => {
    const { provider, payloads } = walletOf()
    chain.runtimeOf = () => undefined
    await expect(send({}, provider)).rejects.toMatchObject({ code: 'REVIEW_OUTDATED' })
    expect(payloads).toEqual([])
  })

  test('on a known network, a node cannot name another call', async () => {
    const hub = '0x68d56f15f85d3136970ec16946040bc1746edad9d1b83c7b9a8a9e3f27b0d3d8' as const
    chain = scriptedChain(hub)
    chain.accounts.set(keyOf(alice), { nonce: 7, free: 10_000n })
    vi.stubGlobal('fetch', chain.fetch)
    chain.runtimeOf = () => ({ specVersion: 1, place: { pallet: 10, call: 4 } })
    await expect(prepare()).rejects.toMatchObject({ code: 'TRANSFER_REFUSED' })
    chain.runtimeOf = () => ({ specVersion: 2, place: { pallet: 31, call: 3 } })
    await expect(prepare()).rejects.toMatchObject({ code: 'TRANSFER_REFUSED' })
    chain.runtimeOf = () => ({ specVersion: 3, place: usualPlace })
    expect(await prepare()).toMatchObject({ height: 100 })
  })

  const usualOrder = ['CheckSpecVersion', 'CheckMortality', 'CheckNonce', 'ChargeTransactionPayment']
  test.each([
    ['the tip before the nonce', ['CheckMortality', 'ChargeTransactionPayment', 'CheckNonce']],
    ['the nonce before the era', ['CheckNonce', 'CheckMortality', 'ChargeTransactionPayment']],
    ['the hash of the metadata first', ['CheckMetadataHash', ...usualOrder]],
    ['two nonces', [...usualOrder, 'CheckNonce']],
    ['two tips', [...usualOrder, 'ChargeTransactionPayment']],
    ['no era', ['CheckNonce', 'ChargeTransactionPayment']],
    ['no nonce', ['CheckMortality', 'ChargeTransactionPayment']],
  ])('a node cannot name %s: the signed bytes would mean something else', async (_, order) => {
    chain.runtimeOf = () => ({ specVersion: 1, place: usualPlace, order })
    await expect(prepare()).rejects.toMatchObject({ code: 'TRANSFER_REFUSED' })
  })

  test('the usual order is taken, with and without the hash of the metadata', async () => {
    chain.runtimeOf = () => ({ specVersion: 1, place: usualPlace, order: usualOrder })
    expect(await prepare()).toMatchObject({ nonce: 7 })
    chain.runtimeOf = () => ({
      specVersion: 2,
      place: usualPlace,
      order: [...usualOrder, 'CheckMetadataHash'],
    })
    expect(await prepare()).toMatchObject({ nonce: 7 })
  })

  test('a chain that demands the hash of the metadata is refused, before the wallet is asked', async () => {
    const hashed = { place: usualPlace, hasMetadataHash: true }
    chain.runtimeOf = () => ({ ...hashed, specVersion: 1, demandsMetadataHash: true })
    await expect(prepare()).rejects.toMatchObject({ code: 'TRANSFER_REFUSED', details: 'CheckMetadataHash' })
    chain.runtimeOf = () => ({ ...hashed, specVersion: 2 })
    expect(await prepare()).toMatchObject({ nonce: 7 })
    const { provider, payloads } = walletOf(() => ({ signature }))
    await send({}, provider)
    // The wallet is told that the chain has it, and that this signature covers none.
    expect(payloads[0]).toMatchObject({ mode: 0 })
    expect(payloads[0]?.signedExtensions).toContain('CheckMetadataHash')
    expect(payloads[0]).not.toHaveProperty('metadataHash')
  })

  test('a wallet that changes its request changes no other one', async () => {
    const { provider, payloads } = walletOf((payload) => {
      ;(payload.signedExtensions as string[]).length = 0
      return { signature }
    })
    await send({}, provider)
    const { id } = await send()
    expect(payloads[0]?.signedExtensions).toEqual([])
    const [first, second] = submitted()
    expect(second).toBe(first)
    expect(id).toBe(`0x${bytesToHex(blake2b(hexToBytes(String(second).slice(2)), { dkLen: 32 }))}`)
  })
})
