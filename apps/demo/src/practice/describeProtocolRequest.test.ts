import { Transaction } from '@scure/btc-signer'
import {
  AccountRole,
  type Address,
  appendTransactionMessageInstructions,
  compileTransaction,
  createTransactionMessage,
  getBase58Decoder,
  getBase64EncodedWireTransaction,
  type Instruction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import { expect, test } from 'vitest'
import { describeProtocolRequest } from './describeProtocolRequest.js'
import { openFamilyAccount } from './openFamilyAccount.js'

const [solana, bitcoin, polkadot] = await Promise.all(
  (['solana', 'bip122', 'polkadot'] as const).map((family) => openFamilyAccount(family, 0)),
)
const regtest = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
const own = bitcoin?.addressesOn(regtest) ?? []
const stranger = (await openFamilyAccount('bip122', 1)).addressesOn(regtest)[0] ?? ''
const prefixes = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef }
const me = (solana?.addressesOn('solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1')[0] ?? '') as Address
const memo = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr' as Address
const system = '11111111111111111111111111111111' as Address

const ask = (method: string, params: unknown) => describeProtocolRequest({ method, params }, own)

function wire(instructions: readonly Instruction[]): string {
  const transaction = pipe(
    createTransactionMessage({ version: 0 }),
    (message) => setTransactionMessageFeePayer(me, message),
    (message) =>
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: memo as never, lastValidBlockHeight: 1n },
        message,
      ),
    (message) => appendTransactionMessageInstructions(instructions, message),
    compileTransaction,
  )
  return getBase64EncodedWireTransaction(transaction)
}

function transfer(lamports: bigint): Instruction {
  const data = new Uint8Array(12)
  const view = new DataView(data.buffer)
  view.setUint32(0, 2, true)
  view.setBigUint64(4, lamports, true)
  const accounts = [
    { address: me, role: AccountRole.WRITABLE_SIGNER },
    { address: memo, role: AccountRole.WRITABLE },
  ]
  return { programAddress: system, accounts, data }
}

test('a Solana payment is told in words; what else the transaction calls is named', async () => {
  const pay = wire([transfer(100_000_000n)])
  expect(await ask('solana_signAndSendTransaction', { transaction: pay, pubkey: me })).toEqual({
    title: `Send 0.1 SOL to ${memo.slice(0, 6)}…${memo.slice(-4)}?`,
    lines: [
      ['To', memo],
      ['Amount', '0.1 SOL'],
    ],
    address: me,
  })
  const more = wire([transfer(100_000_000n), { programAddress: system, data: new Uint8Array([9]) }])
  expect(await ask('solana_signTransaction', { transaction: more, pubkey: me })).toMatchObject({
    title: 'Sign this transaction?',
    lines: [
      ['To', memo],
      ['Amount', '0.1 SOL'],
      ['Also calls', system],
    ],
  })
  expect(await ask('solana_signAllTransactions', { transactions: [pay, more], pubkey: me })).toMatchObject({
    title: 'Sign 2 transactions?',
  })
})

test('a message is shown as text, and as bytes if it is none', async () => {
  const message = (bytes: readonly number[]) => getBase58Decoder().decode(Uint8Array.from(bytes))
  const lineOf = async (method: string, params: object) => (await ask(method, params))?.lines[0]?.[1]
  expect(await lineOf('solana_signMessage', { message: message([72, 105]), pubkey: me })).toBe('Hi')
  expect(await lineOf('solana_signMessage', { message: message([72, 0]), pubkey: me })).toBe('0x4800')
  expect(await lineOf('signMessage', { message: 'Hi', account: own[0] })).toBe('Hi')
  expect(await lineOf('polkadot_signMessage', { message: 'Hi', address: 'me' })).toBe('Hi')
  expect(
    await lineOf('polkadot_signMessage', { message: '0x3c42797465733e48693c2f42797465733e', address: 'me' }),
  ).toBe('Hi')
})

test('outputs of a PSBT to an own address are change, no matter who pays', async () => {
  const transaction = new Transaction()
  const script = new Uint8Array([0, 20, ...new Uint8Array(20).fill(9)])
  transaction.addInput({ txid: '11'.repeat(32), index: 0, witnessUtxo: { script, amount: 100_000n } })
  transaction.addOutputAddress(stranger, 60_000n, prefixes)
  transaction.addOutputAddress(own[1] ?? '', 30_000n, prefixes)
  transaction.addOutput({ script, amount: 9_000n })
  const psbt = btoa(String.fromCharCode(...transaction.toPSBT()))
  expect((await ask('signPsbt', { psbt, account: own[0] }))?.lines).toMatchObject([
    ['To', stranger],
    ['Amount', '0.0006 BTC'],
    ['Change', '0.0003 BTC'],
    ['To', expect.stringMatching(/^bcrt1/)],
    ['Amount', '0.00009 BTC'],
    ['Fee', '0.00001 BTC'],
  ])
  const send = { recipientAddress: stranger, amount: '60000', account: own[0] }
  expect((await ask('sendTransfer', send))?.title).toMatch(/^Send 0\.0006 BTC to bcrt1q…/)
})

test('a Polkadot call is told as a payment only if it is one', async () => {
  const address = polkadot?.addressesOn('polkadot:45454545454545454545454545454545')[0]
  const call = (pallet: number, name: number) =>
    `0x${[pallet, name, 0, ...new Uint8Array(32).fill(3)]
      .map((byte) => byte.toString(16).padStart(2, '0'))
      .join('')}070010a5d4e8`
  const described = (method: string) =>
    ask('polkadot_signTransaction', { address, transactionPayload: { method } })
  expect((await described(call(10, 3)))?.lines[1]).toEqual(['Amount', '1 ROC'])
  expect((await described(call(31, 3)))?.lines).toEqual([['Transaction', '41 bytes']])
})

test('what cannot be read is refused, and another method is unknown', async () => {
  await expect(ask('solana_signTransaction', {})).rejects.toThrow()
  await expect(ask('sendTransfer', { recipientAddress: stranger, amount: '1e9' })).rejects.toThrow()
  await expect(ask('signPsbt', { psbt: 7 })).rejects.toThrow()
  await expect(ask('polkadot_signTransaction', { address: 'me', transactionPayload: null })).rejects.toThrow()
  expect(await ask('eth_sign', [])).toBeUndefined()
})
