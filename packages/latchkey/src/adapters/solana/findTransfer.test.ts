import { privateKeyOf } from '@latchkey/chain-solana'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Asked, Transfer } from '../../core/transfers.js'
import { scriptedNode } from '../../testing/solana/scriptedNode.js'
import { scriptedSolanaWallet } from '../../testing/solana/scriptedSolanaWallet.js'
import { buildTransaction } from './buildTransaction.js'
import { findTransfer } from './findTransfer.js'
import { instructionsOf } from './instructions.js'
import { toBase58, toBase64, type Version } from './SolanaWallet.js'
import { transferStatus } from './transferStatus.js'

const { address: from } = scriptedSolanaWallet({ secret: privateKeyOf(0) })
const { address: to } = scriptedSolanaWallet({ secret: privateKeyOf(4) })
const transfer: Transfer = { from, to, units: 5n }
const blockhash = '4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM'
/** The signature with this number. */
const signed = (number: number) =>
  toBase58(new Uint8Array(64).fill(1).map((one, at) => (at < 2 ? (number >> (8 * at)) & 255 : one)))
const asked: Asked = {
  kind: 'transaction',
  terms: { blockhash, lastValid: '250', slot: '100', newest: signed(9_999) },
}
const budget = { units: 500n, price: 20_000_000n }
const fee = { most: '15000', about: '15000', terms: { units: '500', price: '20000000' } }
const { address: stranger } = scriptedSolanaWallet({ secret: privateKeyOf(5) })
/** A transaction with another blockhash than the wallet was given, unless that is given here. */
const wireOf = async (
  one: Transfer,
  { hash = stranger, price = budget.price, version = 0 as Version } = {},
) =>
  toBase64(
    buildTransaction(one.from, hash, await instructionsOf(one, { ...budget, price }, undefined), version),
  )
const elsewhere = { ...transfer, to: stranger }
const [ours, another, equal, less, altered, incoming] = await Promise.all([
  wireOf(transfer, { hash: blockhash }),
  wireOf(elsewhere),
  wireOf(transfer),
  wireOf({ ...transfer, units: 4n }),
  wireOf(elsewhere, { hash: blockhash }),
  wireOf({ from: stranger, to: from, units: 5n }),
])

afterEach(() => vi.unstubAllGlobals())

type Entry = {
  readonly signature: string
  readonly slot: number
  readonly wire?: string
  readonly err?: object
  /** The outcome that the node gives in its other answer about the same transaction. @default the same */
  readonly saidErr?: object | null
}
type Lists = { readonly limit: number; readonly until?: string; readonly before?: string }

/** A chain with these transactions of the account, newest first. */
function chain(entries: readonly Entry[], { height = 100, isKnown = true } = {}) {
  return scriptedNode({
    getBlockHeight: () => height,
    getSignaturesForAddress([, { limit, before }]: readonly [string, Lists]) {
      const start = entries.findIndex(({ signature }) => signature === before) + 1
      return entries
        .slice(start, start + limit)
        .map(({ signature, slot }) => ({ signature, slot, err: null }))
    },
    getTransaction([signature]: readonly [string]) {
      const one = entries.find((entry) => entry.signature === signature)
      return one?.wire === undefined
        ? null
        : { slot: one.slot, transaction: [one.wire, 'base64'], meta: { err: one.err ?? null } }
    },
    getSignatureStatuses([[hash]]: readonly [readonly string[]]) {
      const one = isKnown ? entries.find(({ signature }) => signature === hash) : undefined
      const { err = null, saidErr = err } = one ?? {}
      const status = one && { slot: one.slot, err: saidErr, confirmationStatus: 'finalized' }
      return { context: { slot: height }, value: [status ?? null] }
    },
  } as never)
}

const find = (entries: readonly Entry[], options = {}) =>
  findTransfer({ network: chain(entries, options).network, transfer, asked, fee })
const look = (id: string, entries: readonly Entry[], options = {}, others: readonly string[] = []) =>
  transferStatus({
    network: chain(entries, options).network,
    sent: { kind: 'transaction', id },
    transfer,
    asked,
    others,
    fee,
  })
const found = (signature: string) => ({ status: 'sent', sent: { kind: 'transaction', id: signature } })

describe('the transfer among the account’s transactions', () => {
  test('an identical payment from before the request is not taken for it', async () => {
    expect(await find([{ signature: signed(1), slot: 100, wire: ours }])).toEqual({ status: 'open' })
    expect(await find([{ signature: signed(1), slot: 101, wire: ours }])).toEqual(found(signed(1)))
  })

  test('it is found in the older format of transactions, and another one in it is not taken for it', async () => {
    const own = await wireOf(transfer, { hash: blockhash, version: 'legacy' })
    expect(await find([{ signature: signed(1), slot: 101, wire: own }])).toEqual(found(signed(1)))
    const other = await wireOf(elsewhere, { hash: blockhash, version: 'legacy' })
    expect(await find([{ signature: signed(1), slot: 101, wire: other }])).toMatchObject({ status: 'open' })
  })

  test('many later transactions do not hide it', async () => {
    const later = Array.from({ length: 1_500 }, (_, at) => ({
      signature: signed(2_000 - at),
      slot: 3_000 - at,
      wire: another,
    }))
    const entries = [...later, { signature: signed(1), slot: 101, wire: ours }]
    expect(await find(entries)).toEqual(found(signed(1)))
  })

  test.each([
    ['an equal one with another blockhash, as another browser makes it', equal],
    ['another amount to the same recipient', less],
    ['a payment to somebody else with the blockhash of the request', altered],
  ])('%s may be it: nothing is concluded', async (_, wire) => {
    const entries = [{ signature: signed(1), slot: 101, wire }]
    const maybe = { status: 'open', by: signed(1) }
    expect(await find(entries)).toEqual(maybe)
    expect(await find(entries, { height: 10_000 })).toEqual(maybe)
    // The transfer itself decides.
    expect(await find([{ signature: signed(2), slot: 102, wire: ours }, ...entries])).toEqual(
      found(signed(2)),
    )
  })

  test.each([
    ['of the account to others', { slot: 101, wire: another }],
    ['of others to the account', { slot: 101, wire: incoming }],
    ['that failed', { slot: 101, wire: less, err: { InstructionError: [2, 'Custom'] } }],
    ['from long after the request', { slot: 5_000, wire: less }],
  ])('a payment %s is not it', async (_, entry) => {
    expect(await find([{ signature: signed(1), ...entry }])).toEqual({ status: 'open' })
    const height = 10_000
    expect(await find([{ signature: signed(1), ...entry }], { height })).toEqual({ status: 'used' })
  })

  test('a listed transaction that the node cannot deliver may be the transfer', async () => {
    const height = 10_000
    const unread = { status: 'open', isUnread: true }
    for (const options of [{}, { height }]) {
      expect(await find([{ signature: signed(1), slot: 101 }], options)).toEqual(unread)
    }
    const entries = [{ signature: signed(1), slot: 101, wire: another }]
    expect(await find(entries, { height })).toEqual({ status: 'used' })
  })

  test('among more than are read at once, it may be one of the others', async () => {
    const many = (count: number, slot: number) =>
      Array.from({ length: count }, (_, at) => ({ signature: signed(count - at), slot, wire: another }))
    expect(await find(many(61, 101))).toEqual({ status: 'open', isUnread: true })
    expect(await find(many(60, 101))).toEqual({ status: 'open' })
    // The wallet no longer had the request.
    expect(await find(many(61, 1_751))).toEqual({ status: 'open' })
    expect(await find(many(61, 1_751), { height: 10_000 })).toEqual({ status: 'used' })
  })

  test('nothing is concluded while the wallet may still hold the request', async () => {
    expect(await find([], { height: 1_900 })).toEqual({ status: 'open' })
    expect(await find([], { height: 1_901 })).toEqual({ status: 'used' })
  })
})

describe('a signature that no node knows', () => {
  test('the transfer is found under its true one', async () => {
    const entries = [{ signature: signed(1), slot: 101, wire: ours }]
    const confirmed = { status: 'confirmed', hash: signed(1) }
    expect(await look(signed(5), entries, { height: 10_000 })).toEqual(confirmed)
  })

  test('the transaction of another transfer is not taken for it', async () => {
    const entries = [{ signature: signed(1), slot: 101, wire: ours }]
    expect(await look(signed(5), entries, {}, [signed(1)])).toEqual({ status: 'pending', hash: signed(5) })
  })

  test('its time is over only if all of the account’s transactions were read', async () => {
    const unread = [{ signature: signed(1), slot: 101 }]
    const options = { height: 10_000 }
    expect(await look(signed(5), unread, options)).toEqual({ status: 'pending', hash: signed(5) })
    expect(await look(signed(5), [], options)).toMatchObject({ isExpired: true })
  })
})

test('a transaction in a block whose content no node shows is seen', async () => {
  const entries = [{ signature: signed(1), slot: 101 }]
  expect(await look(signed(1), entries, { height: 10_000 })).toEqual({
    status: 'pending',
    hash: signed(1),
    isSeen: true,
  })
})

describe('a transaction that the wallet has named', () => {
  const outcome = (entry: Omit<Entry, 'signature'>) => look(signed(1), [{ signature: signed(1), ...entry }])
  const confirmed = { status: 'confirmed', hash: signed(1) }
  const other = { status: 'other', isMined: true }

  test('may have a newer blockhash, and may not be older than the request', async () => {
    expect(await outcome({ slot: 101, wire: equal })).toEqual(confirmed)
    expect(await outcome({ slot: 100, wire: equal })).toEqual(other)
  })

  test.each([blockhash, stranger])(
    'may cost less than the review showed, and not more (blockhash %s)',
    async (hash) => {
      const paying = async (price: bigint) =>
        outcome({ slot: 101, wire: await wireOf(transfer, { hash, price }) })
      expect(await paying(0n)).toEqual(confirmed)
      expect(await paying(budget.price)).toEqual(confirmed)
      expect(await paying(budget.price + 1n)).toEqual(other)
    },
  )

  test('is told, too, if the wallet says that it refused and has sent it at a higher fee', async () => {
    const wire = await wireOf(transfer, { hash: blockhash, price: budget.price + 1n })
    expect(await find([{ signature: signed(1), slot: 101, wire }])).toEqual({ status: 'open', by: signed(1) })
  })

  test('is told if it is not the transfer', async () => {
    for (const wire of [less, altered, another]) expect(await outcome({ slot: 101, wire })).toEqual(other)
  })

  test('waits while the node says of it that it failed, and shows it without a failure, or the reverse', async () => {
    const err = { InstructionError: [2, { Custom: 1 }] }
    const waiting = { status: 'pending', hash: signed(1), isSeen: true }
    for (const wire of [ours, equal, altered]) {
      expect(await outcome({ slot: 101, wire, saidErr: err })).toEqual(waiting)
      expect(await outcome({ slot: 101, wire, err, saidErr: null })).toEqual(waiting)
    }
    expect(await outcome({ slot: 101, wire: ours, err })).toEqual({ status: 'failed', hash: signed(1) })
  })

  test('has failed if the wallet altered the request and the network refused that', async () => {
    const err = { InstructionError: [2, { Custom: 1 }] }
    expect(await outcome({ slot: 101, wire: altered, err })).toEqual({ status: 'failed', hash: signed(1) })
    // Nothing shows that these come from the request.
    for (const wire of [less, another]) expect(await outcome({ slot: 101, wire, err })).toEqual(other)
  })
})
