import { expect, test, vi } from 'vitest'
import type { SentTransfer, Transfers } from '../../core/transfers.js'
import { walletError } from '../../protocol/walletErrors.js'
import { hash, sendKit } from '../../testing/sendKit.js'
import { openModal } from '../modal/openModal.js'
import { earlierOf } from './earlierOf.js'
import { followSent } from './followSent.js'
import { giveUp } from './giveUp.js'
import { reviewSend } from './reviewSend.js'
import { submitSend } from './submitSend.js'

// A family whose transfers are neither numbered nor expire: two that spend different coins are both carried out.

const quote = (coins: string) => ({ most: '1000', about: '1000', terms: { coins } })
const told = (estimate: Transfers['estimate']) => vi.mocked(estimate).mock.lastCall?.[0].earlier

/** A transfer that the wallet was asked for, of a kit whose quotes name the coins `one`, then `two`. */
async function asked(send: Transfers['send'], more: Partial<Transfers> = {}) {
  const estimate = vi.fn<Transfers['estimate']>(async () => quote('one'))
  const prepare: Transfers['prepare'] = async () => ({ kind: 'transaction' })
  const scripted = vi.fn(send)
  const made = await sendKit({ estimate, send: scripted, prepare, spendsCoins: true, ...more })
  openModal(made.kit, { view: { name: 'WalletSend' } })
  await made.fill('0.5')
  await reviewSend(made.kit)
  const sending = submitSend(made.kit)
  sending.catch(() => {})
  await vi.waitFor(() => expect(scripted).toHaveBeenCalled(), 10_000)
  estimate.mockResolvedValue(quote('two'))
  const open = () => made.state().intent?.open ?? []
  return { ...made, estimate, sending, open, send: scripted }
}

test('a new quote knows a transfer that was given up, and the family is not to broadcast that', async () => {
  const { kit, send, open, estimate, fill } = await asked(() => new Promise(() => {}))
  giveUp(kit, { id: open()[0]?.intent.id ?? '' })
  expect(send.mock.calls[0]?.[0].isWanted?.()).toBe(false)
  await fill('0.25')
  expect(told(estimate)).toEqual({ sent: [], unsettled: [quote('one')] })
  await reviewSend(kit)
  expect(kit.store.getState().intent?.review?.intent.fee).toEqual(quote('two'))
  expect(told(estimate)).toMatchObject({ unsettled: [quote('one')] })
})

test('a failure that comes after giving up does not open the transfer again', async () => {
  let fail = (_: unknown) => {}
  const { kit, sending, open } = await asked(() => new Promise((_, reject) => (fail = reject)))
  giveUp(kit, { id: open()[0]?.intent.id ?? '' })
  fail(walletError('WALLET_ANSWER_UNCLEAR'))
  await expect(sending).rejects.toMatchObject({ code: 'SEND_UNCONFIRMED' })
  expect(open()).toMatchObject([{ status: 'refused' }])
})

test('a transfer that was given up is shown in place of another, once the chain has it', async () => {
  const made: SentTransfer = { kind: 'transaction', id: hash }
  const find = vi.fn<Transfers['find']>(async () => ({ status: 'open' }))
  const { kit, open, fill, state } = await asked(() => new Promise(() => {}), { find })
  giveUp(kit, { id: open()[0]?.intent.id ?? '' })
  find.mockResolvedValue({ status: 'sent', sent: made })
  await fill('0.25')
  await reviewSend(kit)
  expect(state().account.sent).toMatchObject([{ id: hash, status: 'pending' }])
  expect(state().intent?.review?.intent.units).not.toBe('250000000000000000')
})

test('a payment that spends the same coins is shown once, and ends the earlier transfer when a block contains it', async () => {
  const find = vi.fn<Transfers['find']>(async () => ({ status: 'open', by: hash }))
  const { kit, open, fill, state } = await asked(() => new Promise(() => {}), { find })
  const id = open()[0]?.intent.id ?? ''
  giveUp(kit, { id })
  await fill('0.25')
  await reviewSend(kit)
  expect(open()).toMatchObject([{ status: 'unknown', answered: hash }])
  giveUp(kit, { id })
  await fill('0.25')
  await reviewSend(kit)
  expect(state().intent?.review?.intent.units).toBe('250000000000000000')
  find.mockResolvedValue({ status: 'open', by: `0x${'77'.repeat(32)}` })
  await reviewSend(kit)
  expect(open()).toMatchObject([{ status: 'unknown' }])
  find.mockResolvedValue({ status: 'used', by: hash })
  for (let look = 0; look < 3; look++) {
    await followSent(kit)
    await kit.clock.advance(60_000)
  }
  expect(open()).toMatchObject([{ status: 'notSent', replacedBy: hash, answered: undefined }])
})

test('a new quote knows the payments that wait for a block', async () => {
  const answer = async (): Promise<SentTransfer> => ({ kind: 'transaction', id: hash })
  const pending = async () => ({ status: 'pending' as const, hash })
  const { kit, sending, estimate, fill, state } = await asked(answer, { status: pending })
  await sending
  await fill('0.25')
  expect(told(estimate)).toEqual({ sent: [quote('one')], unsettled: [] })
  const owner = { address: state().account.sent?.[0]?.from ?? '', networkId: 'eip155:5' } as const
  expect(earlierOf(kit, owner)).toEqual({ sent: [], unsettled: [] })
})

test('other families are told nothing, not of a transfer that was given up either', async () => {
  const none: Partial<{ spendsCoins: undefined }> = { spendsCoins: undefined }
  const { kit, open, estimate, fill } = await asked(() => new Promise(() => {}), none as Partial<Transfers>)
  giveUp(kit, { id: open()[0]?.intent.id ?? '' })
  expect(open()).toMatchObject([{ status: 'refused' }])
  await fill('0.25')
  expect(told(estimate)).toBeUndefined()
})

test('all is what the quote leaves, whatever balance a list told', async () => {
  const rest = async () => ({ ...quote('one'), kept: '500', rest: '7000000000000000000' })
  const { kit, fill, state, plan } = await sendKit({ estimate: rest, spendsCoins: true })
  const { setSendMax } = await import('./editSend.js')
  await fill('0.5')
  setSendMax(kit)
  await kit.clock.advance(600)
  await vi.waitFor(() => expect(plan()).toMatchObject({ units: 7n * 10n ** 18n, fault: undefined }))
  openModal(kit, { view: { name: 'WalletSend' } })
  await reviewSend(kit)
  expect(state().intent?.review?.intent.units).toBe('7000000000000000000')
})
