import { describe, expect, test, vi } from 'vitest'
import { paymentLinks as bitcoinLinks } from '../../adapters/bip122/paymentLinks.js'
import type { Adapter } from '../../core/adapter.js'
import { memoryStorage } from '../../core/storageBackends.js'
import { accepted, linkLimit, type PaymentRequest } from '../../protocol/amounts/parsePaymentLink.js'
import type { Transaction, Transfer } from '../../protocol/entities/Transaction.js'
import type { TestKit } from '../../testing/createTestKit.js'
import { mockAdapter } from '../../testing/mockAdapter.js'
import { type MockConnector, mockConnector, mockSession } from '../../testing/mockConnector.js'
import { mockNetwork } from '../../testing/mockNetwork.js'
import { alice, bob, dollar, hash, sendKit } from '../../testing/sendKit.js'
import { setLabel } from '../account/setLabel.js'
import { update } from '../Kit.js'
import { confirmSendRecipient, setSendRecipient } from './editSend.js'
import { followLinkNetwork } from './followLinkNetwork.js'
import { isRecipientText } from './isRecipientText.js'
import { makeIntent } from './makeIntent.js'
import { submitSend } from './submitSend.js'

const bitcoin = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'

describe('checkRecipient', () => {
  test('a payment link fills in its token, amount and recipient', async () => {
    const { fill, plan, state } = await sendKit()
    await fill('', `ethereum:${dollar}@1/transfer?address=${bob}&uint256=2500000`)
    expect(state().send).toMatchObject({ amount: '2.5', text: bob, token: `eip155:1:${dollar}` })
    expect(plan()?.transfer).toEqual({ from: alice, to: bob, units: 2_500_000n, tokenAddress: dollar })
  })

  test("the amount of a payment link does not depend on the decimal mark of the visitor's language", async () => {
    const { kit, fill, plan, state } = await sendKit()
    update(kit, 'locale', (locale) => ({ ...locale, tag: 'de' }))
    await fill('', `ethereum:${dollar}@1/transfer?address=${bob}&uint256=1234000`)
    expect(state().send?.amount).toBe('1,234')
    expect(plan()?.transfer?.units).toBe(1_234_000n)
  })

  describe('a link that counts in whole tokens', () => {
    /** The form, of a family whose links all ask for this. */
    async function filled(request: Partial<PaymentRequest>, locale = 'en') {
      const made = await sendKit()
      const adapter = made.kit.adapters.get('eip155')
      if (adapter === undefined) throw new Error('no adapter')
      const parse = () => accepted({ namespace: 'eip155', recipient: bob, ...request })
      const links = { ...bitcoinLinks, scheme: 'shop', parse }
      made.kit.adapters.set('eip155', { ...adapter, paymentLinks: async () => links })
      update(made.kit, 'locale', (state) => ({ ...state, tag: locale }))
      await made.fill('0.1', 'shop:pay')
      return made
    }

    test.each([
      ['2.5', '2.5', 2_500_000n],
      ['1234', '1234', 1_234_000_000n],
      ['0.000001', '0.000001', 1n],
      ['1.0000000', '1', 1_000_000n],
    ])("is reckoned with the token's decimals: %s", async (amount, shown, units) => {
      const { plan, state } = await filled({ tokenAddress: dollar, amount })
      expect(state().send).toMatchObject({ amount: shown, text: bob, token: `eip155:1:${dollar}` })
      expect(plan()?.transfer).toEqual({ from: alice, to: bob, units, tokenAddress: dollar })
    })

    test("is filled in with the decimal mark of the visitor's language", async () => {
      const { plan, state } = await filled({ tokenAddress: dollar, amount: '1.234' }, 'de')
      expect(state().send?.amount).toBe('1,234')
      expect(plan()?.transfer?.units).toBe(1_234_000n)
    })

    test("is reckoned with the coin's decimals where it names no token", async () => {
      const { plan } = await filled({ amount: '0.5' })
      expect(plan()?.transfer).toEqual({ from: alice, to: bob, units: 5n * 10n ** 17n })
    })

    test.each([
      ['linkAmount', dollar, '0.0000001'],
      ['linkAmount', dollar, '9'.repeat(90)],
      ['linkToken', `0x${'22'.repeat(20)}`, '1'],
      ['linkToken', `0x${'22'.repeat(20)}`, '0.0000000000000000000000001'],
    ])('%s: changes nothing where it cannot be applied completely', async (reason, tokenAddress, amount) => {
      const { state } = await filled({ tokenAddress, amount })
      const detail = reason === 'linkToken' ? { detail: tokenAddress } : {}
      expect(state().send?.recipient).toEqual({ status: 'invalid', reason, ...detail })
      expect(state().send).toMatchObject({ amount: '0.1', text: 'shop:pay' })
      expect(state().send?.token).toBeUndefined()
    })

    test('is not sent if the token on the chain has other decimals than the list', async () => {
      const { kit, transfers } = await filled({ tokenAddress: dollar, amount: '2.5' })
      vi.mocked(transfers.facts).mockResolvedValue({
        isContract: false,
        token: { decimals: 9, symbol: 'USD' },
      })
      await expect(makeIntent(kit)).rejects.toMatchObject({ code: 'TOKEN_DECIMALS_DIFFER' })
    })
  })

  test('a payment link for another network is refused', async () => {
    const { fill, plan } = await sendKit()
    await fill('0.1', `ethereum:${bob}@10?value=1`)
    expect(plan()?.fault).toBe('recipientInvalid')
  })

  test.each([
    ['linkToken', `ethereum:0x${'22'.repeat(20)}@1/transfer?address=${bob}&uint256=1`],
    ['linkForeign', `ethereum:${bob}@10?value=1`],
    ['linkUnsupported', `ethereum:${dollar}@1/approve?address=${bob}&uint256=1`],
    ['linkUnsupported', `ethereum:${bob}@1?value=1&value=2`],
    ['linkAmount', `ethereum:${bob}@1?value=1.5`],
  ])('%s: a payment link that cannot be applied completely changes nothing', async (reason, link) => {
    const { fill, state } = await sendKit()
    await fill('0.1', link)
    expect(state().send).toMatchObject({
      amount: '0.1',
      text: link,
      recipient: { status: 'invalid', reason },
    })
    expect(state().send?.token).toBeUndefined()
  })

  test.each([
    ['approve', `ethereum:${dollar}@1/approve?address=${bob}&uint256=1`],
    ['data', `ethereum:${bob}@1?value=1&data=00`],
    ['value', `ethereum:${dollar}@1/transfer?address=${bob}&uint256=1&value=5`],
    [undefined, `ethereum:${dollar}@1/Your-wallet-is-locked:call-us?value=1`],
  ])(
    'a link that calls something other than a transfer is refused, and %s is named as the reason',
    async (detail, link) => {
      const { fill, state } = await sendKit()
      await fill('0.1', link)
      const { recipient } = state().send ?? {}
      expect(recipient).toEqual({ status: 'invalid', reason: 'linkUnsupported', ...(detail && { detail }) })
    },
  )

  test('a link that is too long is refused, not cut', async () => {
    const { fill, state } = await sendKit()
    const start = `ethereum:${bob}?gas=`
    const end = '&value=5'
    const cut = start + '0'.repeat(linkLimit - start.length - end.length) + end
    expect(cut).toHaveLength(linkLimit)
    await fill('', cut)
    expect(state().send?.amount).toBe('0.000000000000000005')
    await fill('', `${cut}00000000000000000`)
    expect(state().send?.recipient).toEqual({ status: 'invalid', reason: 'linkUnsupported' })
  })

  test.each(['al\u200bice.eth', 'alice\u202e.eth', 'al\u00adice.eth', 'alice\u2060.eth', 'al\u3164ice.eth'])(
    'refuses a name with invisible characters: %j',
    async (name) => {
      const { fill, state } = await sendKit()
      await fill('0.1', name)
      expect(state().send?.recipient).toEqual({ status: 'invalid', reason: 'nameHidden' })
    },
  )

  test.each(['alice.eth', 'żółw.eth', '👩‍🚀.eth', '1️⃣2️⃣.eth', '❤️.eth', '👍🏽.eth'])(
    'looks up a name without invisible characters: %s',
    async (name) => {
      const { fill, state } = await sendKit()
      await fill('0.1', name)
      expect(state().send?.recipient).toMatchObject({
        reason: expect.not.stringMatching(/nameHidden|malformed/),
      })
    },
  )

  test.each([
    [true, bob],
    [true, 'alice.eth'],
    [true, `ethereum:${bob}@1?value=1`],
    [true, `ethereum:${dollar}@1/approve?address=${bob}&uint256=1`],
    [true, `ethereum:${bob}?value=1.5`],
    [false, 'javascript:alert(1)'],
    [false, `wc:${'ab'.repeat(32)}@2?relay-protocol=irn&symKey=${'cd'.repeat(32)}`],
    [false, 'https://example.org/0x'],
    [false, 'smb://example.org'],
  ])('whether a scanned code is a recipient or a payment link: %s, %s', async (isOne, text) => {
    const { kit } = await sendKit()
    expect(await isRecipientText(kit, { text })).toBe(isOne)
  })

  const link = `ethereum:${bob}@10?value=2.5e17`
  async function onTwoNetworks(move: (wallet: MockConnector) => void) {
    const coin = { nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } }
    const wallet: MockConnector = mockConnector(
      {},
      { connect: () => mockSession([alice]), switchNetwork: () => move(wallet) },
    )
    const sending = await sendKit(
      {},
      memoryStorage(),
      {},
      {
        connectors: [wallet],
        networks: [mockNetwork(1, coin), mockNetwork(10, coin)],
      },
    )
    await sending.fill('0.1', link)
    return sending
  }

  test('linkNetwork: a link for another network of the host is applied after a switch to that network', async () => {
    const { kit, settle, plan, state } = await onTwoNetworks((wallet) => {
      // As wallets do: the answer first, then the report.
      setTimeout(() => wallet.emit({ type: 'session', session: mockSession([alice], 10) }))
    })
    expect(state().send).toMatchObject({
      amount: '0.1',
      recipient: { status: 'invalid', reason: 'linkNetwork', networkId: 'eip155:10' },
    })
    void followLinkNetwork(kit)
    await vi.waitFor(() => expect(plan()?.network.caipNetworkId).toBe('eip155:10'))
    await settle()
    expect(state().send).toMatchObject({ amount: '0.25', text: bob, recipient: { address: bob } })
    expect(plan()?.transfer?.units).toBe(250_000_000_000_000_000n)
  })

  test.each([
    ['linkNetwork', 'Bitcoin', `bitcoin:${bitcoin}?amount=1`],
    ['linkNetwork', 'Bitcoin', `BITCOIN:${bitcoin.toUpperCase()}`],
    ['linkNetwork', 'Bitcoin', 'bitcoin:nobody'],
    ['linkForeign', 'toy', 'toy:ttt'],
  ])('%s: a link of another family names that family, %s', async (reason, detail, text) => {
    const main = mockNetwork(0, {
      id: 'main',
      chainNamespace: 'bip122',
      caipNetworkId: 'bip122:main',
      name: 'Bitcoin',
    })
    const { kit, fill, state } = await sendKit({}, memoryStorage(), {}, { networks: [mockNetwork(1), main] })
    const adapters = kit.adapters as Map<string, Adapter>
    adapters.set('bip122', mockAdapter({ namespace: 'bip122', paymentLinks: async () => bitcoinLinks }))
    adapters.set(
      'toy',
      mockAdapter({ namespace: 'toy', paymentLinks: async () => ({ ...bitcoinLinks, scheme: 'toy' }) }),
    )
    expect(await isRecipientText(kit, { text })).toBe(true)
    await fill('0.1', text)
    expect(state().send).toMatchObject({ amount: '0.1', recipient: { status: 'invalid', reason, detail } })
    expect(await isRecipientText(kit, { text: 'wc:00@2' })).toBe(false)
  })

  test('linkNetwork: the form stays as it is if the wallet refuses to switch', async () => {
    const { kit, settle, plan, state } = await onTwoNetworks(() => {
      throw Object.assign(new Error('User rejected'), { code: 4001 })
    })
    void followLinkNetwork(kit)
    await settle()
    expect(plan()?.network.caipNetworkId).toBe('eip155:1')
    expect(state().send).toMatchObject({ amount: '0.1', text: link, recipient: { status: 'invalid' } })
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

  const transaction = (
    change: object,
    recipient: string,
    token: Transfer['fungible_info'] = { symbol: 'ETH' },
  ): Transaction => ({
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
    transfers: [
      { direction: 'out', fungible_info: token, quantity: { numeric: '1' }, sender: alice, recipient },
    ],
  })
  const remember = (kit: TestKit, ...transactions: readonly Transaction[]) =>
    update(kit, 'account', (state) => ({
      ...state,
      activities: {
        [`eip155:1:${alice}` as const]: { status: 'success' as const, transactions, next: null, seen: [] },
      },
    }))
  const lure = '0x70990000000000000000000000000000000079c8'

  test('an address that the history lists as a recipient is not new, and its look-alike gets a warning', async () => {
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
  ])('a transaction that %s makes nobody known', async (_, change) => {
    const { kit, fill, state } = await sendKit()
    remember(kit, transaction(change, lure))
    await fill('0.1', lure)
    expect(state().send?.recipient).toMatchObject({ warnings: ['firstTime'] })
  })

  const contract = `eip155:1:${dollar}` as const
  test.each<[string, Transfer['fungible_info'], readonly string[]]>([
    ['a listed token', { address: contract, is_verified: true }, []],
    ['a token that no list knows', { address: contract, is_verified: false }, ['firstTime']],
    ['a token of which nothing is said', { address: contract }, ['firstTime']],
    ['a collectible', null, ['firstTime']],
  ])("whether the recipient of %s in the visitor's own transaction is known", async (_, token, warnings) => {
    const { kit, fill, state } = await sendKit()
    remember(kit, transaction({ sentTo: dollar }, lure, token))
    await fill('0.1', lure)
    expect(state().send?.recipient).toMatchObject({ warnings })
  })

  test('the look-alike of an address that the visitor has named gets a warning', async () => {
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

describe('the look-alike of a recipient', () => {
  test('gets a warning in a later page load too, after the transfer has left the list of sent transfers', async () => {
    const storage = memoryStorage()
    const first = await sendKit({}, storage)
    await first.fill('0.1')
    await submitSend(first.kit)
    await first.fill('0.1', alice)
    storage.removeItem('latchkey.sent')
    const { fill, state } = await sendKit({}, storage)
    await fill('0.1', '0x709979700000000000000000000000000000dead')
    expect(state().send?.recipient).toMatchObject({ lookalike: bob })
  })

  test('can be sent to only after the visitor has typed its last 6 characters, for each recipient anew', async () => {
    const { kit, fill, plan, transfers } = await sendKit()
    setLabel(kit, { address: bob, namespace: 'eip155', label: 'Bob' })
    await fill('0.1', '0x70990000000000000000000000000000000079c8')
    expect(plan()?.fault).toBe('recipientUnconfirmed')
    await expect(submitSend(kit)).rejects.toMatchObject({ code: 'SEND_FAILED' })
    confirmSendRecipient(kit, { text: '0079c9' })
    expect(plan()?.fault).toBe('recipientUnconfirmed')
    confirmSendRecipient(kit, { text: '0079C8' })
    expect(plan()?.fault).toBeUndefined()
    await fill('0.1', '0x70990000000000000000000000000000000179c8')
    expect(plan()?.fault).toBe('recipientUnconfirmed')
    expect(transfers.send).not.toHaveBeenCalled()
  })

  test("is not looked for if the recipient is the visitor's own account", async () => {
    const { kit, fill, state } = await sendKit()
    setLabel(kit, { address: `${alice.slice(0, -1)}6`, namespace: 'eip155', label: 'Twin' })
    await fill('0.1', alice)
    expect(state().send?.recipient).not.toHaveProperty('lookalike')
  })
})
