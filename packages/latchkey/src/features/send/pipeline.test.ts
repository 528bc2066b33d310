import { describe, expect, test, vi } from 'vitest'
import type { ConnectorInfo } from '../../core/connector.js'
import { currentView } from '../../core/router.js'
import { memoryStorage } from '../../core/storageBackends.js'
import type { Transfers } from '../../core/transfers.js'
import { accountError } from '../../protocol/accountErrors.js'
import { walletError } from '../../protocol/walletErrors.js'
import { mockNetwork } from '../../testing/mockNetwork.js'
import { scriptedProvider } from '../../testing/scriptedProvider.js'
import { alice, bob, dollar, hash, sendKit as makeKit } from '../../testing/sendKit.js'
import { type Kit, update } from '../Kit.js'
import { resetView } from '../modal/navigate.js'
import { openModal } from '../modal/openModal.js'
import { beginSend, setSendAmount, setSendToken } from './editSend.js'
import { followSent } from './followSent.js'
import { giveUp } from './giveUp.js'
import { leaveReview, openTransferOf, reviewSend } from './reviewSend.js'
import { submitSend } from './submitSend.js'

describe.each([
  ['open', {}, (kit: Kit) => openModal(kit, { view: { name: 'WalletSend' } })],
  ['embedded', { enableEmbedded: true }, (kit: Kit) => resetView(kit, { name: 'WalletSend' })],
])('in a modal that is %s', (_, mode, show) => {
  const sendKit: typeof makeKit = (overrides, storage, provider, config, info) =>
    makeKit(overrides, storage, provider, { ...mode, ...config }, info)

  const never = () => new Promise<never>(() => {})

  async function reviewed(...parameters: Parameters<typeof sendKit>) {
    const made = await sendKit(...parameters)
    show(made.kit)
    await made.fill('0.5')
    await reviewSend(made.kit)
    return made
  }

  const viewOf = (kit: Kit) => currentView(kit.store.getState().modal.stack)
  const open = (kit: Kit) => kit.store.getState().intent?.open ?? []
  const review = (kit: Kit) => kit.store.getState().intent?.review

  describe('the review', () => {
    test('shows an intent that the form cannot change', async () => {
      const { kit, transfers } = await reviewed()
      expect(viewOf(kit).name).toBe('WalletSendPreview')
      const before = review(kit)?.intent
      expect(before).toMatchObject({
        units: String(5n * 10n ** 17n),
        recipient: { address: bob },
        account: alice,
      })
      setSendAmount(kit, { amount: '0.9' })
      expect(review(kit)?.intent).toBe(before)
      await submitSend(kit)
      expect(vi.mocked(transfers.send).mock.calls[0]?.[0].transfer.units).toBe(5n * 10n ** 17n)
    })

    test('is cancelled by a switch of the network, even if the visitor switches back', async () => {
      const { kit, transfers } = await reviewed(
        {},
        memoryStorage(),
        {},
        { networks: [mockNetwork(1), mockNetwork(10)] },
      )
      const go = (networkId: 'eip155:1' | 'eip155:10') =>
        update(kit, 'connection', (connection) => ({
          ...connection,
          connections: {
            mock: {
              connectorId: 'mock',
              namespaces: { eip155: { addresses: [alice], networkId, approvedNetworkIds: 'all' } },
            },
          },
        }))
      go('eip155:10')
      go('eip155:1')
      expect(review(kit)).toMatchObject({ status: 'cancelled', error: { code: 'REVIEW_OUTDATED' } })
      await expect(submitSend(kit)).rejects.toMatchObject({ code: 'REVIEW_OUTDATED' })
      expect(transfers.send).not.toHaveBeenCalled()
    })

    test('is cancelled if the wallet is on another network, and the wallet is not asked', async () => {
      const { kit, transfers } = await reviewed({
        walletState: async () => ({ networkId: 'eip155:10', addresses: [alice] }),
      })
      await expect(submitSend(kit)).rejects.toMatchObject({ code: 'WALLET_NETWORK_DIFFERS' })
      expect(review(kit)).toMatchObject({ status: 'cancelled', error: { code: 'WALLET_NETWORK_DIFFERS' } })
      expect(transfers.send).not.toHaveBeenCalled()
    })

    test.each([
      [
        'the token has other decimals',
        { isContract: false, token: { decimals: 8 } },
        'TOKEN_DECIMALS_DIFFER',
      ],
      ['the recipient has code', { isContract: true, token: { decimals: 6 } }, 'REVIEW_OUTDATED'],
    ])('is cancelled if %s by then, and the wallet is not asked', async (_, now, code) => {
      const { kit, fill, transfers } = await sendKit()
      show(kit)
      setSendToken(kit, { token: `eip155:1:${dollar}` })
      await fill('1')
      await reviewSend(kit)
      vi.mocked(transfers.facts).mockResolvedValue(now)
      await expect(submitSend(kit)).rejects.toMatchObject({ code })
      expect(review(kit)).toMatchObject({ status: 'cancelled', error: { code } })
      expect(transfers.send).not.toHaveBeenCalled()
    })

    test('does not open if the token has other decimals on the chain than in the list, and the form shows the error', async () => {
      const { kit, fill, transfers } = await sendKit({
        facts: async () => ({ isContract: false, token: { decimals: 8 } }),
      })
      setSendToken(kit, { token: `eip155:1:${dollar}` })
      await fill('1')
      await reviewSend(kit)
      expect(review(kit)).toBeUndefined()
      expect(kit.store.getState().send?.error).toMatchObject({ code: 'TOKEN_DECIMALS_DIFFER' })
      await expect(submitSend(kit)).rejects.toMatchObject({ code: 'TOKEN_DECIMALS_DIFFER' })
      expect(transfers.send).not.toHaveBeenCalled()
    })

    test('does not open if the chain cannot be read, and the form shows the error', async () => {
      const { kit, transfers } = await reviewed({
        facts: async () => {
          throw accountError('NETWORK_UNREADABLE', { slots: { network: 'One' } })
        },
      })
      expect(review(kit)).toBeUndefined()
      expect(kit.store.getState().send?.error).toMatchObject({ code: 'NETWORK_UNREADABLE' })
      await expect(submitSend(kit)).rejects.toMatchObject({ code: 'NETWORK_UNREADABLE' })
      expect(transfers.send).not.toHaveBeenCalled()
    })

    test.each<[string, ConnectorInfo['type'], boolean]>([
      ['reads the chain by itself is a witness', 'ANNOUNCED', true],
      ['has the kit read the chain is no witness', 'WALLET_CONNECT', false],
    ])('a wallet that %s when the kit makes and follows a transfer', async (_, type, isWitness) => {
      const provider = { request: async () => null }
      const { kit, transfers } = await reviewed({}, memoryStorage(), provider, {}, { type })
      await submitSend(kit)
      await followSent(kit)
      for (const asked of [transfers.facts, transfers.prepare, transfers.status]) {
        // The facts are read for the review, and again before the wallet is asked.
        const { calls } = vi.mocked(asked).mock
        expect(calls).toHaveLength(asked === transfers.facts ? 2 : 1)
        for (const [{ witness }] of calls) expect(witness).toBe(isWitness ? provider : undefined)
      }
    })

    test('leads back to the form if it is cancelled, and to the status if the transfer is sent', async () => {
      const { kit } = await reviewed()
      expect(kit.store.getState().modal.transactions).toHaveLength(1)
      leaveReview(kit)
      expect(viewOf(kit).name).toBe('WalletSend')
      expect(review(kit)).toBeUndefined()
      expect(kit.store.getState().modal.transactions).toHaveLength(0)
      await reviewSend(kit)
      const id = review(kit)?.intent.id
      await submitSend(kit)
      expect(viewOf(kit)).toEqual({ name: 'WalletSendStatus', parameters: { id } })
      expect(kit.store.getState().modal.transactions).toHaveLength(0)
      expect(kit.store.getState().account.sent).toMatchObject([{ id: hash, intentId: id }])
    })
  })

  describe('a request that hangs', () => {
    test('allows neither another review nor another request until it is given up', async () => {
      const { kit, fill, transfers } = await reviewed({ send: vi.fn<Transfers['send']>(never) })
      void submitSend(kit)
      await vi.waitFor(() => expect(open(kit)).toMatchObject([{ status: 'asked', asked: { nonce: 7 } }]))
      leaveReview(kit)
      await fill('0.7')
      await reviewSend(kit)
      expect(viewOf(kit)).toEqual({ name: 'WalletSendStatus', parameters: { id: open(kit)[0]?.intent.id } })
      await expect(submitSend(kit)).rejects.toMatchObject({ code: 'REQUEST_ALREADY_PENDING' })
      expect(transfers.send).toHaveBeenCalledTimes(1)
      giveUp(kit, { id: open(kit)[0]?.intent.id ?? '' })
      expect(open(kit)).toMatchObject([{ status: 'refused' }])
    })

    test('is stored before the wallet is asked, so that a reload finds the transfer on the chain', async () => {
      const storage = memoryStorage()
      const kept = vi.fn()
      const before = await reviewed(
        {
          send: () => {
            kept(storage.getItem('latchkey.asked'))
            return never()
          },
        },
        storage,
      )
      void submitSend(before.kit)
      await vi.waitFor(() => expect(kept).toHaveBeenCalledWith(expect.stringContaining('"nonce":7')))
      const after = await sendKit(
        { find: async () => ({ status: 'sent', sent: { kind: 'transaction', id: hash } }) },
        storage,
      )
      await after.fill('0.1')
      await expect(submitSend(after.kit)).rejects.toMatchObject({ code: 'REQUEST_ALREADY_PENDING' })
      expect(after.transfers.send).not.toHaveBeenCalled()
      await followSent(after.kit)
      expect(open(after.kit)).toEqual([])
      expect(after.state().account.sent).toMatchObject([{ id: hash, units: String(5n * 10n ** 17n) }])
      expect(storage.getItem('latchkey.asked')).not.toContain(hash)
    })

    test('stays open while the wallet may still hold it, even if its nonce is used', async () => {
      const { kit } = await reviewed({
        send: vi.fn<Transfers['send']>(never),
        find: async () => ({ status: 'used', by: hash }),
      })
      void submitSend(kit)
      await vi.waitFor(() => expect(open(kit)).toHaveLength(1))
      await followSent(kit)
      expect(open(kit)).toMatchObject([{ status: 'asked' }])
    })

    test('ends as "not sent" once no block can contain it any more, whatever the wallet does', async () => {
      const { kit, transfers } = await reviewed({ send: vi.fn<Transfers['send']>(never) })
      void submitSend(kit)
      await vi.waitFor(() => expect(open(kit)).toHaveLength(1))
      vi.mocked(transfers.find).mockResolvedValue({ status: 'used', isOver: true })
      for (let look = 0; look < 3; look++) {
        expect(open(kit)).toMatchObject([{ status: 'asked' }])
        await kit.clock.advance(60_000)
        await followSent(kit)
      }
      expect(open(kit)).toMatchObject([{ status: 'notSent' }])
    })

    test('is kept as sent if the wallet sends it after it was given up', async () => {
      let take = (_: { kind: 'transaction'; id: string }) => {}
      const { kit } = await reviewed({ send: () => new Promise((resolve) => (take = resolve)) })
      const sent = submitSend(kit)
      await vi.waitFor(() => expect(open(kit)).toHaveLength(1))
      giveUp(kit, { id: open(kit)[0]?.intent.id ?? '' })
      take({ kind: 'transaction', id: hash })
      await sent
      expect(kit.store.getState().account.sent).toMatchObject([{ id: hash }])
    })
  })

  describe('an answer with the hash of another transaction', () => {
    const elsewhere = `0x${'ef'.repeat(32)}`

    test('is not shown as sent: the kit looks for the transfer by its nonce', async () => {
      const { kit, transfers } = await reviewed({
        status: vi.fn<Transfers['status']>(async () => ({ status: 'other' })),
      })
      const id = review(kit)?.intent.id
      await submitSend(kit)
      await followSent(kit)
      expect(kit.store.getState().account.sent).toEqual([])
      expect(open(kit)).toMatchObject([
        {
          status: 'unknown',
          intent: { id },
          asked: { nonce: 7, height: 100 },
          error: { code: 'SEND_UNCONFIRMED' },
        },
      ])
      expect(openTransferOf(kit.store.getState(), { address: alice, networkId: 'eip155:1' })).toBeDefined()
      vi.mocked(transfers.status).mockResolvedValue({ status: 'confirmed', hash: elsewhere })
      vi.mocked(transfers.find).mockResolvedValue({
        status: 'sent',
        sent: { kind: 'transaction', id: elsewhere },
      })
      await followSent(kit)
      expect(open(kit)).toEqual([])
      expect(kit.store.getState().account.sent).toMatchObject([{ id: elsewhere, intentId: id }])
    })

    test('that may contain the transfer is kept after a reload, and the transfer is never called unsent', async () => {
      const storage = memoryStorage()
      const { kit, transfers } = await reviewed({}, storage)
      vi.mocked(transfers.status).mockResolvedValue({ status: 'other', hash })
      vi.mocked(transfers.find).mockResolvedValue({ status: 'used', by: hash })
      await submitSend(kit)
      for (let look = 0; look < 6; look++) {
        await followSent(kit)
        await kit.clock.advance(60_000)
      }
      expect(open(kit)).toMatchObject([{ status: 'unknown', answered: hash }])
      const after = await sendKit({}, storage)
      await followSent(after.kit)
      expect(open(after.kit)).toMatchObject([{ status: 'unknown', answered: hash }])
    })

    test('is compared with the requested transfer, also after a reload', async () => {
      const storage = memoryStorage()
      const { kit } = await reviewed({}, storage)
      await submitSend(kit)
      const after = await sendKit({}, storage)
      await followSent(after.kit)
      expect(vi.mocked(after.transfers.status).mock.calls).toMatchObject([
        [
          {
            sent: { id: hash },
            transfer: { from: alice, to: bob, units: 5n * 10n ** 17n },
            asked: { nonce: 7, height: 100 },
          },
        ],
      ])
      expect(after.state().account.sent).toMatchObject([{ status: 'confirmed' }])
      expect(after.state().account.sent?.[0]?.origin).toBeUndefined()
    })

    test('of an earlier transfer leaves that one as it is, and makes the new one unknown', async () => {
      const { kit, fill, transfers } = await reviewed()
      const first = review(kit)?.intent.id
      const { portfolios } = kit.store.getState().account
      await submitSend(kit)
      await followSent(kit)
      update(kit, 'account', (state) => ({ ...state, portfolios }))
      show(kit)
      await fill('0.25')
      await reviewSend(kit)
      const second = review(kit)?.intent.id
      expect(second).not.toBe(first)
      await submitSend(kit)
      expect(kit.store.getState().account.sent).toMatchObject([
        { id: hash, intentId: first, units: String(5n * 10n ** 17n), status: 'confirmed' },
      ])
      expect(open(kit)).toMatchObject([{ status: 'unknown', intent: { id: second }, asked: { nonce: 7 } }])
      await followSent(kit)
      expect(vi.mocked(transfers.find).mock.calls.at(-1)?.[0].others).toContain(hash)
    })
  })

  describe('an answer that is not a clear refusal', () => {
    const unclear = () => reviewed({ send: async () => Promise.reject(walletError('WALLET_ANSWER_UNCLEAR')) })

    test('leads to the status, which looks on the chain, and not back to the send button', async () => {
      const { kit, transfers } = await unclear()
      const id = review(kit)?.intent.id
      await expect(submitSend(kit)).rejects.toMatchObject({ code: 'SEND_UNCONFIRMED' })
      expect(viewOf(kit)).toEqual({ name: 'WalletSendStatus', parameters: { id } })
      expect(open(kit)).toMatchObject([{ status: 'unknown', error: { code: 'SEND_UNCONFIRMED' } }])
      expect(kit.store.getState().send).toMatchObject({ amount: '', isWaiting: false })
      vi.mocked(transfers.find).mockResolvedValue({ status: 'sent', sent: { kind: 'transaction', id: hash } })
      await followSent(kit)
      expect(open(kit)).toEqual([])
      expect(kit.store.getState().account.sent).toMatchObject([{ id: hash, intentId: id }])
    })

    const used = async () => {
      const made = await unclear()
      await submitSend(made.kit).catch(() => {})
      vi.mocked(made.transfers.find).mockResolvedValue({ status: 'used', by: hash })
      return made
    }

    test('leads to "not sent" after three looks, a minute apart, have found the nonce used', async () => {
      const { kit } = await used()
      for (const time of [0, 1_000, 58_000, 1_000, 59_000]) {
        await kit.clock.advance(time)
        await followSent(kit)
        expect(open(kit)).toMatchObject([{ status: 'unknown' }])
      }
      await kit.clock.advance(1_000)
      await followSent(kit)
      expect(open(kit)).toMatchObject([{ status: 'notSent' }])
      expect(kit.storage.read({ name: 'latchkey.asked', version: 1, read: (value) => value })).toEqual([])
    })

    test('is not called unsent if a look in between found the nonce unused', async () => {
      const { kit, transfers } = await used()
      for (const answer of ['used', 'used', 'open', 'used', 'used'] as const) {
        vi.mocked(transfers.find).mockResolvedValue({ status: answer })
        await followSent(kit)
        await kit.clock.advance(60_000)
      }
      expect(open(kit)).toMatchObject([{ status: 'unknown' }])
    })

    test('leads to "sent" if the chain has the transfer later, after it seemed unsent', async () => {
      const { kit, transfers } = await used()
      for (let look = 0; look < 3; look++) {
        await followSent(kit)
        await kit.clock.advance(60_000)
      }
      expect(open(kit)).toMatchObject([{ status: 'notSent' }])
      const id = open(kit)[0]?.intent.id
      vi.mocked(transfers.find).mockResolvedValue({ status: 'sent', sent: { kind: 'transaction', id: hash } })
      await followSent(kit)
      expect(open(kit)).toEqual([])
      expect(kit.store.getState().account.sent).toMatchObject([{ id: hash, intentId: id }])
    })

    test('a clear refusal keeps the review, and the next press asks the wallet again', async () => {
      const { kit, transfers } = await reviewed()
      const rejected = walletError('REQUEST_REJECTED', { slots: { wallet: 'Mock Wallet' } })
      vi.mocked(transfers.send).mockRejectedValueOnce(rejected)
      const first = review(kit)?.intent
      await expect(submitSend(kit)).rejects.toBe(rejected)
      expect(open(kit)).toMatchObject([{ status: 'refused' }])
      expect(review(kit)).toMatchObject({ status: 'made' })
      expect(review(kit)?.intent.id).not.toBe(first?.id)
      await submitSend(kit)
      expect(transfers.send).toHaveBeenCalledTimes(2)
    })
  })

  test('a wallet that does not report its network is not asked', async () => {
    const { kit, transfers } = await reviewed({ walletState: never })
    const sent = submitSend(kit)
    sent.catch(() => {})
    await kit.clock.advance(11_000)
    await expect(sent).rejects.toMatchObject({ code: 'WALLET_TIMED_OUT' })
    expect(transfers.send).not.toHaveBeenCalled()
  })

  test('shows CODE_UNLOADED if code that reads the wallet cannot be loaded, and the visitor can try again', async () => {
    const walletState = vi.fn(async () => ({ networkId: 'eip155:1' as const, addresses: [alice] }))
    walletState.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module: /a.js'))
    const { kit, transfers } = await reviewed({ walletState })
    await expect(submitSend(kit)).rejects.toMatchObject({ code: 'CODE_UNLOADED' })
    expect(kit.store.getState().send?.error?.code).toBe('CODE_UNLOADED')
    expect(transfers.send).not.toHaveBeenCalled()
    await submitSend(kit)
    expect(transfers.send).toHaveBeenCalledTimes(1)
  })

  test('shows CODE_UNLOADED if code of the review cannot be loaded', async () => {
    const facts = vi.fn(async () => ({ isContract: false }))
    facts.mockRejectedValueOnce(new TypeError('Importing a module script failed.'))
    const { kit } = await reviewed({ facts })
    expect(kit.store.getState().send?.error?.code).toBe('CODE_UNLOADED')
    await reviewSend(kit)
    expect(viewOf(kit).name).toBe('WalletSendPreview')
  })

  test("a late answer about an earlier account's capabilities turns off no check for the next account", async () => {
    let tell = (_: unknown) => {}
    const capable = { '0x1': { atomic: { status: 'supported' } } }
    const provider = scriptedProvider({
      wallet_getCapabilities: () => new Promise((resolve) => (tell = resolve)),
    })
    const { kit } = await sendKit({}, memoryStorage(), provider)
    await vi.waitFor(() => expect(provider.requests).toHaveLength(1))
    const tellAlice = tell
    update(kit, 'connection', (connection) => ({
      ...connection,
      connections: {
        mock: {
          connectorId: 'mock',
          namespaces: { eip155: { addresses: [bob], networkId: 'eip155:1', approvedNetworkIds: 'all' } },
        },
      },
    }))
    beginSend(kit)
    tellAlice(capable)
    await kit.clock.advance(1_000)
    expect(kit.store.getState().send?.isFeeUnchecked).toBe(false)
  })
})
