import { afterEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { createDeferred } from '../../../core/deferred.js'
import type { Transfers } from '../../../core/transfers.js'
import { keepTracked } from '../../../features/intent/asked.js'
import { update } from '../../../features/Kit.js'
import { closeModal } from '../../../features/modal/closeModal.js'
import { openModal } from '../../../features/modal/openModal.js'
import { refreshAccount } from '../../../features/send/followSent.js'
import type { Sent } from '../../../features/send/state.js'
import { accountKit, alice } from '../../../testing/accountKit.js'
import { mockAdapter } from '../../../testing/mockAdapter.js'
import { mockSession } from '../../../testing/mockConnector.js'
import { mockTransferIntent } from '../../../testing/mockTransferIntent.js'
import { AccountButton } from '../../buttons/AccountButton.js'
import { clear, draw, patience } from '../../testing/draw.js'

const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const hash = `0x${'ab'.repeat(32)}`
afterEach(() => {
  clear()
  vi.unstubAllGlobals()
})

const token = (name: string, chainId: string) => ({
  name,
  symbol: 'USD',
  chainId,
  price: 1,
  quantity: { decimals: '6', numeric: '2' },
  iconUrl: '',
})
const transaction = (minedAt: string, operationType: string, change: object = {}) => ({
  id: `${operationType} ${minedAt}`,
  metadata: {
    operationType,
    hash: `0x${'12'.repeat(32)}`,
    chain: 'eip155:1',
    minedAt,
    sentFrom: bob,
    sentTo: alice,
    status: 'confirmed',
    nonce: 0,
  },
  transfers: [
    {
      fungible_info: { name: 'Ether', symbol: 'ETH', ...change },
      direction: 'in',
      quantity: { numeric: '1.23456' },
    },
  ],
})

/** The account screen of a visitor who holds the same token on two chains, under different names. */
async function setUp() {
  const names = { 'eip155:1': 'First dollar', 'eip155:10': 'Tenth dollar' }
  const more: { isCut?: boolean } = {}
  const gate: { before: Promise<unknown> } = { before: Promise.resolve() }
  const history: { data: object[]; next: string | null; reading?: object; lacks?: string[]; spam?: number } =
    {
      data: [],
      next: null,
    }
  const status = vi.fn<Transfers['status']>(async () => ({ status: 'pending', hash }))
  const find = vi.fn<Transfers['find']>(async () => ({ status: 'open' }))
  const transfers = async () => ({ status, find }) as unknown as Transfers
  const given = await accountKit(
    {
      async '/balance'({ searchParams }) {
        const chainId = searchParams.get('chainId') as keyof typeof names
        await gate.before
        return Response.json({ balances: [token(names[chainId], chainId)], ...more })
      },
      '/history': () => Response.json(history),
      '/nfts': () => Response.json(history),
    },
    {
      served: ['eip155:1', 'eip155:10'],
      adapters: [
        mockAdapter({ transfers, getBalance: async () => ({ units: 1n, decimals: 0, symbol: 'ETH' }) }),
      ],
    },
  )
  return { ...given, gate, history, names, more, status, find }
}

async function show({ kit }: Pick<Awaited<ReturnType<typeof setUp>>, 'kit'>) {
  draw(kit)
  openModal(kit, { view: { name: 'Account' } })
  await expect.element(page.getByText('First dollar'), patience).toBeVisible()
}

test('the token that the host counts in has its picture beside the balance, in the modal and on the button', async () => {
  const image = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
  const adapters = [mockAdapter({ getBalance: async () => ({ units: 5n, decimals: 0, symbol: 'USD' }) })]
  const tokens = { 'eip155:1': { address: bob, image }, 'eip155:10': { address: bob, image: `${image}#10` } }
  const { kit } = await accountKit({}, { adapters, tokens })
  draw(kit, <AccountButton />)
  openModal(kit, { view: { name: 'Account' } })
  const beside = (part: string) => () =>
    [...document.querySelectorAll('*')]
      .flatMap(({ shadowRoot }) => [...(shadowRoot?.querySelectorAll(`${part} img`) ?? [])])
      .map((picture) => picture.getAttribute('src'))
  // Without a worth, which this service does not tell, the balance is the first line.
  await expect.poll(beside('.account-total'), patience).toEqual([image])
  await expect.poll(beside('.host-button-balance'), patience).toEqual([image])
})

test('no control moves when the balance and the total arrive', async () => {
  const { kit, gate } = await setUp()
  const arrival = createDeferred()
  gate.before = arrival.promise
  draw(kit)
  openModal(kit, { view: { name: 'Account' } })
  const tab = page.getByRole('tab', { name: 'Activity' })
  const total = page.getByText('$2.00', { exact: true })
  await expect.element(tab, patience).toBeVisible()
  const top = () => tab.element().getBoundingClientRect().top - dialogTop()
  const dialogTop = () => page.getByRole('dialog').element().getBoundingClientRect().top
  const before = top()
  expect(total.elements()).toEqual([])
  arrival.resolve(undefined)
  await expect.element(total.first(), patience).toBeVisible()
  expect(Math.abs(top() - before)).toBeLessThanOrEqual(1)
})

/** Records everything that the modal renders from now on: its texts, and whether something was loading. */
function watchDrawn() {
  const roots = [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])
  const drawn = new Set<string>()
  const look = () => {
    for (const each of roots) {
      drawn.add(each.textContent ?? '')
      if (each.querySelector('.dialog .skeleton, .dialog [aria-busy="true"]')) drawn.add('loading')
    }
  }
  const observer = new MutationObserver(look)
  for (const each of roots) observer.observe(each, { subtree: true, childList: true, attributes: true })
  look()
  return {
    drawn,
    has: (text: string) => [...drawn].some((each) => each.includes(text)),
    stop: () => observer.disconnect(),
  }
}

describe('while it is in sight', () => {
  test('what changes appears, and nothing flickers', async () => {
    const given = await setUp()
    await show(given)
    const { drawn, has, stop } = watchDrawn()
    expect(has('First dollar')).toBe(true)
    given.names['eip155:1'] = 'Another dollar'
    await refreshAccount(given.kit)
    await expect.element(page.getByText('Another dollar')).toBeVisible()
    stop()
    expect(drawn).not.toContain('loading')
  })

  test('it looks by itself', async () => {
    const given = await setUp()
    await show(given)
    given.names['eip155:1'] = 'Another dollar'
    await given.kit.clock.advance(8_000)
    await expect.element(page.getByText('Another dollar')).toBeVisible()
  })

  test('a request from before a reload, which its wallet cannot answer here, is found once the chain has it', async () => {
    const given = await setUp()
    const { kit, find } = given
    const intent = mockTransferIntent({ account: alice, wallet: 'Oak' })
    keepTracked(kit, {
      intent,
      status: 'asked',
      asked: { kind: 'transaction', nonce: 7, height: 1 },
      askedAt: 1,
    })
    await show(given)
    const strip = page.getByRole('button', { name: 'Waiting for Oak' })
    await expect.element(strip).toBeVisible()
    find.mockResolvedValue({ status: 'sent', sent: { kind: 'transaction', id: hash } })
    await kit.clock.advance(10_000)
    await expect.element(strip).not.toBeInTheDocument()
    expect(kit.store.getState().account.sent).toMatchObject([{ id: hash, intentId: intent.id }])
  })

  test('another network shows nothing of the one before, nor its late answer', async () => {
    const given = await setUp()
    await show(given)
    const late = createDeferred<void>()
    given.gate.before = late.promise
    const asked = refreshAccount(given.kit)
    await given.kit.clock.advance(0)
    const next = createDeferred<void>()
    given.gate.before = next.promise
    given.wallet.emit({ type: 'session', session: mockSession([alice], 10) })
    await expect.element(page.getByText('First dollar')).not.toBeInTheDocument()

    const { has, stop } = watchDrawn()
    late.resolve()
    await asked
    next.resolve()
    await expect.element(page.getByText('Tenth dollar')).toBeVisible()
    stop()
    expect(has('First dollar')).toBe(false)
  })
})

describe('the activity', () => {
  const sent: Sent = {
    kind: 'transaction',
    id: hash,
    hash,
    networkId: 'eip155:1',
    from: alice,
    to: bob,
    symbol: 'ETH',
    decimals: 18,
    units: '1500000000000000000',
    sentAt: Date.UTC(2026, 0, 1),
    status: 'pending',
  }
  const lines = () =>
    page
      .getByRole('region', { name: 'Activity' })
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent)

  async function showActivity(given: Awaited<ReturnType<typeof setUp>>) {
    await show(given)
    await page.getByRole('tab', { name: 'Activity' }).click()
  }

  test('by month; what is under way is on top, and followed to its end', async () => {
    const given = await setUp()
    // A day in the middle of a month is in the same month in every time zone.
    given.history.data = [
      transaction('2025-12-15T12:00:00Z', 'receive'),
      transaction('2025-11-15T12:00:00Z', 'mint'),
    ]
    update(given.kit, 'account', (state) => ({ ...state, sent: [sent] }))
    await showActivity(given)
    await expect.element(page.getByRole('heading', { name: 'December 2025' })).toBeVisible()
    await expect.element(page.getByRole('heading', { name: 'November 2025' })).toBeVisible()
    expect(lines()).toEqual([
      'SentPending-1.5 ETH',
      'ReceivedFrom 0x7099…dc79C8+1.234 ETHDec 15',
      'MintedTo 0xd8dA…A96045+1.234 ETHNov 15',
    ])

    given.status.mockResolvedValue({ status: 'confirmed', hash })
    const done = transaction('2026-01-01T00:00:01Z', 'send')
    given.history.data = [
      {
        ...done,
        metadata: { ...done.metadata, hash, sentFrom: alice, sentTo: bob },
        transfers: [{ ...done.transfers[0], direction: 'out', recipient: bob }],
      },
      ...given.history.data,
    ]
    await given.kit.clock.advance(2_000)
    await expect.element(page.getByText('Pending')).not.toBeInTheDocument()
    // Until the history has the transfer, the list shows the local record; then it shows the history's entry only.
    await vi.waitFor(() => expect(lines()[0]).toContain('SentTo 0x7099…dc79C8-1.234 ETH'))
    expect(lines()).toHaveLength(3)
  })

  test.each(['confirmed', 'failed'] as const)(
    'one that %s stays until the history lists it, also in a long history that is still being read',
    async (status) => {
      const given = await setUp()
      const listed = transaction('2025-12-15T12:00:00Z', 'receive')
      Object.assign(given.history, { next: 'low', reading: { share: 0.25 }, data: [listed] })
      const day = 86_400_000
      const old = { ...sent, id: `${hash}1`, hash: `${hash}1`, sentAt: given.kit.clock.now() - day - 1 }
      const fresh = { ...sent, status, sentAt: given.kit.clock.now() - day }
      update(given.kit, 'account', (state) => ({ ...state, sent: [fresh, { ...old, status }] }))
      await showActivity(given)
      await vi.waitFor(() => expect(lines()).toHaveLength(2))
      expect(lines()[0]).toContain('-1.5 ETH')

      given.history.data = [{ ...listed, metadata: { ...listed.metadata, hash } }]
      await given.kit.clock.advance(60_000)
      await vi.waitFor(() => expect(lines()).toEqual(['ReceivedFrom 0x7099…dc79C8+1.234 ETHDec 15']))
    },
  )

  test('one that was sent stays on top of one whose hash differs in its capitals alone', async () => {
    const given = await setUp()
    const listed = transaction('2026-01-01T00:00:01Z', 'send')
    const base58 = '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnb'
    given.history.data = [{ ...listed, metadata: { ...listed.metadata, hash: base58 } }]
    update(given.kit, 'account', (state) => ({
      ...state,
      sent: [{ ...sent, status: 'confirmed', id: base58.toLowerCase(), hash: base58.toLowerCase() }],
    }))
    await showActivity(given)
    await vi.waitFor(() => expect(lines()).toHaveLength(2))
  })

  test('while the service reads, says how far it is, then shows what it has read', async () => {
    const given = await setUp()
    Object.assign(given.history, { next: 'low', reading: { share: 0.25 } })
    await showActivity(given)
    const progress = page.getByRole('progressbar', { name: 'Reading earlier transactions: 25%' })
    await expect.element(progress).toHaveAttribute('aria-valuenow', '25')
    await expect.element(page.getByText('No activity yet')).not.toBeInTheDocument()
    const concluded = transaction('2025-12-15T12:00:00Z', 'receive')
    const transfers = concluded.transfers.map((one) => ({ ...one, is_concluded: true }))
    delete given.history.reading
    Object.assign(given.history, { next: null, lacks: ['payouts'], data: [{ ...concluded, transfers }] })
    await given.kit.clock.advance(2_000)
    await vi.waitFor(() =>
      expect(lines()).toEqual(['ReceivedFrom 0x7099…dc79C8Concluded from the balance+1.234 ETHDec 15']),
    )
    await expect.element(page.getByText('Coin that contracts paid out may be missing here.')).toBeVisible()
    await expect.element(page.getByText('Reading earlier transactions')).not.toBeInTheDocument()
  })

  test.each(['coin', 'failures', 'older'])(
    'an empty list without %s does not say that there was no activity',
    async (lack) => {
      const given = await setUp()
      Object.assign(given.history, { lacks: [lack] })
      await showActivity(given)
      await expect
        .element(page.getByText('This list may be incomplete. An explorer shows everything.'))
        .toBeVisible()
      await expect.element(page.getByText('No activity yet')).not.toBeInTheDocument()
    },
  )

  test('nor does one that lacks only payouts', async () => {
    const given = await setUp()
    Object.assign(given.history, { lacks: ['payouts'] })
    await showActivity(given)
    await expect.element(page.getByText('Coin that contracts paid out may be missing here.')).toBeVisible()
    await expect.element(page.getByText('No activity yet')).not.toBeInTheDocument()
  })

  test('the longer the service reads, the less often the list asks', async () => {
    const given = await setUp()
    Object.assign(given.history, { next: 'low', reading: { share: 0.25 } })
    await showActivity(given)
    await expect.element(page.getByRole('progressbar')).toBeVisible()
    const asked = () => given.asked.filter(({ pathname }) => pathname.endsWith('/history')).length
    const before = asked()
    const activity = () => Object.values(given.kit.store.getState().account.activities ?? {})[0]
    for (let step = 0; step < 30; step++) {
      await given.kit.clock.advance(2_000)
      await vi.waitFor(() => expect(activity()?.status).toBe('success'))
    }
    // A request every two seconds would make at least fifteen.
    expect(asked() - before).toBeGreaterThan(5)
    expect(asked() - before).toBeLessThan(13)
  })

  test('after pages with nothing to show, the visitor asks for the ones before', async () => {
    const given = await setUp()
    let pages = 0
    const next = { get: () => `spam${++pages}`, enumerable: true, configurable: true }
    Object.defineProperty(given.history, 'next', next)
    await showActivity(given)
    const older = page.getByRole('button', { name: 'Show earlier ones' })
    await expect.element(older).toBeVisible()
    Object.defineProperty(given.history, 'next', { value: null, enumerable: true })
    given.history.data = [transaction('2025-12-15T12:00:00Z', 'mint')]
    await older.click()
    await vi.waitFor(() => expect(lines()).toEqual(['MintedTo 0xd8dA…A96045+1.234 ETHDec 15']))
  })

  test('its tab is chosen again when the modal opens again', async () => {
    const given = await setUp()
    await showActivity(given)
    const tab = page.getByRole('tab', { name: 'Activity' })
    await expect.element(tab).toHaveAttribute('aria-selected', 'true')
    closeModal(given.kit)
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    openModal(given.kit)
    await expect.element(tab).toHaveAttribute('aria-selected', 'true')
  })

  test('what strangers sent as bait is folded, and without the colour of a gain', async () => {
    const given = await setUp()
    given.history.data = [
      transaction('2025-12-15T12:00:00Z', 'receive'),
      transaction('2025-12-14T12:00:00Z', 'receive', { symbol: 'UЅDС', is_spam: true }),
    ]
    await showActivity(given)
    await expect.element(page.getByText('Possible spam (1)')).toBeVisible()
    expect(lines()).toHaveLength(1)
    await page.getByText('Possible spam (1)').click()
    const lure = page.getByText('+1.234 UЅDС')
    await expect.element(lure).toBeVisible()
    await expect.element(lure).not.toHaveAttribute('data-direction')
    await expect.element(page.getByText('+1.234 ETH')).toHaveAttribute('data-direction', 'in')
  })

  test('spam that the service leaves out counts with what is folded, and is still counted after that', async () => {
    const given = await setUp()
    given.history.data = [
      transaction('2025-12-15T12:00:00Z', 'receive'),
      transaction('2025-12-14T12:00:00Z', 'receive', { symbol: 'UЅDС', is_spam: true }),
    ]
    given.history.spam = 30
    await showActivity(given)
    await page.getByRole('button', { name: 'Possible spam (31)' }).click()
    await expect.element(page.getByText('Possible spam (30)')).toBeVisible()
    await expect.element(page.getByRole('button', { name: /Possible spam/ })).not.toBeInTheDocument()
  })
})

const incomplete = 'This list may be incomplete. An explorer shows everything.'

describe('the tokens', () => {
  test('that are not all that the account holds say so below', async () => {
    const given = await setUp()
    given.more.isCut = true
    await show(given)
    await expect.element(page.getByText(incomplete)).toBeVisible()
  })

  test('that are all say nothing more', async () => {
    await show(await setUp())
    await expect.element(page.getByText(incomplete)).not.toBeInTheDocument()
  })
})

describe('the collectibles', () => {
  const nft = {
    chainId: 'eip155:1',
    standard: 'ERC721',
    tokenId: '7',
    quantity: '1',
    name: 'Scene #7',
    collection: { address: `eip155:1:${bob}`, name: 'Scenes' },
    attributes: [],
    hasImage: false,
    isSpam: false,
  }

  test.each<[string, object, boolean]>([
    ['that lack older ones say so at their end', { lacks: ['older'] }, true],
    ['that lack nothing say nothing', {}, false],
    ['say it not before their end', { lacks: ['older'], next: 'a' }, false],
  ])('%s', async (_name, answer, isSaid) => {
    const given = await setUp()
    Object.assign(given.history, { data: [nft], ...answer })
    await show(given)
    await page.getByRole('tab', { name: 'NFTs' }).click()
    await expect.element(page.getByText('Scene #7')).toBeVisible()
    if (isSaid) await expect.element(page.getByText(incomplete)).toBeVisible()
    else await expect.element(page.getByText(incomplete)).not.toBeInTheDocument()
  })

  test.each([
    ['while the service reads', { reading: { share: 0.25 } }, 'Reading earlier transactions: 25%'],
    ['where older ones may be missing', { lacks: ['older'] }, 'This list may be incomplete.'],
  ])('%s the account is not said to have none', async (_name, answer, shown) => {
    const given = await setUp()
    Object.assign(given.history, answer)
    await show(given)
    await page.getByRole('tab', { name: 'NFTs' }).click()
    await expect.element(page.getByText(shown).first()).toBeVisible()
    await expect.element(page.getByText('No collectibles yet')).not.toBeInTheDocument()
  })
})
