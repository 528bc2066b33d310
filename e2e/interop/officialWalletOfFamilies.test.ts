// Our kit and the official wallet client with Solana, Bitcoin and Polkadot namespaces. The wallet signs, and what comes
// out is verified, by the families' own libraries: @solana/kit, bitcoinjs-lib with bip322-js, polkadot-js.

import { createBitcoinjsWallet } from '@latchkey/chain-bitcoin'
import type { Services } from '@latchkey/services'
import {
  type Address,
  appendTransactionMessageInstruction,
  compileTransaction,
  createKeyPairSignerFromPrivateKeyBytes,
  createTransactionMessage,
  getBase58Decoder,
  getBase58Encoder,
  getBase64Decoder,
  getBase64Encoder,
  getTransactionDecoder,
  getTransactionEncoder,
  partiallySignTransaction,
  pipe,
  type SignatureBytes,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  signBytes,
  verifySignature,
} from '@solana/kit'
import {
  accountOf,
  createKit,
  disconnect,
  getProvider,
  type Kit,
  memoryStorage,
  openPairing,
  signMessage,
  switchNetwork,
} from 'latchkey'
import { bip122 } from 'latchkey/bip122'
import { defineNetwork } from 'latchkey/networks'
import { polkadot } from 'latchkey/polkadot'
import { solana } from 'latchkey/solana'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { isPolkadotInstalled } from '../../scripts/install.mjs'
import { closeOfficial, createOfficialWallet, type OfficialWallet } from './peers/official.js'
import { startRelay } from './peers/relay.js'

const ids = {
  solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  bip122: 'bip122:000000000019d6689c085ae165831e93',
  polkadot: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
} as const
type Family = keyof typeof ids

/** An account of polkadot-js; see chains/polkadot/pair.mjs. */
type Pair = {
  readonly address: string
  readonly signMessage: (message: string) => string
  readonly isMessageSigned: (message: string, signature: string) => boolean
  readonly signPayload: (payload: object) => string
  readonly isPayloadSigned: (payload: object, signature: string) => boolean
}

// Its packages are not those of this workspace; `npm test -- polkadot` installs them.
const isLeftOut = !isPolkadotInstalled()
const solanaSigner = await createKeyPairSignerFromPrivateKeyBytes(new Uint8Array(32).fill(7))
const bitcoinWallet = createBitcoinjsWallet(new Uint8Array(32).fill(7))
const pair: Pair | undefined = isLeftOut ? undefined : await openPair()

async function openPair(): Promise<Pair> {
  const module = await import(
    /* @vite-ignore */ new URL('../../chains/polkadot/pair.mjs', import.meta.url).href
  )
  return module.createPair({ path: '//Alice' })
}

const addresses: { readonly [family in Family]: string } = {
  solana: solanaSigner.address,
  bip122: bitcoinWallet.address,
  polkadot: pair?.address ?? '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
}

let services: Services
let kit: Kit
let wallet: OfficialWallet
const cleanups: (() => unknown)[] = []

beforeAll(async () => {
  services = await startRelay()
  vi.stubGlobal('WebSocket', WebSocket)
})
afterAll(async () => {
  await services.close()
  vi.unstubAllGlobals()
})
beforeEach(async () => {
  const networks = Object.entries(ids).map(([namespace, networkId]) =>
    defineNetwork({
      ...{ id: networkId.slice(namespace.length + 1), namespace: namespace as Family, name: namespace },
      nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 9 },
      rpcUrl: 'http://127.0.0.1:1',
    }),
  )
  kit = createKit({
    services: { relay: { url: services.relayUrl } },
    projectId: 'interop',
    metadata: { name: 'our-app', description: '', url: 'https://our-app.example', icons: [] },
    networks: networks as [(typeof networks)[number]],
    adapters: [solana(), bip122(), polkadot()],
    storage: memoryStorage(),
  })
  cleanups.push(kit.start())
  wallet = await createOfficialWallet({ relayUrl: services.relayUrl })
  cleanups.push(() => closeOfficial(wallet))
})
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const memoProgram = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr' as Address

/** The requests that the wallet has received. */
const asked: { readonly method: string; readonly chainId: string }[] = []

async function connect() {
  asked.length = 0
  wallet.on('session_proposal', ({ id, params }) => {
    const namespaces = Object.fromEntries(
      Object.entries(params.optionalNamespaces).map(([family, { methods, events }]) => {
        const networkId = ids[family as Family]
        const accounts = [`${networkId}:${addresses[family as Family]}`]
        return [family, { chains: [networkId], accounts, methods, events }]
      }),
    )
    void wallet.approveSession({ id, namespaces })
  })
  wallet.on('session_request', async ({ topic, id, params }) => {
    const { method, params: given } = params.request
    asked.push({ method, chainId: params.chainId })
    const result = await perform(method, given)
    await wallet.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', result } })
  })
  const connected = openPairing(kit)
  const uri = await vi.waitFor(() => {
    const { pairing } = kit.store.getState().connection
    if (pairing?.uri === undefined) throw new Error('no link yet')
    return pairing.uri
  }, 10_000)
  await wallet.pair({ uri })
  await connected
}

/** Answers a request as a wallet does, with the families' own libraries. */
async function perform(method: string, params: { readonly [name: string]: unknown }): Promise<unknown> {
  const text = (name: string) => String(params[name])
  switch (method) {
    case 'solana_signMessage': {
      const bytes = getBase58Encoder().encode(text('message'))
      const signature = await signBytes(solanaSigner.keyPair.privateKey, Uint8Array.from(bytes))
      return { signature: getBase58Decoder().decode(signature) }
    }
    case 'solana_signTransaction': {
      const transaction = getTransactionDecoder().decode(getBase64Encoder().encode(text('transaction')))
      const signed = await partiallySignTransaction([solanaSigner.keyPair], transaction)
      return { transaction: getBase64Decoder().decode(getTransactionEncoder().encode(signed)) }
    }
    case 'signMessage':
      return { address: addresses.bip122, signature: bitcoinWallet.signMessage(text('message')) }
    case 'signPsbt':
      return { psbt: bitcoinWallet.signPsbt(text('psbt')) }
    case 'polkadot_signMessage':
      return { signature: pair?.signMessage(text('message')) }
    case 'polkadot_signTransaction':
      return { id: 1, signature: pair?.signPayload(params.transactionPayload as object) }
    default:
      throw new Error(`no such method here: ${method}`)
  }
}

async function sign(family: Family, message: string) {
  await switchNetwork(kit, { networkId: ids[family] })
  return signMessage(kit, { message })
}

/** Whether it is the Solana account's. */
const isSolanaSigned = (bytes: Uint8Array, signature: ArrayLike<number> | undefined) =>
  verifySignature(
    solanaSigner.keyPair.publicKey,
    Uint8Array.from(signature ?? []) as unknown as SignatureBytes,
    bytes,
  )

test('one session connects the three families; the kit ends it for all', async () => {
  await connect()
  for (const family of Object.keys(ids) as Family[]) {
    expect(accountOf(kit.store.getState(), family)?.address).toBe(addresses[family])
  }
  const [session] = Object.values(wallet.getActiveSessions())
  expect(Object.keys(session?.namespaces ?? {}).sort()).toEqual(['bip122', 'polkadot', 'solana'])
  await disconnect(kit)
  expect(kit.store.getState().connection.current).toEqual({})
  await vi.waitFor(() => expect(wallet.getActiveSessions()).toEqual({}))
})

test('Solana: a message and a transaction, verified by @solana/kit', async () => {
  await connect()
  const bytes = new TextEncoder().encode('Tide is out')
  expect(await isSolanaSigned(bytes, getBase58Encoder().encode(await sign('solana', 'Tide is out')))).toBe(
    true,
  )
  expect(await isSolanaSigned(bytes, getBase58Encoder().encode(await sign('solana', 'Tide is in')))).toBe(
    false,
  )

  const transaction = pipe(
    createTransactionMessage({ version: 0 }),
    (message) => setTransactionMessageFeePayer(solanaSigner.address, message),
    (message) =>
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: solanaSigner.address as never, lastValidBlockHeight: 1n },
        message,
      ),
    (message) =>
      appendTransactionMessageInstruction(
        { programAddress: memoProgram, data: new Uint8Array([1]) },
        message,
      ),
    compileTransaction,
  )
  const provider = (await getProvider(kit, { namespace: 'solana' })) as {
    signTransaction(transaction: Uint8Array): Promise<Uint8Array>
  }
  const signed = await provider.signTransaction(Uint8Array.from(getTransactionEncoder().encode(transaction)))
  const { messageBytes, signatures } = getTransactionDecoder().decode(signed)
  expect(messageBytes).toEqual(transaction.messageBytes)
  const [signature] = Object.values(signatures)
  expect(await isSolanaSigned(Uint8Array.from(messageBytes), signature ?? undefined)).toBe(true)
  expect(asked.map(({ method }) => method)).toEqual([
    'solana_signMessage',
    'solana_signMessage',
    'solana_signTransaction',
  ])
})

test('Bitcoin: a message by BIP-322 and a PSBT, verified by bip322-js and bitcoinjs-lib', async () => {
  await connect()
  const signature = await sign('bip122', 'Tide is out')
  expect(bitcoinWallet.isMessageSigned('Tide is out', signature)).toBe(true)
  expect(bitcoinWallet.isMessageSigned('Tide is in', signature)).toBe(false)

  const provider = (await getProvider(kit, { namespace: 'bip122' })) as {
    signPsbt(parameters: object): Promise<{ readonly psbt: string }>
  }
  const psbt = bitcoinWallet.makePsbt(10_000n)
  const signed = await provider.signPsbt({ psbt, signInputs: [{ address: addresses.bip122, index: 0 }] })
  expect(bitcoinWallet.isPsbtSigned(signed.psbt)).toBe(true)
  expect(asked.every(({ chainId }) => chainId === ids.bip122)).toBe(true)
})

test.skipIf(isLeftOut)('Polkadot: a message and a transaction, verified by polkadot-js', async () => {
  await connect()
  const signature = await sign('polkadot', 'Tide is out')
  expect(pair?.isMessageSigned('Tide is out', signature)).toBe(true)
  expect(pair?.isMessageSigned('Tide is in', signature)).toBe(false)

  const payload = {
    address: addresses.polkadot,
    blockHash: `0x${'22'.repeat(32)}`,
    blockNumber: '0x00000001',
    era: '0x2500',
    genesisHash: `0x91b171bb158e2d3848fa23a9f1c25182${'00'.repeat(16)}`,
    method: `0x050300${'33'.repeat(32)}04`,
    nonce: '0x00000001',
    signedExtensions: [
      'CheckSpecVersion',
      'CheckTxVersion',
      'CheckGenesis',
      'CheckMortality',
      'CheckNonce',
      'ChargeTransactionPayment',
    ],
    specVersion: '0x00000001',
    tip: '0x00000000000000000000000000000000',
    transactionVersion: '0x00000001',
    version: 4,
  }
  const { signer } = (await getProvider(kit, { namespace: 'polkadot' })) as {
    readonly signer: { signPayload(payload: object): Promise<{ readonly signature: string }> }
  }
  const answer = await signer.signPayload(payload)
  expect(pair?.isPayloadSigned(payload, answer.signature)).toBe(true)
  expect(pair?.isPayloadSigned({ ...payload, nonce: '0x00000002' }, answer.signature)).toBe(false)
})
