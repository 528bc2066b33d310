import { Transaction } from '@scure/btc-signer'
import { afterEach, expect, test, vi } from 'vitest'
import { people } from '../../../../../../chains/bitcoin/src/people.js'
import { connect } from '../../../features/connection/connect.js'
import { disconnect } from '../../../features/connection/disconnect.js'
import { getProvider } from '../../../features/intent/getProvider.js'
import { activeNetworkId } from '../../../features/network/state.js'
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
const other = defineNetwork({
  id: '000000000933ea01ad0ee984209779ba',
  namespace: 'bip122',
  name: 'Testnet',
  nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
  rpcUrl: 'http://127.0.0.1:9/other',
})
let stop = () => {}

afterEach(async () => {
  stop()
  await vi.dynamicImportSettled()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** @param sign What a wallet signs instead of the PSBT that it gets. */
async function setUp(sign?: (tx: Transaction) => void) {
  vi.stubGlobal('window', new EventTarget())
  const wallet = await scriptedBitcoinWallet({ privateKey: ada.privateKey })
  const { request } = wallet.satsConnect as { readonly request: (...asked: unknown[]) => Promise<unknown> }
  const provider = {
    async request(method: string, params: { readonly psbt: string }) {
      if (method !== 'signPsbt' || sign === undefined) return request(method, params)
      const tx = Transaction.fromPSBT(Buffer.from(params.psbt, 'base64'))
      sign(tx)
      return { result: { psbt: Buffer.from(tx.toPSBT()).toString('base64') } }
    },
  }
  Object.assign(window, {
    XverseProviders: { BitcoinProvider: provider },
    btc_providers: [{ id: 'XverseProviders.BitcoinProvider', name: 'Xverse' }],
  })
  const adapter = new BitcoinAdapter()
  const kit = createTestKit({ networks: [regtest, other], adapters: [adapter.toAdapter()] })
  adapter.attach(kit)
  stop = kit.start()
  await vi.waitFor(
    () => expect(kit.connectors.get('window/XverseProviders.BitcoinProvider')).toBeDefined(),
    20_000,
  )
  await connect(kit, { connectorId: 'window/XverseProviders.BitcoinProvider' })
  return { kit, wallet, connector: (await getProvider(kit, { namespace: 'bip122' })) as BitcoinConnector }
}

/** A PSBT of inputs of the payment account, as an app makes it. */
async function psbtOf(payment: string, inputs = 1): Promise<string> {
  const btc = await import('@scure/btc-signer')
  const network = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef }
  const tx = new btc.Transaction()
  const script = btc.OutScript.encode(btc.Address(network).decode(payment))
  for (let index = 0; index < inputs; index++) {
    tx.addInput({ txid: '11'.repeat(32), index, witnessUtxo: { script, amount: 50_000n } })
  }
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

/** Answers what is posted to the network's nodes, and returns it. */
function nodes(answer: (id: string) => Response) {
  const taken: { readonly url: string; readonly hex: string }[] = []
  vi.stubGlobal('fetch', async (url: string, { body }: { readonly body: string }) => {
    taken.push({ url, hex: body })
    const btc = await import('@scure/btc-signer')
    return answer(btc.Transaction.fromRaw(Buffer.from(body, 'hex')).id)
  })
  return taken
}

test('a signed PSBT is broadcast: the app’s own transaction, with the wallet’s signatures', async () => {
  const { wallet, connector } = await setUp()
  const taken = nodes((id) => new Response(id))
  const psbt = await psbtOf(wallet.payment)
  const signInputs = [{ address: wallet.payment, index: 0 }]
  const { txid } = await connector.signPSBT({ psbt, signInputs, broadcast: true })
  const btc = await import('@scure/btc-signer')
  expect(taken.map(({ url }) => url)).toEqual(['http://127.0.0.1:9/api/tx'])
  const sent = btc.Transaction.fromRaw(Buffer.from(taken[0]?.hex ?? '', 'hex'))
  const asked = btc.Transaction.fromPSBT(Buffer.from(psbt, 'base64'))
  expect(sent.id).toBe(txid)
  expect(sent.unsignedTx).toEqual(asked.unsignedTx)
  expect(sent.isFinal).toBe(true)
})

test.each<readonly [string, (tx: Transaction) => void]>([
  [
    'other outputs',
    (tx) => {
      tx.updateOutput(0, { amount: 1_000n }, true)
      tx.sign(ada.privateKey)
    },
  ],
  [
    'a signature that lets the outputs change',
    (tx) => {
      tx.updateInput(0, { sighashType: 2 }, true)
      tx.signIdx(ada.privateKey, 0, [2])
    },
  ],
])('a PSBT that comes back with %s is not broadcast', async (_, tamper) => {
  const { wallet, connector } = await setUp(tamper)
  const taken = nodes((id) => new Response(id))
  const psbt = await psbtOf(wallet.payment)
  const signInputs = [{ address: wallet.payment, index: 0 }]
  await expect(connector.signPSBT({ psbt, signInputs, broadcast: true })).rejects.toThrow('invalid answer')
  expect(taken).toEqual([])
})

test('nodes that do not confirm a broadcast leave it unknown', async () => {
  const { wallet, connector } = await setUp()
  nodes(() => new Response('busy', { status: 503 }))
  const psbt = await psbtOf(wallet.payment)
  const signInputs = [{ address: wallet.payment, index: 0 }]
  await expect(connector.signPSBT({ psbt, signInputs, broadcast: true })).rejects.toMatchObject({
    code: 'WALLET_ANSWER_UNCLEAR',
  })
})

test('the app hears of the account’s end, and nothing once it has stopped listening', async () => {
  const { kit, connector, wallet } = await setUp()
  const heard: unknown[] = []
  const stopped = () => heard.push('stopped')
  connector.on('disconnect', stopped)
  connector.removeListener('disconnect', stopped)
  connector.on('disconnect', () => heard.push('disconnect'))
  connector.on('connect', (address) => heard.push(address))
  await disconnect(kit)
  expect(heard).toEqual(['disconnect'])
  await connect(kit, { connectorId: 'window/XverseProviders.BitcoinProvider' })
  expect(heard).toEqual(['disconnect', wallet.payment])
})

test('a switch is the wallet’s and the kit’s: a wallet that has only one network refuses it', async () => {
  const { kit, connector } = await setUp()
  await connector.switchNetwork(regtest.caipNetworkId)
  expect(activeNetworkId(kit.store.getState())).toBe(regtest.caipNetworkId)
  await expect(connector.switchNetwork(other.caipNetworkId)).rejects.toMatchObject({
    code: 'CHAIN_NOT_SUPPORTED',
  })
  await expect(connector.switchNetwork('bip122:1')).rejects.toMatchObject({ code: 'NETWORK_NOT_FOUND' })
})

test('what the kit does not do is refused before the wallet is asked', async () => {
  const { wallet, connector } = await setUp()
  const before = wallet.requests.length
  const psbt = await psbtOf(wallet.payment)
  const signInputs = [{ address: wallet.payment, index: 0 }]
  // Another's signature is missing.
  const two = await psbtOf(wallet.payment, 2)
  await expect(connector.signPSBT({ psbt: two, signInputs, broadcast: true })).rejects.toMatchObject({
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
