import { afterEach, describe, expect, test, vi } from 'vitest'
import { memoryStorage } from '../../core/storageBackends.js'
import type { Transaction } from '../../protocol/entities/Transaction.js'
import type { TestKit } from '../../testing/createTestKit.js'
import { alice, bob, dollar, hash, sendKit } from '../../testing/sendKit.js'
import { setLabel } from '../account/setLabel.js'
import { update } from '../Kit.js'
import { setSendRecipient } from './editSend.js'
import { submitSend } from './submitSend.js'

describe('checkRecipient', () => {
  test('a payment link fills in what it asks for', async () => {
    const { fill, plan, state } = await sendKit()
    await fill('', `ethereum:${dollar}@1/transfer?address=${bob}&uint256=2500000`)
    expect(state().send).toMatchObject({ amount: '2.5', text: bob, token: `eip155:1:${dollar}` })
    expect(plan()?.transfer).toEqual({ from: alice, to: bob, units: 2_500_000n, tokenAddress: dollar })
  })

  test('the amount of a payment link is read as it was written, whatever mark the visitor types', async () => {
    const { kit, fill, plan, state } = await sendKit()
    update(kit, 'locale', (locale) => ({ ...locale, tag: 'de' }))
    await fill('', `ethereum:${dollar}@1/transfer?address=${bob}&uint256=1234000`)
    expect(state().send?.amount).toBe('1,234')
    expect(plan()?.transfer?.units).toBe(1_234_000n)
  })

  test('a payment link for another network is refused', async () => {
    const { fill, plan } = await sendKit()
    await fill('0.1', `ethereum:${bob}@10?value=1`)
    expect(plan()?.fault).toBe('recipientInvalid')
  })

  test.each([
    ['self', alice],
    ['token', dollar],
    ['nobodys', '0x0000000000000000000000000000000000000000'],
    ['nobodys', '0x000000000000000000000000000000000000dEaD'],
    ['firstTime', bob],
  ])('warns: %s', async (warning, address) => {
    const { fill, state } = await sendKit()
    await fill('0.1', address)
    expect(state().send?.recipient).toMatchObject({
      status: 'valid',
      warnings: expect.arrayContaining([warning]),
    })
  })

  const transaction = (change: object, recipient: string): Transaction => ({
    id: hash,
    metadata: {
      operationType: 'send',
      hash,
      chain: 'eip155:1',
      minedAt: '2025-01-01T00:00:00Z',
      sentFrom: alice,
      sentTo: recipient,
      status: 'confirmed',
      nonce: 1,
      ...change,
    },
    transfers: [{ direction: 'out', quantity: { numeric: '1' }, sender: alice, recipient }],
  })
  const remember = (kit: TestKit, ...transactions: readonly Transaction[]) =>
    update(kit, 'account', (state) => ({
      ...state,
      activities: {
        [`eip155:1:${alice}` as const]: { status: 'success' as const, transactions, next: null, seen: [] },
      },
    }))
  const lure = '0x70990000000000000000000000000000000079c8'

  test('one that the history says was sent to is not new, and protects from its look-alike', async () => {
    const { kit, fill, state } = await sendKit()
    remember(kit, transaction({}, bob))
    await fill('0.1', bob)
    expect(state().send?.recipient).toMatchObject({ warnings: [] })
    await fill('0.1', lure)
    expect(state().send?.recipient).toMatchObject({ warnings: ['lookalike', 'firstTime'], lookalike: bob })
  })

  test.each([
    ['somebody else made', { sentFrom: bob }],
    ['was received', { sentFrom: lure, operationType: 'receive' }],
  ])('what %s makes nobody known: poisoned histories are made so', async (_, change) => {
    const { kit, fill, state } = await sendKit()
    remember(kit, transaction(change, lure))
    await fill('0.1', lure)
    expect(state().send?.recipient).toMatchObject({ warnings: ['firstTime'] })
  })

  test('an address that the visitor has named protects from its look-alike too', async () => {
    const { kit, fill, state } = await sendKit()
    setLabel(kit, { address: bob, namespace: 'eip155', label: 'Bob' })
    await fill('0.1', lure)
    expect(state().send?.recipient).toMatchObject({ warnings: ['lookalike', 'firstTime'], lookalike: bob })
    await fill('0.1', bob)
    expect(state().send?.recipient).toMatchObject({ warnings: ['firstTime'] })
  })

  test('warns of a contract, and of an address that looks like one that was sent to', async () => {
    const { kit, fill, settle, state } = await sendKit({ isContract: async () => true })
    await fill('0.1')
    await submitSend(kit)
    setSendRecipient(kit, { text: '0x70990000000000000000000000000000000079c8' })
    await settle()
    expect(state().send?.recipient).toMatchObject({
      warnings: ['lookalike', 'contract', 'firstTime'],
      lookalike: bob,
    })
  })
})

describe('confirmName: the name is resolved again before the wallet is asked', () => {
  afterEach(() => vi.unstubAllGlobals())

  /** A form filled with a name, and what it leads to from now on. */
  async function named() {
    const owner: { now: string | undefined } = { now: bob }
    vi.stubGlobal('fetch', async () =>
      owner.now === undefined
        ? new Response('', { status: 404 })
        : Response.json({ name: 'bob.eth', addresses: { 60: { address: owner.now } }, attributes: {} }),
    )
    const services = { blockchain: 'https://chain.example' }
    const form = await sendKit({}, memoryStorage(), {}, { services })
    await form.fill('0.1', 'bob.eth')
    expect(form.state().send?.recipient).toMatchObject({ status: 'valid', address: bob, name: 'bob.eth' })
    return { ...form, owner }
  }

  test('it leads where it did: sent', async () => {
    const { kit, transfers } = await named()
    expect(await submitSend(kit)).toMatchObject({ to: bob, name: 'bob.eth' })
    expect(transfers.send).toHaveBeenCalledOnce()
  })

  test('it leads elsewhere: the wallet is not asked, and the new address is there with a warning', async () => {
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

  test('it leads nowhere: nobody has it', async () => {
    const { kit, transfers, owner, state } = await named()
    owner.now = undefined
    await expect(submitSend(kit)).rejects.toMatchObject({ code: 'RECIPIENT_CHANGED' })
    expect(transfers.send).not.toHaveBeenCalled()
    expect(state().send?.recipient).toEqual({ status: 'invalid', reason: 'unknownName' })
  })

  test('another recipient was typed meanwhile: the wallet is not asked', async () => {
    const { kit, transfers, state } = await named()
    const sending = submitSend(kit)
    setSendRecipient(kit, { text: alice })
    await expect(sending).rejects.toMatchObject({ code: 'RECIPIENT_CHANGED' })
    expect(transfers.send).not.toHaveBeenCalled()
    expect(state().send?.text).toBe(alice)
  })
})
