import { base64 } from '@scure/base'
import { expect, test } from 'vitest'
import { people } from '../../../../../chains/bitcoin/src/people.js'
import type { SessionRequester } from '../../core/walletProtocol.js'
import { scriptedBitcoinWallet } from '../../testing/wallet/scriptedBitcoinWallet.js'
import { accountFacts } from './accountFacts.js'
import { readAccounts, readPsbt, readSignature } from './answers.js'
import { clearAnswer } from './clearAnswer.js'
import { guardProvider } from './guardProvider.js'
import { readWallet } from './readWallet.js'
import { signMessage } from './signMessage.js'
import { type WindowProvider, windowWallet } from './windowWallet.js'

const [ada] = people
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

const signature = base64.encode(new Uint8Array(65).fill(31))
const common = { networkId, wallet: 'Test' } as const

test.each([
  ['payment', 'bip322'],
  ['ordinals', 'bip322'],
  ['nested', 'ecdsa'],
  ['legacy', 'ecdsa'],
] as const)('a %s address signs by %s', async (kind, protocol) => {
  const { requester, asked } = remote({ signMessage: { address: ada[kind], signature } })
  const address = ada[kind]
  expect(await signMessage({ ...common, provider: requester, address, message: 'hello' })).toBe(signature)
  expect(asked).toEqual([
    { method: 'signMessage', params: { account: address, address, message: 'hello', protocol } },
  ])
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
  expect(readPsbt('70736274ff0100')).toBe('cHNidP8BAA==')
  expect(() => readPsbt('nothing!')).toThrow()
})

test('what is no wallet is refused', () => {
  for (const provider of [undefined, null, {}, { signPsbt: 1 }]) expect(() => readWallet(provider)).toThrow()
})

test('an app’s requests go through the gate with their account', async () => {
  const wallet = await scriptedBitcoinWallet({ privateKey: ada.privateKey })
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
  [{ code: -32000, message: 'no' }, 'refused'],
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

test('accounts of other chains are left out', () => {
  const stacks = { address: 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7', purpose: 'stacks' }
  const own = [
    { address: ada.payment, purpose: 'payment' },
    { address: ada.ordinals, purpose: 'ordinals' },
  ]
  expect(readAccounts([...own, stacks]).map(({ type }) => type)).toEqual(['payment', 'ordinal'])
})
