import { afterEach, describe, expect, test, vi } from 'vitest'
import { createDeferred } from '../../core/deferred.js'
import { currentView } from '../../core/router.js'
import { memoryStorage } from '../../core/storageBackends.js'
import type { TransferFacts } from '../../core/transfers.js'
import { alice, bob, sendKit } from '../../testing/sendKit.js'
import { openModal } from '../modal/openModal.js'
import { setSendRecipient } from './editSend.js'
import { recipientsItem } from './recipients.js'
import { reviewSend } from './reviewSend.js'

afterEach(() => vi.unstubAllGlobals())

/** An address with bob's ends. */
const lure = `${bob.slice(0, 9)}${'5'.repeat(26)}${bob.slice(-7)}`.toLowerCase()
const stranger = `0x${'12'.repeat(20)}`

/** A send form with a service whose history is empty; `answer` gives the look-alikes. */
async function setUp(answer: (url: URL) => Response | Promise<Response>, served = ['eip155:1']) {
  const asked: URL[] = []
  vi.stubGlobal('fetch', async (text: string) => {
    const url = new URL(text)
    if (url.pathname === '/v1/supported-chains') return Response.json({ http: served, ws: [] })
    if (url.pathname.endsWith('/history')) return Response.json({ data: [], next: null })
    if (!url.pathname.endsWith('/lookalikes')) return new Response('', { status: 404 })
    asked.push(url)
    return answer(url)
  })
  const form = await sendKit({}, memoryStorage(), {}, { services: { blockchain: 'https://chain.example' } })
  return { ...form, asked, recipient: () => form.state().send?.recipient }
}

const list = (...addresses: readonly unknown[]) => Response.json({ addresses })

describe('what the service says of look-alikes', () => {
  test('warns of an address that looks like somebody whom the account has paid', async () => {
    const { fill, recipient } = await setUp(() => list(bob))
    await fill('0.1', lure)
    expect(recipient()).toMatchObject({ lookalike: bob, warnings: ['lookalike', 'firstTime'] })
  })

  test('is asked with 7 characters of each end only', async () => {
    const { fill, asked } = await setUp(() => list())
    await fill('0.1', bob)
    expect(asked).toHaveLength(1)
    expect(asked[0]?.pathname).toBe(`/v1/account/${alice}/lookalikes`)
    const { start, end } = Object.fromEntries(asked[0]?.searchParams ?? [])
    expect([start, end]).toEqual([bob.slice(2, 9).toLowerCase(), bob.slice(-7).toLowerCase()])
    expect(asked[0]?.href.toLowerCase()).not.toContain(bob.slice(9, -7).toLowerCase())
  })

  test('makes no address known: a lying service cannot vouch for the one that was typed', async () => {
    const { fill, recipient } = await setUp(() => list(lure))
    await fill('0.1', lure)
    expect(recipient()).toMatchObject({
      address: expect.stringMatching(new RegExp(lure, 'i')),
      warnings: ['firstTime'],
    })
  })

  test('takes no warning away: who was paid from here is still compared with, and comes first', async () => {
    const { kit, fill, recipient } = await setUp(() => list(lure, `${lure.slice(0, 20)}7${lure.slice(21)}`))
    kit.storage.write(recipientsItem('eip155'), [bob])
    await fill('0.1', lure)
    expect(recipient()).toMatchObject({ lookalike: bob, warnings: ['lookalike', 'firstTime'] })
  })

  test('is not stored: the next answer without it warns of nothing', async () => {
    let told = [bob]
    const { fill, recipient } = await setUp(() => list(...told))
    await fill('0.1', lure)
    expect(recipient()).toHaveProperty('lookalike', bob)
    told = []
    await fill('0.1', stranger)
    await fill('0.1', lure)
    expect(recipient()).not.toHaveProperty('lookalike')
  })

  test.each<[string, () => Response | Promise<Response>]>([
    ['addresses that look like nobody', () => list(stranger, `0x${'34'.repeat(20)}`)],
    ['texts that are no address', () => list('<b>', 7, null, '', '\u202e0x12', 'x'.repeat(500))],
    ['no list', () => Response.json({ addresses: 'all' })],
    ['nothing, as an earlier version does', () => new Response('', { status: 404 })],
    ['a refusal', () => new Response('', { status: 429 })],
    ['another page', () => new Response('<html>')],
  ])('is harmless if it is %s', async (_name, answer) => {
    const { fill, recipient } = await setUp(answer)
    await fill('0.1', lure)
    expect(recipient()).toMatchObject({ status: 'valid', warnings: ['firstTime'] })
  })

  test('counts only where its chain family reads it as an address', async () => {
    const broken = `${bob.slice(0, 20)}${bob.slice(-7)}`
    const { kit, fill, recipient } = await setUp(() => list(broken))
    const adapter = kit.adapters.get('eip155')
    if (adapter === undefined) throw new Error('no adapter')
    const toAddress = async (value: unknown) => (value === broken ? undefined : adapter.toAddress(value))
    kit.adapters.set('eip155', { ...adapter, toAddress })
    await fill('0.1', lure)
    expect(recipient()).toMatchObject({ warnings: ['firstTime'] })
  })

  describe('of a history that it has not read to the end', () => {
    const partial = (...addresses: readonly string[]) => Response.json({ addresses, isPartial: true })

    test('is asked for again, and somebody whom it names later is warned of', async () => {
      let told = partial
      const { kit, fill, asked, recipient } = await setUp(() => told())
      await fill('0.1', lure)
      expect(recipient()).toMatchObject({ warnings: ['firstTime'] })
      await kit.clock.advance(10_000)
      expect(recipient()).not.toHaveProperty('lookalike')
      told = () => partial(bob)
      await kit.clock.advance(10_000)
      expect(recipient()).toMatchObject({ lookalike: bob, warnings: ['lookalike', 'firstTime'] })
      await kit.clock.advance(60_000)
      expect(asked).toHaveLength(3)
    })

    test('ends a review that knows nothing of somebody whom it names later: the wallet is not asked', async () => {
      let told = partial
      const { kit, fill, state, transfers, plan } = await setUp(() => told())
      openModal(kit, { view: { name: 'WalletSend' } })
      await fill('0.1', lure)
      await reviewSend(kit)
      expect(currentView(state().modal.stack).name).toBe('WalletSendPreview')
      told = () => partial(bob)
      for (let second = 0; second < 11; second++) await kit.clock.advance(1_000)
      expect(currentView(state().modal.stack).name).toBe('WalletSend')
      expect(plan()?.fault).toBe('recipientUnconfirmed')
      expect(state().intent?.review).toBeUndefined()
      expect(transfers.send).not.toHaveBeenCalled()
    })

    test('keeps a review from being shown if it names somebody while that is made', async () => {
      let told = partial
      const { kit, fill, state, transfers } = await setUp(() => told())
      const facts = createDeferred<TransferFacts>()
      openModal(kit, { view: { name: 'WalletSend' } })
      await fill('0.1', lure)
      vi.mocked(transfers.facts).mockReturnValueOnce(facts.promise)
      const reviewing = reviewSend(kit)
      told = () => partial(bob)
      for (let second = 0; second < 11; second++) await kit.clock.advance(1_000)
      facts.resolve({ isContract: false })
      await reviewing
      expect(currentView(state().modal.stack).name).toBe('WalletSend')
      expect(state().send?.isMaking).toBeUndefined()
    })

    test.each<[string, number, () => Response]>([
      ['until it has read it', 2, () => list()],
      ['six times', 7, () => partial()],
    ])('is asked for again %s', async (_name, count, later) => {
      let told = () => partial()
      const { kit, fill, asked } = await setUp(() => told())
      await fill('0.1', lure)
      told = later
      for (let second = 0; second < 120; second++) await kit.clock.advance(1_000)
      expect(asked).toHaveLength(count)
    })

    test('is not asked for again once another recipient is typed', async () => {
      const { kit, fill, asked, recipient } = await setUp(() => partial())
      await fill('0.1', lure)
      await fill('0.1', '')
      for (let second = 0; second < 60; second++) await kit.clock.advance(1_000)
      expect([asked.length, recipient()]).toEqual([1, { status: 'empty' }])
    })
  })

  test('is waited for no longer than 3 seconds', async () => {
    const { kit, recipient } = await setUp(() => new Promise(() => {}))
    setSendRecipient(kit, { text: lure })
    await kit.clock.advance(2_999)
    expect(recipient()).toEqual({ status: 'pending' })
    await kit.clock.advance(1)
    expect(recipient()).toMatchObject({ status: 'valid', warnings: ['firstTime'] })
  })

  test('is asked for again if it comes too late', async () => {
    let told: () => Response | Promise<Response> = () => new Promise(() => {})
    const { kit, fill, recipient } = await setUp(() => told())
    await fill('0.1', lure)
    await kit.clock.advance(3_000)
    expect(recipient()).not.toHaveProperty('lookalike')
    told = () => list(bob)
    for (let second = 0; second < 11; second++) await kit.clock.advance(1_000)
    expect(recipient()).toMatchObject({ lookalike: bob, warnings: ['lookalike', 'firstTime'] })
  })

  test('is not asked for on a chain that the service does not answer for', async () => {
    const { fill, asked, recipient } = await setUp(() => list(bob), ['eip155:10'])
    await fill('0.1', lure)
    expect(asked).toEqual([])
    expect(recipient()).toMatchObject({ status: 'valid' })
  })
})
