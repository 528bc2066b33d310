import { afterEach, expect, test, vi } from 'vitest'
import { people } from '../../../../../../chains/bitcoin/src/people.js'
import { connect } from '../../../features/connection/connect.js'
import { getProvider } from '../../../features/intent/getProvider.js'
import { defineNetwork } from '../../../networks/defineNetwork.js'
import { createTestKit } from '../../../testing/createTestKit.js'
import { scriptedBitcoinWallet } from '../../../testing/wallet/scriptedBitcoinWallet.js'
import { BitcoinAdapter, type BitcoinConnector } from './BitcoinAdapter.js'

const [ada] = people
const regtest = defineNetwork({
  id: '0f9188f13cb7b2c71f2a335e3a4fc328',
  namespace: 'bip122',
  name: 'Regtest',
  nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
  rpcUrl: 'http://127.0.0.1:9/api',
})
let stop = () => {}

afterEach(async () => {
  stop()
  await vi.dynamicImportSettled()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function setUp() {
  vi.stubGlobal('window', new EventTarget())
  const wallet = await scriptedBitcoinWallet({ privateKey: ada.privateKey })
  Object.assign(window, {
    XverseProviders: { BitcoinProvider: wallet.satsConnect },
    btc_providers: [{ id: 'XverseProviders.BitcoinProvider', name: 'Xverse' }],
  })
  const kit = createTestKit({ networks: [regtest], adapters: [new BitcoinAdapter().toAdapter()] })
  stop = kit.start()
  await vi.waitFor(
    () => expect(kit.connectors.get('window/XverseProviders.BitcoinProvider')).toBeDefined(),
    20_000,
  )
  await connect(kit, { connectorId: 'window/XverseProviders.BitcoinProvider' })
  return { wallet, connector: (await getProvider(kit, { namespace: 'bip122' })) as BitcoinConnector }
}

/** A PSBT of one input of the payment account, as an app makes it. */
async function psbtOf(payment: string): Promise<string> {
  const btc = await import('@scure/btc-signer')
  const network = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef }
  const tx = new btc.Transaction()
  const script = btc.OutScript.encode(btc.Address(network).decode(payment))
  tx.addInput({ txid: '11'.repeat(32), index: 0, witnessUtxo: { script, amount: 50_000n } })
  tx.addOutputAddress(payment, 40_000n, network)
  return Buffer.from(tx.toPSBT()).toString('base64')
}

test('the accounts have their purposes, and a text is signed', async () => {
  const { wallet, connector } = await setUp()
  expect(await connector.connect()).toBe(wallet.payment)
  expect(await connector.getAccountAddresses()).toEqual([
    expect.objectContaining({ address: wallet.payment, purpose: 'payment' }),
    expect.objectContaining({ address: wallet.ordinals, purpose: 'ordinal' }),
  ])
  expect(await connector.signMessage({ address: wallet.payment, message: 'hello' })).toMatch(/^[\w+/]+=*$/)
})

test('a PSBT comes back signed', async () => {
  const { wallet, connector } = await setUp()
  const psbt = await psbtOf(wallet.payment)
  const signInputs = [{ address: wallet.payment, index: 0, sighashTypes: [1] }]
  const signed = await connector.signPSBT({ psbt, signInputs })
  const btc = await import('@scure/btc-signer')
  const tx = btc.Transaction.fromPSBT(Buffer.from(signed.psbt, 'base64'))
  expect(tx.getInput(0).partialSig ?? tx.getInput(0).finalScriptWitness).toBeDefined()
})

test('what the kit does not do is refused before the wallet is asked', async () => {
  const { wallet, connector } = await setUp()
  const before = wallet.requests.length
  const psbt = await psbtOf(wallet.payment)
  const signInputs = [{ address: wallet.payment, index: 0 }]
  await expect(connector.signPSBT({ psbt, signInputs, broadcast: true })).rejects.toMatchObject({
    code: 'APPKIT_UNSUPPORTED',
  })
  const someone = [{ ...signInputs[0], sighashTypes: [0x83] }] as BitcoinConnector.SignPsbt['signInputs']
  await expect(connector.signPSBT({ psbt, signInputs: someone })).rejects.toMatchObject({
    code: 'APPKIT_UNSUPPORTED',
  })
  expect(wallet.requests).toHaveLength(before)
})

test('an api of the app’s own has no effect, and the console says so', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  new BitcoinAdapter({ networks: [] })
  expect(warn).not.toHaveBeenCalled()
  new BitcoinAdapter({ api: {} })
  expect(warn).toHaveBeenCalledWith('[latchkey] BitcoinAdapter: `api` has no effect')
})
