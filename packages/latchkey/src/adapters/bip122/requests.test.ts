import { base64 } from '@scure/base'
import { p2wpkh, Transaction } from '@scure/btc-signer'
import { describe, expect, test, vi } from 'vitest'
import { people } from '../../../../../chains/bitcoin/src/people.js'
import type { Gate } from '../../core/adapter.js'
import type { SessionRequester } from '../../core/walletProtocol.js'
import { scriptedBitcoinWallet } from '../../testing/wallet/scriptedBitcoinWallet.js'
import { createMessageSigner } from '../../testing/wallet/signBitcoinMessage.js'
import { accountFacts } from './accountFacts.js'
import { readAccounts, readPsbt, readSignature } from './answers.js'
import { clearAnswer } from './clearAnswer.js'
import { guardProvider } from './guardProvider.js'
import { readWallet } from './readWallet.js'
import { type SatsConnectProvider, satsConnectWallet } from './satsConnectWallet.js'
import { signMessage } from './signMessage.js'
import { standardWallet } from './standardWallet.js'
import { type WindowProvider, windowWallet } from './windowWallet.js'

const [ada, grace] = people
const networkId = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'

/** A wallet over the connection protocol that answers each method with one answer. */
function remote(answers: { readonly [method: string]: unknown }) {
  const asked: unknown[] = []
  const requester: SessionRequester = {
    async request(request) {
      asked.push(request)
      return answers[request.method]
    },
    granted: () => ({ networkId, addresses: [ada.payment] }),
  }
  return { requester, asked }
}

/** A PSBT that spends one coin of Ada's and pays Grace. */
async function psbtOf(amount: bigint, isSigned = false): Promise<string> {
  const tx = new Transaction()
  const { script } = p2wpkh(ada.publicKey)
  tx.addInput({ txid: 'ab'.repeat(32), index: 0, witnessUtxo: { script, amount: 100_000n } })
  tx.addOutput({ script: p2wpkh(grace.publicKey).script, amount })
  if (isSigned) tx.sign(ada.privateKey)
  return base64.encode(tx.toPSBT())
}

const signature = base64.encode(new Uint8Array(65).fill(31))
const common = { networkId, wallet: 'Test' } as const

/** The same signature, naming the kind P2PKH, as many wallets do for each kind of address. */
const asOfKey = ([kind = 0, ...rest]: Uint8Array) => Uint8Array.of(kind - 8, ...rest)

test.each([
  ['payment', 'bip322'],
  ['ordinals', 'bip322'],
  ['nested', 'ecdsa'],
  ['legacy', 'ecdsa'],
] as const)('a %s address signs by %s', async (kind, protocol) => {
  const signer = await createMessageSigner(ada.privateKey)
  const bytes =
    protocol === 'ecdsa' ? asOfKey(signer.ecdsa('hello')) : signer.bip322('hello', kind === 'ordinals')
  const signature = base64.encode(bytes)
  const { requester, asked } = remote({ signMessage: { address: ada[kind], signature } })
  const address = ada[kind]
  expect(await signMessage({ ...common, provider: requester, address, message: 'hello' })).toBe(signature)
  expect(asked).toEqual([
    { method: 'signMessage', params: { account: address, address, message: 'hello', protocol } },
  ])
})

describe('a signature that the account did not make of the message', () => {
  const { privateKey } = ada
  const made = async (key: Uint8Array, text: string) => {
    const signer = await createMessageSigner(key)
    return { ecdsa: base64.encode(signer.ecdsa(text)), bip322: base64.encode(signer.bip322(text, false)) }
  }
  test.each([
    ['of another text', privateKey, 'hallo', 'WALLET_ANSWER_INVALID'],
    ['of another account', grace.privateKey, 'hello', 'WALLET_ANSWER_INVALID'],
    ['of this text', privateKey, 'hello', undefined],
  ])('%s', async (_, key, text, code) => {
    for (const signature of Object.values(await made(key, text))) {
      const { requester: provider } = remote({ signMessage: { signature } })
      const failureOf = (signing: Promise<string>) =>
        signing.then(
          () => undefined,
          (error) => error.code,
        )
      const asked = { address: ada.payment, message: 'hello' }
      expect(await failureOf(signMessage({ ...common, provider, ...asked }))).toBe(code)
      const app = guardProvider({ provider, gate: (_, ask) => ask() })
      expect(await failureOf(app.signMessage(asked))).toBe(code)
    }
  })

  test('an account of taproot may sign by ECDSA, as apps ask Unisat to', async () => {
    const { ecdsa } = await made(privateKey, 'hello')
    const signature = base64.encode(asOfKey(base64.decode(ecdsa)))
    const { requester: provider } = remote({ signMessage: { signature } })
    const app = guardProvider({ provider, gate: (_, ask) => ask() })
    expect(await app.signMessage({ address: ada.ordinals, message: 'hello' })).toBe(signature)
    await expect(app.signMessage({ address: grace.ordinals, message: 'hello' })).rejects.toMatchObject({
      code: 'WALLET_ANSWER_INVALID',
    })
  })

  test('bytes that are no text are checked, too', async () => {
    const { standard } = await scriptedBitcoinWallet({ privateKey, isGranted: true })
    const provider = standardWallet(standard)
    await provider.accounts()
    const message = new Uint8Array([0xff])
    const signing = signMessage({ ...common, provider, address: ada.payment, message })
    // The scripted wallet signs a text that it makes of them.
    await expect(signing).rejects.toMatchObject({ code: 'WALLET_ANSWER_INVALID' })
  })
})

test('a wallet that changes the bytes that it was asked for has not signed them', async () => {
  const { standard } = await scriptedBitcoinWallet({
    privateKey: ada.privateKey,
    isGranted: true,
    async approve({ params }) {
      ;(params as { readonly message: Uint8Array }).message.fill(65)
    },
  })
  const provider = standardWallet(standard)
  await provider.accounts()
  const message = new TextEncoder().encode('hello')
  const signing = signMessage({ ...common, provider, address: ada.payment, message })
  await expect(signing).rejects.toMatchObject({ code: 'WALLET_ANSWER_INVALID' })
  expect(new TextDecoder().decode(message)).toBe('hello')
})

test('a signature in hex is the same signature', () => {
  const bytes = new Uint8Array(65).fill(31)
  expect(readSignature(Buffer.from(bytes).toString('hex'))).toBe(signature)
})

test('bytes that are no text are refused before the wallet is asked', async () => {
  const { requester, asked } = remote({ signMessage: { signature } })
  const message = new Uint8Array([0xff, 0xfe])
  const signing = signMessage({ ...common, provider: requester, address: ada.payment, message })
  await expect(signing).rejects.toMatchObject({ code: 'WALLET_METHOD_UNSUPPORTED' })
  expect(asked).toEqual([])
})

test.each([
  undefined,
  null,
  42,
  {},
  { signature: '' },
  { signature: 'not base64!' },
  { signature: 'A'.repeat(9_000) },
  { signature: base64.encode(new Uint8Array(63).fill(31)) },
  { signature: '31'.repeat(63) },
])('no signature: %j', async (answer) => {
  const { requester } = remote({ signMessage: answer })
  const signing = signMessage({ ...common, provider: requester, address: ada.payment, message: 'hello' })
  await expect(signing).rejects.toMatchObject({ code: 'WALLET_ANSWER_INVALID' })
})

test('a PSBT is signed over the connection protocol, and is not to be broadcast', async () => {
  const psbt = 'cHNidP8BAA=='
  const { requester, asked } = remote({ signPsbt: { psbt } })
  const inputs = [{ address: ada.payment, index: 0 }]
  expect(await readWallet(requester).signPsbt({ psbt, inputs })).toBe(psbt)
  expect(asked).toEqual([
    { method: 'signPsbt', params: { account: ada.payment, psbt, signInputs: inputs, broadcast: false } },
  ])
  expect(readPsbt('70736274ff0100', psbt)).toBe('cHNidP8BAA==')
  expect(() => readPsbt('nothing!', psbt)).toThrow()
})

test('what is no wallet is refused', () => {
  for (const provider of [undefined, null, {}, { signPsbt: 1 }]) expect(() => readWallet(provider)).toThrow()
})

test('an app’s requests go through the gate with their account', async () => {
  const wallet = await scriptedBitcoinWallet({ privateKey: ada.privateKey, isGranted: true })
  const seen: unknown[] = []
  const provider = guardProvider({
    provider: windowWallet({
      ...(wallet.unisat as WindowProvider),
      sendBitcoin: async () => 'ab'.repeat(32),
    }),
    gate: (asked, ask) => {
      seen.push(asked)
      return ask()
    },
  })
  await provider.signMessage({ address: ada.payment, message: 'hello', protocol: 'bip322' })
  const sent = await provider.sendTransfer({ recipient: ada.legacy, amount: '1000', account: ada.payment })
  expect(sent).toBe('ab'.repeat(32))
  expect(seen).toEqual([
    { method: 'signMessage', params: { address: ada.payment, message: 'hello', protocol: 'bip322' } },
    {
      method: 'sendTransfer',
      params: { account: ada.payment, recipientAddress: ada.legacy, amount: '1000' },
    },
  ])
  for (const amount of ['0', '-1', '1.5', '1e3', '']) {
    await expect(provider.sendTransfer({ recipient: ada.legacy, amount })).rejects.toMatchObject({
      code: 'WALLET_METHOD_UNSUPPORTED',
    })
  }
})

test.each([
  [{ code: 4001 }, 'refused'],
  [{ code: -32000, message: 'execution failed' }, undefined],
  [{ code: -32000, message: 'User rejected the request.' }, 'refused'],
  [new Error('User rejected the request.'), 'refused'],
  [{ code: -32601 }, 'unsupported'],
  [{ code: 4200 }, 'unsupported'],
  [new Error('rejected by the network'), undefined],
  [{ code: -32603 }, undefined],
  [undefined, undefined],
])('%j is %s', (error, answer) => {
  expect(clearAnswer(error)).toBe(answer)
})

test('the properties of a session say what accounts are for', () => {
  const facts = (said: unknown, addresses = [ada.payment, ada.ordinals]) =>
    accountFacts({ addresses, properties: { bip122_getAccountAddresses: JSON.stringify(said) } })
  const expected = [
    { address: ada.payment, type: 'payment' },
    { address: ada.ordinals, type: 'ordinal' },
  ]
  expect(facts({ payment: [ada.payment], ordinal: [ada.ordinals] })).toEqual(expected)
  const list = [
    { address: ada.payment, intention: 'payment', path: "m/84'/0'/0'/0/0" },
    { address: ada.ordinals, intention: 'ordinal' },
    { address: ada.legacy, intention: 'payment' },
  ]
  expect(facts(list)).toEqual([{ ...expected[0], path: "m/84'/0'/0'/0/0" }, expected[1]])
  for (const said of [null, 'x', 42, [null], { payment: 'x' }]) expect(facts(said)).toEqual([])
})

test('an address is for payments only if the wallet calls it nothing else', () => {
  const typesOf = (list: readonly (readonly [address: string, purpose?: string])[]) =>
    readAccounts(list.map(([address, purpose]) => ({ address, purpose }))).map(({ type }) => type)
  const { payment, ordinals, nested } = ada
  expect(typesOf([[payment], [nested]])).toEqual(['shared', 'shared'])
  expect(typesOf([[payment], [ordinals]])).toEqual(['shared', 'ordinal'])
  expect(typesOf([[ordinals]])).toEqual(['shared'])
  const both = [
    [payment, 'payment'],
    [payment.toUpperCase(), 'ordinals'],
  ] as const
  expect(typesOf([...both, [nested, 'payment']])).toEqual(['shared', 'payment'])
  const stacks = ['SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7', 'stacks'] as const
  expect(typesOf([[payment, 'payment'], stacks])).toEqual(['shared'])
  expect(typesOf([[ordinals, 'constructor'], [payment]])).toEqual(['shared'])
  const properties = {
    bip122_getAccountAddresses: JSON.stringify({ payment: [payment, nested], ordinal: [payment] }),
  }
  expect(accountFacts({ addresses: [payment], properties })).toEqual([{ address: payment, type: 'shared' }])
})

test('a refusal of a wallet of sats-connect is clear', async () => {
  const error = { code: -32000, message: 'no' }
  const wallet = satsConnectWallet({ request: async () => ({ error }) })
  const inputs = [{ address: ada.payment, index: 0 }]
  const failure = await wallet.signPsbt({ psbt: 'cHNidP8BAA==', inputs }).catch((cause: unknown) => cause)
  expect(clearAnswer(failure)).toBe('refused')
})

describe('the chain of a wallet', () => {
  const main = 'bip122:000000000019d6689c085ae165831e93'
  const windowChain = async (more: object) => {
    const { unisat } = await scriptedBitcoinWallet({ privateKey: ada.privateKey, isGranted: true })
    const bare = { ...(unisat as WindowProvider), getChain: undefined }
    return windowWallet({ ...bare, getAccounts: async () => [mainAddress], ...more }).networkId()
  }
  const satsChain = (answer: object) =>
    satsConnectWallet({
      request: async (method) =>
        method === 'wallet_getNetwork' ? answer : { result: { addresses: [{ address: mainAddress }] } },
    }).networkId()
  const mainAddress = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'

  test('is guessed only where the wallet has no method for it', async () => {
    expect(await windowChain({})).toBe(main)
    expect(await satsChain({ error: { code: -32601, message: 'Method not found' } })).toBe(main)
  })

  test('is never guessed where the wallet names one, or fails', async () => {
    const failing = async () => {
      throw new Error('locked')
    }
    const unreadable = [
      windowChain({ getChain: async () => ({ enum: 'FRACTAL_BITCOIN_MAINNET' }) }),
      windowChain({ getChain: failing }),
      windowChain({ getNetwork: async () => 'fractal' }),
      satsChain({ result: { bitcoin: { name: 'Fractal' } } }),
      satsChain({ error: { code: -32002, message: 'Access denied' } }),
    ]
    for (const one of unreadable) await expect(one).rejects.toBeDefined()
    const account = { address: mainAddress, chains: ['bitcoin:fractal'] }
    const wallet = standardWallet({ accounts: [account] })
    await wallet.accounts()
    await expect(wallet.networkId()).rejects.toMatchObject({ code: 'WALLET_ANSWER_INVALID' })
  })
})

describe('an app’s request', () => {
  const inPage = async () => {
    const { unisat } = await scriptedBitcoinWallet({ privateKey: ada.privateKey, isGranted: true })
    return windowWallet({ ...(unisat as WindowProvider), sendBitcoin: async () => 'ab'.repeat(32) })
  }

  test('is not answered with a signature of the account that the visitor has changed to meanwhile', async () => {
    const { unisat } = await scriptedBitcoinWallet({ privateKey: ada.privateKey, isGranted: true })
    let account = ada.payment
    const wallet = windowWallet({
      ...(unisat as WindowProvider),
      getAccounts: async () => [account],
      async signMessage(text, type) {
        account = grace.payment
        return (unisat as WindowProvider).signMessage(text, type)
      },
    })
    const asked = { address: ada.payment, message: 'hello', protocol: 'bip322' } as const
    await expect(wallet.signMessage(asked)).rejects.toMatchObject({ code: 'WALLET_ANSWER_INVALID' })
  })

  test('names the account of each input', async () => {
    const gate = vi.fn<Gate>(async () => 'signed')
    const provider = guardProvider({ provider: await inPage(), gate })
    const signInputs = [
      { address: ada.payment, index: 0 },
      { address: grace.payment, index: 1 },
    ]
    await provider.signPsbt({ psbt: await psbtOf(90_000n), signInputs })
    // The gate refuses an account that is not connected.
    expect(gate.mock.calls[0]?.[0]).toMatchObject({ params: { account: grace.payment } })
    await provider.signPsbt({ psbt: await psbtOf(90_000n), signInputs: signInputs.slice(0, 1) })
    expect(gate.mock.calls[1]?.[0]).toMatchObject({ params: { account: ada.payment } })
  })

  test('reach the wallet as the gate has seen them, whatever the app does to its list meanwhile', async () => {
    const signInputs = [{ address: ada.payment, index: 0 }]
    const psbt = await psbtOf(90_000n)
    const wallet = { ...(await inPage()), signPsbt: vi.fn(async () => psbt) }
    const gate: Gate = (_, ask) => {
      signInputs.push({ address: ada.payment, index: 1 })
      return ask()
    }
    await guardProvider({ provider: wallet, gate }).signPsbt({ psbt, signInputs })
    expect(wallet.signPsbt).toHaveBeenCalledWith({ psbt, inputs: [{ address: ada.payment, index: 0 }] })
  })

  describe('to sign a PSBT', () => {
    const signInputs = [{ address: ada.payment, index: 0 }]
    /** Asks a wallet that answers with this. */
    const signing = async (psbt: string, answer: string) => {
      const wallet = { ...(await inPage()), signPsbt: vi.fn(async () => answer) }
      const gate: Gate = (_, ask) => ask()
      return { wallet, signed: guardProvider({ provider: wallet, gate }).signPsbt({ psbt, signInputs }) }
    }

    test('is answered with the same transaction, signed', async () => {
      const psbt = await psbtOf(90_000n)
      const answer = await psbtOf(90_000n, true)
      expect(answer).not.toBe(psbt)
      expect(await (await signing(psbt, answer)).signed).toEqual({ psbt: answer })
    })

    test('refuses an answer of another amount, and one that cannot be read', async () => {
      const psbt = await psbtOf(90_000n)
      const { signed } = await signing(psbt, await psbtOf(89_999n, true))
      await expect(signed).rejects.toMatchObject({ code: 'WALLET_ANSWER_INVALID' })
      const other = await signing(psbt, base64.encode(new Uint8Array(300).fill(7)))
      await expect(other.signed).rejects.toThrow()
    })

    test('is not passed on if it cannot be read', async () => {
      const { wallet, signed } = await signing('cHNidP8BAA==', await psbtOf(90_000n))
      await expect(signed).rejects.toThrow()
      expect(wallet.signPsbt).not.toHaveBeenCalled()
    })
  })

  test('is for the active account unless it names another, and never for one that the wallet would not use', async () => {
    const gate = vi.fn<Gate>((_, ask) => ask())
    const wallet = await inPage()
    const providerOf = (address: string) => guardProvider({ provider: wallet, gate, active: () => address })
    const payment = { recipient: grace.payment, amount: '1000' }
    expect(await providerOf(ada.payment).sendTransfer(payment)).toBe('ab'.repeat(32))
    expect(gate.mock.calls[0]?.[0]).toMatchObject({ params: { account: ada.payment } })
    const refused = { code: 'WALLET_METHOD_UNSUPPORTED' }
    await expect(providerOf(ada.nested).sendTransfer(payment)).rejects.toMatchObject(refused)
    const sats = await scriptedBitcoinWallet({ privateKey: ada.privateKey, isGranted: true })
    const other = satsConnectWallet(sats.satsConnect as SatsConnectProvider)
    const sending = other.sendTransfer?.({ from: ada.ordinals, to: grace.payment, units: 1_000n })
    await expect(sending).rejects.toMatchObject(refused)
  })
})

test('accounts of other chains are left out', () => {
  const stacks = { address: 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7', purpose: 'stacks' }
  const own = [
    { address: ada.payment, purpose: 'payment' },
    { address: ada.ordinals, purpose: 'ordinals' },
  ]
  expect(readAccounts([...own, stacks]).map(({ type }) => type)).toEqual(['payment', 'ordinal'])
})
