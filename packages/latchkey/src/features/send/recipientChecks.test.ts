import { describe, expect, test, vi } from 'vitest'
import type { Adapter } from '../../core/adapter.js'
import type { TestKit } from '../../testing/createTestKit.js'
import { alice, bob, sendKit } from '../../testing/sendKit.js'
import { update } from '../Kit.js'
import { checkRecipient } from './checkRecipient.js'
import { setSendRecipient } from './editSend.js'

const carol = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

function change(kit: TestKit, parts: (adapter: Adapter) => Partial<Adapter>) {
  const adapter = kit.adapters.get('eip155')
  if (adapter === undefined) throw new Error('no adapter')
  kit.adapters.set('eip155', { ...adapter, ...parts(adapter) })
}

/** A form of a family with names; `resolve` answers for them. */
async function withNames(resolve: (name: string) => Promise<string | undefined>) {
  const asked = vi.fn(resolve)
  const form = await sendKit()
  change(form.kit, () => ({
    names: async () => ({ resolve: ({ name }: { name: string }) => asked(name) }) as never,
  }))
  return { ...form, asked, recipient: () => form.state().send?.recipient }
}

describe('a name', () => {
  test('is looked up once the visitor has stopped typing for 500 ms', async () => {
    const { kit, asked, recipient } = await withNames(async () => bob)
    setSendRecipient(kit, { text: 'bob.eth' })
    await kit.clock.advance(499)
    expect(asked).not.toHaveBeenCalled()
    expect(recipient()).toEqual({ status: 'pending' })
    await kit.clock.advance(1)
    expect(asked).toHaveBeenCalledWith('bob.eth')
    expect(recipient()).toMatchObject({ status: 'valid', address: bob, name: 'bob.eth' })
  })

  test('that is typed on within 500 ms is not looked up', async () => {
    const { kit, asked, settle, recipient } = await withNames(async () => bob)
    setSendRecipient(kit, { text: 'bo.eth' })
    await kit.clock.advance(499)
    setSendRecipient(kit, { text: 'bob.eth' })
    await settle()
    expect(asked.mock.calls).toEqual([['bob.eth']])
    expect(recipient()).toMatchObject({ name: 'bob.eth' })
  })

  test('that nobody has is unknown', async () => {
    const { fill, recipient } = await withNames(async () => undefined)
    await fill('0.1', 'bob.eth')
    expect(recipient()).toEqual({ status: 'invalid', reason: 'unknownName' })
  })

  test('that cannot be looked up is unreachable, and the fee is estimated anew', async () => {
    const { fill, recipient, transfers } = await withNames(async () => {
      throw new Error('the service is down')
    })
    await fill('0.1', 'bob.eth')
    expect(recipient()).toEqual({ status: 'invalid', reason: 'unreachable' })
    expect(transfers.estimate).toHaveBeenCalled()
  })
})

describe('an address', () => {
  test('is read without the blanks around it, and has no name', async () => {
    const { fill, state } = await sendKit()
    await fill('0.1', `  ${bob}\n`)
    expect(state().send?.recipient).toEqual({ status: 'valid', address: bob, warnings: ['firstTime'] })
  })

  test('that is malformed is called so', async () => {
    const { fill, state } = await sendKit()
    await fill('0.1', '0x12')
    expect(state().send?.recipient).toEqual({ status: 'invalid', reason: 'malformed' })
  })

  test('that the chain family does not read as one is malformed', async () => {
    const { kit, fill, state } = await sendKit()
    change(kit, () => ({ toAddress: async () => undefined }))
    await fill('0.1', bob)
    expect(state().send?.recipient).toEqual({ status: 'invalid', reason: 'malformed' })
  })

  test('is malformed for a chain family without an adapter', async () => {
    const { kit, fill, state } = await sendKit()
    kit.adapters.delete('eip155')
    await fill('0.1', bob)
    expect(state().send?.recipient).toEqual({ status: 'invalid', reason: 'malformed' })
  })

  test('is read for a chain family without payment links too', async () => {
    const { kit, fill, state } = await sendKit()
    change(kit, () => ({ paymentLinks: undefined }))
    await fill('0.1', `eip155:1:${bob}`)
    expect(state().send?.recipient).toMatchObject({ status: 'valid', address: bob })
  })

  test('is the one that the fee is estimated for', async () => {
    const { fill, transfers } = await sendKit()
    await fill('0.1', bob)
    expect(vi.mocked(transfers.estimate).mock.lastCall?.[0].transfer).toMatchObject({ from: alice, to: bob })
  })
})

describe('without a recipient', () => {
  test.each(['', '   '])('the text %j is empty', async (text) => {
    const { fill, state } = await sendKit()
    await fill('0.1', bob)
    await fill('0.1', text)
    expect(state().send?.recipient).toEqual({ status: 'empty' })
  })

  test('a form that was never opened is empty', async () => {
    const { kit, state } = await sendKit()
    update(kit, 'send', () => undefined)
    await checkRecipient(kit)
    expect(state().send?.recipient).toEqual({ status: 'empty' })
  })

  test('a form without an account is empty, whatever is typed', async () => {
    const { kit, settle, state } = await sendKit()
    update(kit, 'connection', (connection) => ({ ...connection, connections: {} }))
    setSendRecipient(kit, { text: bob })
    await settle()
    expect(state().send?.recipient).toEqual({ status: 'empty' })
  })
})

describe('a text that the visitor replaces while it is checked', () => {
  /** A form whose node answers for `bob` only when the test says so. */
  async function slowFor() {
    let answer = () => {}
    const isContract = vi.fn(({ address }: { address: string }) =>
      address === bob
        ? new Promise<boolean>((resolve) => (answer = () => resolve(true)))
        : Promise.resolve(false),
    )
    const form = await sendKit({ isContract })
    await form.fill('0.1', bob)
    expect(form.state().send?.recipient).toEqual({ status: 'pending' })
    return { ...form, isContract, answer: () => answer() }
  }

  test('does not replace the newer recipient, nor estimate the fee again', async () => {
    const { fill, settle, state, answer, transfers } = await slowFor()
    await fill('0.1', carol)
    const estimates = vi.mocked(transfers.estimate).mock.calls.length
    answer()
    await settle()
    expect(state().send?.recipient).toMatchObject({ status: 'valid', address: carol })
    expect(transfers.estimate).toHaveBeenCalledTimes(estimates)
  })

  test('fills in nothing of its payment link', async () => {
    const { kit, settle, state } = await sendKit()
    let load = () => {}
    change(kit, ({ paymentLinks }) => ({
      paymentLinks: () =>
        new Promise((resolve) => {
          load = () => void paymentLinks?.().then(resolve)
        }),
    }))
    setSendRecipient(kit, { text: `ethereum:${bob}@1?value=1` })
    await settle()
    const loadFirst = load
    setSendRecipient(kit, { text: carol })
    loadFirst()
    load()
    await settle()
    expect(state().send).toMatchObject({ amount: '', text: carol, recipient: { address: carol } })
  })

  test('is not asked of the chain once it is replaced', async () => {
    const isContract = vi.fn(async () => false)
    const { kit, settle } = await sendKit({ isContract })
    let read = () => {}
    change(kit, ({ toAddress }) => ({
      toAddress: (address) =>
        address === bob && isContract.mock.calls.length === 0
          ? new Promise((resolve) => {
              read = () => void toAddress(address).then(resolve)
            })
          : toAddress(address),
    }))
    setSendRecipient(kit, { text: bob })
    await settle()
    setSendRecipient(kit, { text: carol })
    await settle()
    read()
    await settle()
    expect(isContract.mock.calls).toMatchObject([[{ address: carol }]])
  })

  test('leaves the form alone if its check fails', async () => {
    const { kit, settle, state } = await sendKit()
    let fail = () => {}
    change(kit, ({ toAddress }) => ({
      toAddress: (address) =>
        address === bob
          ? new Promise((_, reject) => {
              fail = () => reject(new Error('not loaded'))
            })
          : toAddress(address),
    }))
    setSendRecipient(kit, { text: bob })
    await settle()
    setSendRecipient(kit, { text: carol })
    await settle()
    fail()
    await settle()
    expect(state().send?.recipient).toMatchObject({ status: 'valid', address: carol })
  })
})

describe('the address of a recipient', () => {
  test('is shown as the network writes it', async () => {
    const { kit, settle, state } = await sendKit()
    const toRecipient = vi.fn(async (): Promise<string | undefined> => carol)
    change(kit, () => ({ toRecipient }))
    setSendRecipient(kit, { text: bob })
    await settle()
    expect(toRecipient).toHaveBeenCalledWith(bob, 'eip155:1')
    expect(state().send?.recipient).toMatchObject({ status: 'valid', address: carol })
  })

  test('is refused if it is written for another network', async () => {
    const { kit, settle, state } = await sendKit()
    change(kit, () => ({ toRecipient: async () => undefined }))
    setSendRecipient(kit, { text: bob })
    await settle()
    expect(state().send?.recipient).toEqual({ status: 'invalid', reason: 'malformed' })
  })
})
