import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Transaction, Transfer } from '../../protocol/entities/Transaction.js'
import { accountKit, alice } from '../../testing/accountKit.js'
import type { TestKit } from '../../testing/createTestKit.js'
import { type Account, type Activity, accountOf } from '../account/state.js'
import { update } from '../Kit.js'
import { knownRecipients } from './knownRecipients.js'
import type { Sent } from './state.js'

afterEach(() => vi.unstubAllGlobals())

const address = (digit: number) => `0x${String(digit).repeat(40)}`
const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const solanaOwner = '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'
const solanaRecipient = 'DYw8jCTfwHNRJhhmFcbXvVDTqWMEVFBX6ZKUmG5CNSKK'

const out = (recipient: string | undefined, more: Partial<Transfer> = {}): Transfer => ({
  direction: 'out',
  fungible_info: { symbol: 'ETH' },
  quantity: { numeric: '1' },
  ...(recipient === undefined ? {} : { recipient }),
  ...more,
})

const transaction = (
  transfers: readonly Transfer[],
  metadata: Partial<Transaction['metadata']> = {},
): Transaction => ({
  id: JSON.stringify([transfers, metadata]).slice(0, 200),
  metadata: {
    operationType: 'send',
    hash: 'ab',
    chain: 'eip155:1',
    minedAt: '2025-01-01T00:00:00Z',
    sentFrom: alice,
    sentTo: address(9),
    status: 'confirmed',
    nonce: 1,
    ...metadata,
  },
  transfers: [...transfers],
})

const sent = (to: string, more: Partial<Sent> = {}): Sent => ({
  ...{ kind: 'transaction', id: `0x${to}`, networkId: 'eip155:1', from: alice, to, symbol: 'ETH' },
  ...{ decimals: 18, units: '1', sentAt: 0, status: 'confirmed' },
  ...more,
})

/** Puts a loaded history into the state, by the CAIP-10 id of its account. */
function load(kit: TestKit, histories: { readonly [account: string]: readonly Transaction[] }) {
  const activity = (transactions: readonly Transaction[]): Activity => ({
    ...{ status: 'success', transactions, next: null, seen: [] },
  })
  const activities = Object.entries(histories).map(([id, list]) => [id, activity(list)])
  update(kit, 'account', (state) => ({ ...state, activities: Object.fromEntries(activities) }))
}

function known(kit: TestKit) {
  const account = accountOf(kit.store.getState())
  if (account === undefined) throw new Error('not connected')
  return knownRecipients(kit, account)
}

/** Returns the known recipients of an account whose loaded history has these transactions. */
async function knownOf(...transactions: readonly Transaction[]) {
  const { kit } = await accountKit({})
  load(kit, { [`eip155:1:${alice}`]: transactions })
  return known(kit)
}

describe('the transfers that were sent from this browser', () => {
  test('make their recipients known, unless they failed or were replaced', async () => {
    const { kit } = await accountKit({})
    load(kit, { [`eip155:1:${alice}`]: [] })
    update(kit, 'account', (state) => ({
      ...state,
      sent: [
        sent(address(1)),
        sent(address(2), { status: 'pending' }),
        sent(address(3), { status: 'lost' }),
        sent(address(4), { status: 'failed' }),
        sent(address(5), { status: 'replaced' }),
      ],
    }))
    expect(await known(kit)).toEqual([address(1), address(2), address(3)])
  })

  test('count on every network of the chain family, and in no other family', async () => {
    const { kit } = await accountKit({})
    load(kit, { [`eip155:1:${alice}`]: [] })
    const others = [
      sent(address(1), { networkId: 'eip155:10' }),
      sent(solanaRecipient, { networkId: solana }),
    ]
    update(kit, 'account', (state) => ({ ...state, sent: others }))
    expect(await known(kit)).toEqual([address(1)])
  })
})

describe('the history', () => {
  const page = (...data: readonly Transaction[]) => Response.json({ data, next: null })

  test('is fetched if it is not loaded yet', async () => {
    const { kit, asked } = await accountKit({ history: () => page(transaction([out(address(1))])) })
    expect(await known(kit)).toEqual([address(1)])
    expect(asked).toHaveLength(1)
  })

  test('is not fetched again if it is loaded', async () => {
    const { kit, asked } = await accountKit({ history: () => page() })
    load(kit, { [`eip155:1:${alice}`]: [transaction([out(address(1))])] })
    expect(await known(kit)).toEqual([address(1)])
    expect(asked).toHaveLength(0)
  })

  test('is done without if the service fails', async () => {
    const { kit } = await accountKit({ history: () => new Response('', { status: 400 }) })
    update(kit, 'account', (state) => ({ ...state, sent: [sent(address(1))] }))
    expect(await known(kit)).toEqual([address(1)])
  })

  test('is waited for no longer than 5 seconds', async () => {
    const { kit } = await accountKit({ history: () => new Promise(() => {}) })
    update(kit, 'account', (state) => ({ ...state, sent: [sent(address(1))] }))
    const done = vi.fn()
    const knowing = known(kit).then(done)
    await kit.clock.advance(4_999)
    expect(done).not.toHaveBeenCalled()
    await kit.clock.advance(1)
    await knowing
    expect(done).toHaveBeenCalledWith([address(1)])
  })

  test('counts for every loaded account of the chain family, and for no other family', async () => {
    const { kit } = await accountKit({})
    load(kit, {
      [`eip155:1:${alice}`]: [],
      [`eip155:10:${address(8)}`]: [transaction([out(address(1))], { sentFrom: address(8) })],
      [`${solana}:${solanaOwner}`]: [transaction([out(solanaRecipient)], { sentFrom: solanaOwner })],
    })
    expect(await known(kit)).toEqual([address(1)])
  })

  test('is that of the given account, also if the visitor has switched to another since', async () => {
    const { kit, asked } = await accountKit({ history: () => page() })
    const account = accountOf(kit.store.getState())
    if (account === undefined) throw new Error('not connected')
    const other: Account = { ...account, address: address(8), caipAddress: `eip155:1:${address(8)}` }
    await knownRecipients(kit, other)
    expect(asked.map(({ pathname }) => pathname)).toEqual([`/v1/account/${address(8)}/history`])
  })

  test('gives nobody for an account of which nothing is loaded', async () => {
    const { kit } = await accountKit({})
    load(kit, { [`eip155:1:${alice}`]: [] })
    update(kit, 'account', (state) => ({
      ...state,
      activities: { ...state.activities, [`eip155:10:${alice}`]: undefined },
    }))
    expect(await known(kit)).toEqual([])
  })

  test('gives nobody for an account id that is malformed', async () => {
    const { kit } = await accountKit({})
    load(kit, { [`eip155:1:${alice}`]: [], alice: [transaction([out(address(1))])] })
    expect(await known(kit)).toEqual([])
  })

  test.each<[string, readonly string[], Transaction]>([
    ['a transfer of the coin', [address(1)], transaction([out(address(1))])],
    ['a call without transfers, by the address called', [address(9)], transaction([])],
    ['a transaction of another sender', [], transaction([out(address(1))], { sentFrom: address(2) })],
    ['a transfer that failed', [], transaction([out(address(1))], { status: 'failed' })],
    ['an approval', [], transaction([out(address(1))], { operationType: 'approve' })],
    ['an incoming transfer', [], transaction([out(address(1), { direction: 'in' })])],
    ['a transfer to the sender itself', [], transaction([out(address(1), { direction: 'self' })])],
    ['a transfer without a recipient', [], transaction([out(undefined)])],
    ['a transfer of which the token is unknown', [], transaction([out(address(1), { fungible_info: null })])],
    ['a transfer without a token', [], transaction([out(address(1), { fungible_info: undefined })])],
    [
      'two transfers, by the one that went out',
      [address(2)],
      transaction([out(address(1), { direction: 'in' }), out(address(2))]),
    ],
  ])('of %s makes known: %j', async (_, recipients, one) => {
    expect(await knownOf(one)).toEqual(recipients)
  })

  test('puts its recipients after those of the transfers that were sent from this browser', async () => {
    const { kit } = await accountKit({})
    load(kit, { [`eip155:1:${alice}`]: [transaction([out(address(1))])] })
    update(kit, 'account', (state) => ({ ...state, sent: [sent(address(2))] }))
    expect(await known(kit)).toEqual([address(2), address(1)])
  })
})
