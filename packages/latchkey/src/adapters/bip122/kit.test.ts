import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { people } from '../../../../../chains/bitcoin/src/people.js'
import { type LocalBitcoin, startBitcoin } from '../../../../../chains/bitcoin/src/startBitcoin.js'
import { memoryStorage } from '../../core/storageBackends.js'
import { fetchBalance } from '../../features/account/fetchBalance.js'
import { accountOf } from '../../features/account/state.js'
import { connect } from '../../features/connection/connect.js'
import { signMessage } from '../../features/intent/signMessage.js'
import { update } from '../../features/Kit.js'
import { beginSend, setSendAmount, setSendMax, setSendRecipient } from '../../features/send/editSend.js'
import { followSent } from '../../features/send/followSent.js'
import { sendPlanOf } from '../../features/send/sendPlan.js'
import { submitSend } from '../../features/send/submitSend.js'
import { defineNetwork } from '../../networks/defineNetwork.js'
import { verifyBip122 } from '../../siwx/verify/verifyBip122.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { scriptedBitcoinWallet } from '../../testing/wallet/scriptedBitcoinWallet.js'
import { bip122 } from './bip122.js'
import { readBalance } from './getBalance.js'

const [ada, grace] = people
const stops: (() => void)[] = []

/** The whole kit with a wallet like Xverse, on the local chain. */
describe('the kit on a chain', () => {
  let chain: LocalBitcoin
  beforeAll(async () => {
    chain = await startBitcoin()
  }, 180_000)
  afterAll(() => chain.stop())
  beforeEach(() => vi.stubGlobal('window', new EventTarget()))
  afterEach(async () => {
    for (const stop of stops.splice(0)) stop()
    await vi.dynamicImportSettled()
    vi.unstubAllGlobals()
  })

  async function open() {
    const wallet = await scriptedBitcoinWallet({ privateKey: ada.privateKey })
    Object.assign(window, {
      XverseProviders: { BitcoinProvider: wallet.satsConnect },
      btc_providers: [{ id: 'XverseProviders.BitcoinProvider', name: 'Xverse' }],
    })
    const network = defineNetwork({
      id: '0f9188f13cb7b2c71f2a335e3a4fc328',
      namespace: 'bip122',
      name: 'Regtest',
      nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
      rpcUrl: chain.url,
    })
    const storage = memoryStorage()
    const kit = createTestKit({ networks: [network], adapters: [bip122()], storage, locale: 'en' })
    stops.push(kit.start())
    await vi.waitFor(
      () => expect(kit.connectors.get('window/XverseProviders.BitcoinProvider')).toBeDefined(),
      20_000,
    )
    await connect(kit, { connectorId: 'window/XverseProviders.BitcoinProvider' })
    return { kit, wallet, network, state: () => kit.store.getState() }
  }

  /** Lets time pass until something is so; what is read from the chain takes real time. */
  const until = (kit: ReturnType<typeof createTestKit>, check: () => void) =>
    vi.waitFor(async () => {
      await kit.clock.advance(600)
      check()
    }, 20_000)

  test('connects with the payment account, shows its balance, and signs a text that a server verifies', async () => {
    const { kit, network, state } = await open()
    expect(accountOf(state())).toMatchObject({
      address: ada.payment,
      addresses: [ada.payment, ada.ordinals],
      facts: { type: 'payment' },
    })
    expect(await fetchBalance(kit)).toMatchObject({ status: 'success', amount: '500', symbol: 'BTC' })
    const signature = await signMessage(kit, { message: 'hello' })
    // The verifier reads addresses of test networks as `tb1…`; the key is the same.
    const address = (await scriptedBitcoinWallet({ privateKey: ada.privateKey, chain: 'Mainnet' })).payment
    const who = { address, chainId: 'bip122:000000000019d6689c085ae165831e93' } as const
    expect(await verifyBip122('hello', who, signature)).toBe(true)
    expect(await verifyBip122('hallo', who, signature)).toBe(false)
    expect(network.caipNetworkId).toBe(accountOf(state())?.networkId)
  }, 60_000)

  async function form() {
    const opened = await open()
    const { kit, network, state } = opened
    const { caipAddress } = accountOf(state()) ?? { caipAddress: 'bip122:x:x' as const }
    const units = await readBalance(network, ada.payment)
    const quantity = {
      decimals: '8',
      numeric: `${units / 10n ** 8n}.${String(units % 10n ** 8n).padStart(8, '0')}`,
    }
    const chainId = network.caipNetworkId
    const coin = { name: 'Bitcoin', symbol: 'BTC', chainId, iconUrl: '', price: 0, quantity } as const
    update(kit, 'account', (account) => ({
      ...account,
      portfolios: { [caipAddress]: { status: 'success', tokens: [coin] } },
    }))
    beginSend(kit)
    setSendRecipient(kit, { text: grace.ordinals })
    return opened
  }

  test('sends an amount, and follows it to its block', async () => {
    const { kit, state, network } = await form()
    const before = await readBalance(network, grace.ordinals)
    setSendAmount(kit, { amount: '0.25' })
    await until(kit, () => expect(sendPlanOf(state())?.fault).toBeUndefined())
    const sent = await submitSend(kit)
    expect(sent).toMatchObject({ symbol: 'BTC', to: grace.ordinals })
    expect(await readBalance(network, grace.ordinals)).toBe(before + 25_000_000n)
    // A slow payment waits for longer than what counts as lost elsewhere.
    await kit.clock.advance(31 * 60_000)
    await followSent(kit)
    expect(state().account.sent?.[0]?.status).toBe('pending')
    await chain.mine(1)
    await followSent(kit)
    await until(kit, () => expect(state().account.sent?.[0]?.status).toBe('confirmed'))
  }, 60_000)

  test('sends all there is, less the fee of just that', async () => {
    const { kit, state, network } = await form()
    const own = await readBalance(network, ada.payment)
    const before = await readBalance(network, grace.ordinals)
    setSendMax(kit)
    await until(kit, () => expect(sendPlanOf(state())?.fault).toBeUndefined())
    const { fee } = state().send ?? {}
    const cost = fee?.status === 'ready' ? BigInt(fee.most) : 0n
    // Ten coins, not one.
    expect(cost).toBeGreaterThan(1_500n)
    await submitSend(kit)
    expect(await readBalance(network, ada.payment)).toBe(0n)
    expect(await readBalance(network, grace.ordinals)).toBe(before + own - cost)
  }, 60_000)
})
