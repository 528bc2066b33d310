import { afterEach, describe, expect, test, vi } from 'vitest'
import { names } from '../../adapters/eip155/names.js'
import { memoryStorage } from '../../core/storageBackends.js'
import { alice, bob, sendKit } from '../../testing/sendKit.js'
import { accountOf } from '../account/state.js'
import { update } from '../Kit.js'
import { openModal } from '../modal/openModal.js'
import { confirmName } from './confirmName.js'
import { setSendRecipient } from './editSend.js'
import { reviewSend } from './reviewSend.js'
import { submitSend } from './submitSend.js'

describe('confirmName reads the address of a name from the chain, before the review and before the wallet is asked', () => {
  afterEach(() => vi.unstubAllGlobals())

  /** A form filled with a name that a service told, and what the chain says of it from now on. */
  async function named(told = bob) {
    const owner: { now: string | undefined } = { now: bob }
    vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
      const url = String(input instanceof Request ? input.url : input)
      if (url.includes('supported-chains')) return Response.json({ http: ['eip155:1'], ws: [] })
      return Response.json({ name: 'bob.eth', addresses: { 60: { address: told } }, attributes: {} })
    })
    const services = { blockchain: 'https://chain.example' }
    const form = await sendKit({}, memoryStorage(), {}, { services })
    const adapter = form.kit.adapters.get('eip155')
    if (adapter === undefined) throw new Error('no adapter')
    const prove = vi.fn(async () => owner.now)
    vi.spyOn(form.kit.adapters, 'get').mockReturnValue({
      ...adapter,
      names: async () => ({ ...names, prove }),
    })
    await form.fill('0.1', 'bob.eth')
    expect(form.state().send?.recipient).toMatchObject({ status: 'valid', address: told, name: 'bob.eth' })
    return { ...form, owner }
  }

  test('sends if the name still leads to the same address', async () => {
    const { kit, transfers } = await named()
    expect(await submitSend(kit)).toMatchObject({ to: bob, name: 'bob.eth' })
    expect(transfers.send).toHaveBeenCalledOnce()
  })

  test('opens no review if the service lied, and shows the address of the chain with a warning', async () => {
    const thief = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
    const { kit, state } = await named(thief)
    openModal(kit, { view: { name: 'WalletSend' } })
    await reviewSend(kit)
    expect(state().intent?.review).toBeUndefined()
    expect(state().send).toMatchObject({
      error: { code: 'RECIPIENT_CHANGED' },
      recipient: { address: bob, name: 'bob.eth', warnings: expect.arrayContaining(['nameChanged']) },
    })
  })

  test('the review keeps the resolved name, whatever is typed into the form later', async () => {
    const { kit, transfers, state } = await named()
    openModal(kit, { view: { name: 'WalletSend' } })
    await reviewSend(kit)
    const review = () => state().intent?.review
    expect(review()?.intent.recipient).toMatchObject({ address: bob, name: 'bob.eth' })
    // A form of the host's own may let somebody type on.
    setSendRecipient(kit, { text: 'mallory.eth' })
    expect(review()?.intent.recipient).toMatchObject({ address: bob, name: 'bob.eth' })
    expect(await submitSend(kit)).toMatchObject({ to: bob, name: 'bob.eth' })
    expect(transfers.send).toHaveBeenCalledOnce()
  })

  test('a typed address gets no name from a text that is changed later', async () => {
    const { kit, state, fill } = await named()
    await fill('0.1', bob)
    update(kit, 'send', (send) => send && { ...send, text: 'bob.eth' })
    openModal(kit, { view: { name: 'WalletSend' } })
    await reviewSend(kit)
    expect(state().intent?.review?.intent.recipient).toMatchObject({ address: bob, name: undefined })
  })

  test('does not ask the wallet if the name leads elsewhere by then, and shows the new address with a warning', async () => {
    const { kit, transfers, owner, state } = await named()
    const thief = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
    owner.now = thief
    await expect(submitSend(kit)).rejects.toMatchObject({ code: 'RECIPIENT_CHANGED' })
    expect(transfers.send).not.toHaveBeenCalled()
    expect(state().send).toMatchObject({
      isWaiting: false,
      recipient: {
        status: 'valid',
        address: thief,
        name: 'bob.eth',
        warnings: expect.arrayContaining(['nameChanged']),
      },
    })
    expect(await submitSend(kit)).toMatchObject({ to: thief })
  })

  test('does not ask the wallet if nobody has the name any more', async () => {
    const { kit, transfers, owner, state } = await named()
    owner.now = undefined
    await expect(submitSend(kit)).rejects.toMatchObject({ code: 'RECIPIENT_CHANGED' })
    expect(transfers.send).not.toHaveBeenCalled()
    expect(state().send?.recipient).toEqual({ status: 'invalid', reason: 'unknownName' })
  })

  test('does not ask the wallet if another recipient was typed meanwhile', async () => {
    const { kit, transfers, state } = await named()
    const sending = submitSend(kit)
    setSendRecipient(kit, { text: alice })
    await expect(sending).rejects.toMatchObject({ code: 'RECIPIENT_CHANGED' })
    expect(transfers.send).not.toHaveBeenCalled()
    expect(state().send?.text).toBe(alice)
  })

  test.each([
    ['an address', { text: alice }],
    ['another name', { text: 'mallory.eth' }],
    ['nothing', { text: '' }],
  ])(
    'leaves the form as it is if it has %s by the time that the name turns out to lead elsewhere',
    async (_what, typed) => {
      const { kit, owner, state } = await named()
      const account = accountOf(state())
      if (account === undefined) throw new Error('no account')
      setSendRecipient(kit, typed)
      owner.now = alice
      const confirming = confirmName(kit, account, { address: bob, name: 'bob.eth' })
      await expect(confirming).rejects.toMatchObject({ code: 'RECIPIENT_CHANGED' })
      expect(state().send).toMatchObject(typed)
      expect(state().send?.recipient).not.toMatchObject({ name: 'bob.eth' })
      expect(state().send?.recipient).not.toMatchObject({ reason: 'unknownName' })
    },
  )

  test('looks nothing up for a recipient without a name', async () => {
    const { kit, owner, state } = await named()
    const account = accountOf(state())
    if (account === undefined) throw new Error('no account')
    owner.now = undefined
    await expect(confirmName(kit, account, { address: bob })).resolves.toBeUndefined()
  })
})
