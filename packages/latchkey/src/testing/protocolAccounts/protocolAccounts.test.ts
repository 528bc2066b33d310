import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { blake2b } from '@noble/hashes/blake2.js'
import { hexToBytes } from '@noble/hashes/utils.js'
import { base58, base64 } from '@scure/base'
import * as btc from '@scure/btc-signer'
import { pubECDSA } from '@scure/btc-signer/utils.js'
import { verify } from '@scure/sr25519'
import { getTransactionDecoder, verifySignature } from '@solana/kit'
import { afterEach, expect, test } from 'vitest'
import { regtestPrefixes } from '../../adapters/bip122/chains.js'
import { readSs58 } from '../../adapters/polkadot/ss58.js'
import { buildTransaction } from '../../adapters/solana/buildTransaction.js'
import { signedBytes } from '../polkadot/signedBytes.js'
import { bitcoinProtocolAccount } from './bitcoinProtocolAccount.js'
import { askedNetworks, grantOf } from './grantOf.js'
import { polkadotProtocolAccount } from './polkadotProtocolAccount.js'
import { solanaProtocolAccount } from './solanaProtocolAccount.js'

const solanaNetwork = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const bitcoinNetwork = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
const polkadotNetwork = 'polkadot:91b171bb158e2d3848fa23a9f1c25182'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** A node that notes what is asked of it, and answers the same to all. */
async function node(answer: (path: string) => unknown) {
  const asked: { readonly path: string; readonly body: string }[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const path = `${request.method} ${request.url}`
    asked.push({ path, body })
    const given = answer(path)
    response.end(typeof given === 'string' ? given : JSON.stringify(given))
  }).listen(0, '127.0.0.1')
  ends.push(() => server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const refused = { code: -32602 }

test('a Solana account signs a message and a transaction, and sends', async () => {
  const account = solanaProtocolAccount()
  const [address = ''] = account.addressesOn(solanaNetwork)
  const publicKey = await crypto.subtle.importKey(
    'raw',
    Uint8Array.from(base58.decode(address)),
    'Ed25519',
    true,
    ['verify'],
  )
  const isSigned = (signature: string, bytes: Uint8Array) =>
    verifySignature(publicKey, base58.decode(signature) as Parameters<typeof verifySignature>[1], bytes)
  const perform = (method: string, params: object, rpcUrl?: string) =>
    account.perform({
      networkId: solanaNetwork,
      method,
      params: { pubkey: address, ...params },
      rpcUrl,
    }) as Promise<{
      readonly signature: string
      readonly transaction: string
      readonly transactions: readonly string[]
    }>

  const bytes = new TextEncoder().encode('Hello')
  const { signature } = await perform('solana_signMessage', { message: base58.encode(bytes) })
  expect(await isSigned(signature, bytes)).toBe(true)

  const unsigned = base64.encode(buildTransaction(address, base58.encode(new Uint8Array(32).fill(9)), []))
  const { messageBytes } = getTransactionDecoder().decode(base64.decode(unsigned))
  const signed = await perform('solana_signTransaction', { transaction: unsigned })
  expect(await isSigned(signed.signature, Uint8Array.from(messageBytes))).toBe(true)
  const { signatures } = getTransactionDecoder().decode(base64.decode(signed.transaction))
  expect(base58.encode(Uint8Array.from(Object.values(signatures)[0] ?? []))).toBe(signed.signature)
  const { transactions } = await perform('solana_signAllTransactions', { transactions: [unsigned, unsigned] })
  expect(transactions).toEqual([signed.transaction, signed.transaction])

  const { asked, url } = await node(() => ({ result: 'a signature' }))
  const sent = await perform('solana_signAndSendTransaction', { transaction: unsigned }, url)
  expect(sent).toEqual({ signature: signed.signature })
  expect(JSON.parse(asked[0]?.body ?? '')).toMatchObject({
    method: 'sendTransaction',
    params: [signed.transaction, { encoding: 'base64' }],
  })
  await expect(perform('solana_signAndSendTransaction', { transaction: unsigned })).rejects.toMatchObject({
    code: 4901,
  })
  expect(await perform('solana_getAccounts', {})).toEqual([{ pubkey: address }])
})

test('a Bitcoin account tells its addresses, signs messages and coins, and pays', async () => {
  const account = await bitcoinProtocolAccount()
  const [payment = '', ordinals = ''] = account.addressesOn(bitcoinNetwork)
  expect([payment.slice(0, 6), ordinals.slice(0, 6)]).toEqual(['bcrt1q', 'bcrt1p'])
  const perform = (method: string, params: object, rpcUrl?: string) =>
    account.perform({ networkId: bitcoinNetwork, method, params: { account: payment, ...params }, rpcUrl })
  const told = await perform('getAccountAddresses', { intentions: ['ordinal'] })
  expect(told).toMatchObject([{ address: ordinals, intention: 'ordinal' }])
  const { bip122_getAccountAddresses: property = '' } = account.propertiesOn?.([bitcoinNetwork]) ?? {}
  expect(JSON.parse(property)).toMatchObject([{ address: payment }, { address: ordinals }])
  expect(await perform('signMessage', { message: 'Hello' })).toMatchObject({
    address: payment,
    signature: expect.stringMatching(/^(27|28|29|2a)[0-9a-f]{128}$/),
  })

  const coin = { txid: '11'.repeat(32), vout: 0, value: 100_000, status: { confirmed: true } }
  const unconfirmed = { ...coin, txid: '22'.repeat(32), status: { confirmed: false } }
  const { asked, url } = await node((path) => (path.startsWith('GET') ? [coin, unconfirmed] : 'an id'))
  const { txid } = (await perform('sendTransfer', { recipientAddress: ordinals, amount: '40000' }, url)) as {
    readonly txid: string
  }
  const tx = btc.Transaction.fromRaw(Uint8Array.from(Buffer.from(asked[1]?.body ?? '', 'hex')))
  expect(tx.id).toBe(txid)
  expect(tx.inputsLength).toBe(1)
  const outputs = [0, 1].map((at) => [tx.getOutputAddress(at, regtestPrefixes), tx.getOutput(at).amount])
  expect(outputs).toContainEqual([ordinals, 40_000n])
  const change = outputs.find(([to]) => to === payment)?.[1]
  expect(Number(change)).toBeGreaterThan(59_000)

  const unsigned = new btc.Transaction()
  const { script } = btc.p2wpkh(pubECDSA(new Uint8Array(32).fill(1)), regtestPrefixes)
  unsigned.addInput({ txid: coin.txid, index: 0, witnessUtxo: { script, amount: 100_000n } })
  unsigned.addOutputAddress(ordinals, 90_000n, regtestPrefixes)
  const question = { psbt: base64.encode(unsigned.toPSBT()), signInputs: [{ address: payment, index: 0 }] }
  const { psbt } = (await perform('signPsbt', question)) as { readonly psbt: string }
  const signed = btc.Transaction.fromPSBT(base64.decode(psbt))
  signed.finalize()
  expect(signed.isFinal).toBe(true)
  expect(await perform('signPsbt', { ...question, broadcast: true }, url)).toMatchObject({ txid: signed.id })
})

test('a Polkadot account signs wrapped bytes, texts and transactions of its own network', async () => {
  const account = await polkadotProtocolAccount()
  const [address = ''] = account.addressesOn(polkadotNetwork)
  const accountId = readSs58(address)?.accountId ?? new Uint8Array()
  expect(readSs58(address)?.prefix).toBe(0)
  const perform = async (method: string, params: object) => {
    const request = { networkId: polkadotNetwork, method, params: { address, ...params } } as const
    const { signature } = (await account.perform(request)) as { readonly signature: string }
    return hexToBytes(signature.slice(2))
  }
  const wrapped = new TextEncoder().encode('<Bytes>Hello</Bytes>')
  const text = await perform('polkadot_signMessage', { message: 'Hello' })
  expect(verify(wrapped, text, accountId)).toBe(true)
  const bytes = await perform('polkadot_signMessage', { message: '0x48656c6c6f' })
  expect(verify(wrapped, bytes, accountId)).toBe(true)

  const payload = {
    address,
    blockHash: `0x${'22'.repeat(32)}`,
    era: '0x2500',
    genesisHash: `0x91b171bb158e2d3848fa23a9f1c25182${'00'.repeat(16)}`,
    method: '0x0a00',
    nonce: '0x00000001',
    signedExtensions: ['CheckGenesis', 'CheckMortality', 'CheckNonce'],
    specVersion: '0x00000001',
    tip: '0x00',
    transactionVersion: '0x00000001',
  }
  const [kind, ...signature] = await perform('polkadot_signTransaction', { transactionPayload: payload })
  expect(kind).toBe(1)
  const what = signedBytes(payload)
  expect(verify(what, Uint8Array.from(signature), accountId)).toBe(true)
  expect(verify(blake2b(what, { dkLen: 32 }), Uint8Array.from(signature), accountId)).toBe(false)
  const other = { ...payload, genesisHash: `0x${'33'.repeat(32)}` }
  await expect(perform('polkadot_signTransaction', { transactionPayload: other })).rejects.toMatchObject(
    refused,
  )
})

test('no account answers for another one, what it cannot read, or a method that it does not have', async () => {
  const cases = [
    [
      solanaProtocolAccount(),
      solanaNetwork,
      ['solana_signMessage', { message: 'Ldp', pubkey: base58.encode(new Uint8Array(32)) }],
      ['solana_signTransaction', { transaction: 'AAAA' }],
    ],
    [
      await bitcoinProtocolAccount(),
      bitcoinNetwork,
      ['signMessage', { message: 'Hello', account: 'bcrt1qstranger' }],
      ['signPsbt', { psbt: 'AAAA', signInputs: [] }],
      ['sendTransfer', { recipientAddress: 'nobody', amount: '-1' }],
    ],
    [
      await polkadotProtocolAccount(),
      polkadotNetwork,
      [
        'polkadot_signMessage',
        { message: 'Hello', address: '5FHneW46xGXgs5mUiveU4sbTyGBzmstUspZC92UhjJM694ty' },
      ],
      ['polkadot_signTransaction', { transactionPayload: {} }],
    ],
  ] as const
  for (const [account, networkId, ...requests] of cases) {
    for (const [method, params] of requests) {
      await expect(account.perform({ networkId, method, params })).rejects.toMatchObject(refused)
    }
    await expect(account.perform({ networkId, method: 'eth_sign', params: [] })).rejects.toMatchObject({
      code: -32601,
    })
  }
})

test('a wallet grants what is asked and what it has, each family in a namespace', async () => {
  const accounts = [
    solanaProtocolAccount(),
    await bitcoinProtocolAccount(),
    solanaProtocolAccount({ secret: new Uint8Array(32).fill(7) }),
  ]
  const names = { methods: [], events: [] }
  const asked = askedNetworks({
    requiredNamespaces: { solana: { chains: [solanaNetwork], ...names } },
    optionalNamespaces: {
      [bitcoinNetwork]: names,
      solana: { chains: [solanaNetwork], ...names },
      polkadot: { chains: [polkadotNetwork], ...names },
    },
  })
  expect(asked).toEqual([solanaNetwork, bitcoinNetwork, polkadotNetwork])
  const { namespaces, sessionProperties } = grantOf(accounts, asked)
  expect(Object.keys(namespaces)).toEqual(['solana', 'bip122'])
  expect(namespaces.solana).toMatchObject({
    chains: [solanaNetwork],
    accounts: [accounts[0], accounts[2]].map(
      (account) => `${solanaNetwork}:${account?.addressesOn(solanaNetwork)[0]}`,
    ),
  })
  expect(namespaces.bip122?.accounts).toHaveLength(2)
  expect(Object.keys(sessionProperties ?? {})).toEqual(['bip122_getAccountAddresses'])
})
