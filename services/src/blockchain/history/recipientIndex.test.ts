import { afterEach, expect, test } from 'vitest'
import { createContext } from '../../shared/context.js'
import { createLog } from '../../shared/log.js'
import { createTestClock } from '../../testing/createTestClock.js'
import { whileTimePasses } from '../../testing/whileTimePasses.js'
import type { Entry, Hex, Movement } from './Entry.js'
import { openHistoryStore } from './historyStore.js'
import { createRecipientIndex } from './recipientIndex.js'

const chain = 'eip155:1'
const account: Hex = `0x${'a'.repeat(40)}`
const [listed, unlisted] = ['d', 'e'].map((letter): Hex => `0x${letter.repeat(40)}`) as [Hex, Hex]
const address = (start: string, middle: string, end: string): Hex => `0x${start}${middle.repeat(32)}${end}`
const paid = address('1234', '5', 'abcd')
/** Look-alikes of that address, and somebody else. */
const [lure, second, stranger] = [
  address('1234', '6', 'abcd'),
  address('1234', '7', 'abcd'),
  address('9876', '5', 'fedc'),
]
const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function setUp() {
  const lines: string[] = []
  const clock = createTestClock()
  const context = createContext({
    settings: {
      tokens: [{ chainId: chain, address: listed, name: 'Dollar', symbol: 'USD', decimals: 6, iconUrl: '' }],
      historyAccounts: 2,
    },
    log: createLog({ level: 'info', now: () => 0, write: (line) => void lines.push(line) }),
    clock,
  })
  const store = await openHistoryStore({})
  let closing: Promise<void> | undefined
  const close = () => {
    closing ??= store.close()
    return closing
  }
  cleanups.push(close)
  /** Runs work in a request of a client. */
  const as = <value>(client: string, work: () => value) =>
    context.callers.run({ client, project: undefined }, work)
  return { index: createRecipientIndex(context, store), as, store, clock, lines, close }
}

const move = (from: Hex, to: Hex, token?: Hex): Movement =>
  token === undefined
    ? { standard: 'native', units: '1', from, to }
    : { standard: 'ERC20', units: '1', from, to, token }
function entry(movement: Movement, more: Partial<Entry> = {}): Entry {
  const isOwn = movement.from === account
  return {
    ...{
      hash: `0x${'1'.repeat(64)}`,
      block: 100,
      index: 0,
      minedAt: 1,
      status: 'confirmed',
      from: movement.from,
    },
    ...{ to: movement.to, nonce: 0, selector: '0x', isOwn, movements: [movement], approvals: [] },
    ...more,
  }
}

const sent = (to: Hex, block = 100, token?: Hex) => entry(move(account, to, token), { block })
const got = (from: Hex) => entry(move(from, account))

test('of what an account sent, coin and listed tokens count', async () => {
  const { index } = await setUp()
  await index.note(chain, account, [sent(paid), sent(lure, 100, unlisted), sent(second, 100, listed)])
  const found = await index.like(chain, account, [paid])
  expect(found.map((one) => one.address).sort()).toEqual([paid, second])
})

test('a sender that looks like a recipient imitates it; one that looks like nobody, and the recipient, do not', async () => {
  const { index } = await setUp()
  await index.note(chain, account, [sent(paid, 50)])
  const entries = [got(lure), got(stranger), got(paid)]
  expect(await index.imitators(chain, account, entries, () => true)).toEqual(new Set([lure]))
})

test('the zero address, from which tokens are minted, does not imitate an address with many zeros', async () => {
  const { index } = await setUp()
  const many: Hex = `0x0000000000${'5'.repeat(20)}0000000000`
  const [zero, other]: readonly [Hex, Hex] = [
    `0x${'0'.repeat(40)}`,
    `0x0000000000${'6'.repeat(20)}0000000000`,
  ]
  await index.note(chain, account, [sent(many, 50)])
  expect(await index.imitators(chain, account, [got(zero), got(other)], () => true)).toEqual(new Set([other]))
})

test('two contracts with many leading zeros do not imitate each other, unless what is shown of them is alike', async () => {
  const { index } = await setUp()
  const seaport: Hex = '0x0000000000000068f116a894984e2db1123eb395'
  const holder: Hex = '0x0000000000001ff3684f28c67538d4d072c22734'
  const imitator: Hex = '0x00000000000123456789abcdef0123456723b395'
  await index.note(chain, account, [sent(seaport, 50)])
  const found = await index.imitators(chain, account, [got(holder), got(imitator)], () => true)
  expect(found).toEqual(new Set([imitator]))
})

test('a sender of more than dust imitates nobody', async () => {
  const { index } = await setUp()
  await index.note(chain, account, [sent(paid, 50)])
  expect(await index.imitators(chain, account, [got(lure)], () => false)).toEqual(new Set())
})

test('a database that does not answer is waited for no longer than a second', async () => {
  const { index, store, clock } = await setUp()
  store.recipients.like = () => new Promise(() => {})
  const since = clock.steadyNow()
  const asking = index.imitators(chain, account, [got(lure)], () => true)
  expect(await whileTimePasses(clock, asking)).toEqual(new Set())
  expect(clock.steadyNow() - since).toBeLessThanOrEqual(1_100)
})

test('accounts that nobody asked for in 30 days are forgotten', async () => {
  const { index, clock } = await setUp()
  await index.note(chain, account, [sent(paid)])
  clock.advance(31 * 86_400_000)
  await index.note(chain, paid, [])
  expect(await index.like(chain, account, [paid])).toEqual([])
})

test('a recipient of the same page is imitated too', async () => {
  const { index } = await setUp()
  expect(await index.imitators(chain, account, [got(lure), sent(paid)], () => true)).toEqual(new Set([lure]))
})

test('an imitator stays one if the visitor has paid it since, and the imitated one never becomes one', async () => {
  const { index } = await setUp()
  await index.note(chain, account, [sent(paid, 50), sent(lure, 60)])
  expect(await index.imitators(chain, account, [got(lure), got(paid)], () => true)).toEqual(new Set([lure]))
})

test('a token that nobody vouches for makes nobody imitated, whatever it claims in a call of the account', async () => {
  const { index } = await setUp()
  await index.note(chain, account, [sent(lure, 10, unlisted)])
  expect(await index.imitators(chain, account, [got(paid), sent(second, 10, unlisted)], () => true)).toEqual(
    new Set(),
  )
})

test('the account’s own transactions, and the account itself, imitate nobody', async () => {
  const { index } = await setUp()
  await index.note(chain, account, [sent(paid, 50)])
  const own = entry(move(lure, account), { isOwn: true, from: account })
  expect(await index.imitators(chain, account, [own, entry(move(account, account))], () => true)).toEqual(
    new Set(),
  )
})

test('strangers displace no account of another client', async () => {
  const { index, as } = await setUp()
  await as('a visitor', () => index.note(chain, account, [sent(paid)]))
  await as('another', () => index.note(chain, stranger, [sent(paid)]))
  for (let number = 0; number < 20; number++) {
    const other: Hex = `0x${String(number).padStart(40, '0')}`
    const own = [entry(move(other, paid), { isOwn: true })]
    await as(`stranger ${number}`, () => index.note(chain, other, own))
  }
  expect(await index.like(chain, account, [paid])).toHaveLength(1)
  expect(await index.like(chain, `0x${'0'.repeat(40)}`, [paid])).toHaveLength(0)
})

test('a database that fails marks nothing and stops nothing, and the log says so', async () => {
  const { index, close, lines } = await setUp()
  await close()
  await index.note(chain, account, [sent(paid)])
  expect(await index.imitators(chain, account, [got(lure)], () => true)).toEqual(new Set())
  expect(lines.map((line) => JSON.parse(line).event)).toEqual([
    'blockchain.recipients',
    'blockchain.recipients',
  ])
  await expect(index.like(chain, account, [paid])).rejects.toThrow()
})
