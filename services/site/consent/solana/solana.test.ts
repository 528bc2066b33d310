import { ed25519 } from '@noble/curves/ed25519.js'
import { base58, base64 } from '@scure/base'
import {
  AuthorityType,
  createApproveInstruction,
  createAssociatedTokenAccountIdempotentInstruction,
  createCloseAccountInstruction,
  createSetAuthorityInstruction,
  createTransferCheckedInstruction,
  createTransferInstruction,
  getAssociatedTokenAddressSync,
} from '@solana/spl-token'
import {
  AddressLookupTableAccount,
  ComputeBudgetProgram,
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { hexToBytes } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Ledger, localGenesisHash, startLedger } from '../../../../chains/solana/src/index.js'
import type { Chain } from '../../accounts/Chain.js'
import { openRpc } from '../../accounts/openRpc.js'
import type { Rpc } from '../../accounts/Rpc.js'
import { signersOf, testWallet, visitorKey, warningsOf } from '../../testing/testWallet.js'

const id = `solana:${localGenesisHash.slice(0, 32)}` as const
const chain: Chain = { id, name: 'Local Solana', coin: { symbol: 'SOL', decimals: 9 } }
const memo = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr')

let ledger: Ledger
let rpc: Rpc
beforeAll(async () => {
  ledger = await startLedger({ slotMs: 0 })
  rpc = openRpc(() => ledger.url)
}, 60_000)
afterAll(() => ledger.close())

/** The visitor of the ledger, who has coin and tokens. */
const secret = hexToBytes('0xa01c67efb5cb8f62f15907a9fcf124c73d2695c8a9a31f21c05742a31ca1dc72')
const own = new PublicKey(ed25519.getPublicKey(secret))
const open = (node: Rpc = rpc, origin = 'https://app.example') =>
  testWallet({ rpc: node, chains: [chain], signers: signersOf(visitorKey, secret), state: { origin } })
const other = () => new PublicKey(ledger.people.wren.address)
const mint = () => new PublicKey(ledger.mints.coin.address)
const tokenOf = (owner: PublicKey) => getAssociatedTokenAddressSync(mint(), owner, true)

const hash = async () =>
  ((await rpc(id, 'getLatestBlockhash', [])) as { value: { blockhash: string } }).value.blockhash

async function legacy(instructions: readonly TransactionInstruction[], feePayer = own): Promise<string> {
  const transaction = new Transaction({
    feePayer,
    blockhash: await hash(),
    lastValidBlockHeight: 10_000,
  }).add(...instructions)
  return base64.encode(transaction.serialize({ requireAllSignatures: false, verifySignatures: false }))
}

async function versioned(
  instructions: TransactionInstruction[],
  tables: AddressLookupTableAccount[] = [],
  payer = own,
) {
  const message = new TransactionMessage({ payerKey: payer, recentBlockhash: await hash(), instructions })
  return base64.encode(new VersionedTransaction(message.compileToV0Message(tables)).serialize())
}

const pay = (lamports: number) => SystemProgram.transfer({ fromPubkey: own, toPubkey: other(), lamports })
const readOne = (transaction: string, wallet = open()) =>
  wallet.consent('solana_signTransaction', { transaction }, id)

describe('solana_signMessage', () => {
  const sign = (bytes: Uint8Array, wallet = open()) =>
    wallet.consent('solana_signMessage', { message: base58.encode(bytes), pubkey: own.toBase58() }, id)
  const utf8 = (text: string) => new TextEncoder().encode(text)

  test('a text is shown and signed', async () => {
    const wallet = open()
    const consent = await sign(utf8('Hello'), wallet)
    expect(consent.rows).toEqual([{ label: { key: 'message' }, value: { type: 'text', text: 'Hello' } }])
    const outcome = await wallet.approve(consent)
    const { signature } = (outcome as { result: { signature: string } }).result
    expect(ed25519.verify(base58.decode(signature), utf8('Hello'), own.toBytes())).toBe(true)
  })

  test('a sign-in for another site cannot be approved', async () => {
    const text = (domain: string) =>
      `${domain} wants you to sign in with your Solana account:\n${own.toBase58()}\n\nHi.\n\nURI: https://${domain}\nVersion: 1\n` +
      `Chain ID: ${id.slice(7)}\nNonce: k3mTpQ8zVfLx4NbR\nIssued At: 2026-11-25T12:00:00.000Z`
    expect(await sign(utf8(text('app.example')))).toMatchObject({
      title: 'signIn',
      warnings: [],
      canApprove: true,
    })
    expect(await sign(utf8(text('evil.com')))).toMatchObject({ title: 'signIn', canApprove: false })
  })

  test('54: a transaction as a message is refused, and another key', async () => {
    const wallet = open()
    const bytes = Transaction.from(base64.decode(await legacy([pay(1)]))).serializeMessage()
    const message = base58.encode(bytes)
    expect((await wallet.refusal('solana_signMessage', { message }, id)).reason).toBe('hiddenTransaction')
    const asked = { message: base58.encode(utf8('a')), pubkey: other().toBase58() }
    expect((await wallet.refusal('solana_signMessage', asked, id)).message).toBe('No public key found')
    expect((await wallet.refusal('solana_signMessage', { message: '0OIl' }, id)).reason).toBe('invalid')
    expect((await wallet.refusal('solana_signMessage', { message: '1'.repeat(7_000) }, id)).reason).toBe(
      'tooLarge',
    )
  })
})

describe('transactions', () => {
  test('a transfer of coin: shown, simulated, signed, accepted by the network', async () => {
    const wallet = open()
    const transaction = await legacy([
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1_000 }),
      pay(25_000_000),
    ])
    const consent = await readOne(transaction, wallet)
    expect(consent).toMatchObject({
      title: 'signTransaction',
      warnings: [],
      account: { address: own.toBase58() },
    })
    expect(consent.changes).toEqual({
      status: 'simulated',
      assets: [{ units: '-25000000', symbol: 'SOL', decimals: 9 }],
      allowances: [],
    })
    expect(consent.rows).toMatchObject([
      {
        label: { key: 'instruction' },
        value: {
          rows: [
            { value: { text: 'transfer' } },
            { label: { key: 'recipient' }, value: { address: other().toBase58() } },
            { label: { key: 'amount' }, value: { units: '25000000' } },
            { label: { key: 'program' }, value: { name: 'System' } },
          ],
        },
      },
      // 5,000 for the signature, and the work of two instructions of the runtime's own programs.
      { label: { key: 'fee' }, value: { units: '5006' } },
    ])
    const outcome = await wallet.approve(consent)
    const { transaction: signed, signature } = (
      outcome as { result: { transaction: string; signature: string } }
    ).result
    expect(await rpc(id, 'sendTransaction', [signed, { encoding: 'base64' }])).toBe(signature)
  })

  test('a token transfer to a new token account, with decimals from the mint', async () => {
    const wallet = open()
    const stranger = Keypair.generate().publicKey
    const transaction = await versioned([
      createAssociatedTokenAccountIdempotentInstruction(own, tokenOf(stranger), stranger, mint()),
      createTransferCheckedInstruction(tokenOf(own), mint(), tokenOf(stranger), own, 1_500_000, 6),
      new TransactionInstruction({ programId: memo, keys: [], data: Buffer.from('Invoice 7') }),
    ])
    const consent = await wallet.consent(
      'solana_signAndSendTransaction',
      { transaction, options: { skipPreflight: false, maxRetries: 2 } },
      id,
    )
    expect(warningsOf(consent)).toEqual([])
    expect(consent.title).toBe('send')
    expect(consent.changes).toMatchObject({
      status: 'simulated',
      assets: [{ symbol: 'SOL' }, { contract: mint().toBase58(), units: '-1500000', decimals: 6 }],
    })
    expect(JSON.stringify(consent.rows)).toContain('Invoice 7')
    const outcome = await wallet.approve(consent)
    const { signature } = (outcome as { result: { signature: string } }).result
    expect(await rpc(id, 'getSignatureStatuses', [[signature]])).toMatchObject({ value: [{ err: null }] })
  })

  test('several at once', async () => {
    const wallet = open()
    const consent = await wallet.consent(
      'solana_signAllTransactions',
      { transactions: [await legacy([pay(1_000_000)]), await legacy([pay(2_000_000)])] },
      id,
    )
    expect(consent.changes).toMatchObject({ assets: [{ units: '-3000000' }] })
    const outcome = await wallet.approve(consent)
    const { transactions } = (outcome as { result: { transactions: string[] } }).result
    for (const one of transactions)
      expect(VersionedTransaction.deserialize(base64.decode(one)).signatures).toHaveLength(1)
  })

  test('what gives control away is a danger: approve, authority, assign, close', async () => {
    const warned = async (...instructions: TransactionInstruction[]) =>
      warningsOf(await readOne(await legacy(instructions)))
    expect(await warned(createApproveInstruction(tokenOf(own), other(), own, 2n ** 64n - 1n))).toEqual([
      'danger unlimited',
    ])
    expect(
      await warned(createSetAuthorityInstruction(tokenOf(own), own, AuthorityType.AccountOwner, other())),
    ).toEqual(['danger changesAuthority', 'danger ownerChanges'])
    expect(await warned(SystemProgram.assign({ accountPubkey: own, programId: memo }))).toContain(
      'danger assignsAccount',
    )
    const close = createCloseAccountInstruction(tokenOf(own), other(), own)
    expect(await warned(close)).toContain('caution closesAccount')
    const unknownProgram = Keypair.generate().publicKey
    expect(
      await warned(new TransactionInstruction({ programId: unknownProgram, keys: [], data: Buffer.of(1) })),
    ).toContain('danger unknownProgram')
    const unreadable = createTransferInstruction(tokenOf(own), tokenOf(own), own, 1)
    unreadable.data = Buffer.of(3, 1)
    expect(await warned(unreadable)).toContain('danger unreadableInstruction')
  })

  test('an allowance shows as a change', async () => {
    const consent = await readOne(
      await legacy([createApproveInstruction(tokenOf(own), other(), own, 5_000_000)]),
    )
    expect(consent.changes).toMatchObject({
      allowances: [
        {
          contract: mint().toBase58(),
          spender: other().toBase58(),
          units: '5000000',
          decimals: 6,
          isUnlimited: false,
        },
      ],
    })
  })
})

describe('54: hostile transactions', () => {
  test('of other signers: refused without the own key, else said', async () => {
    const wallet = open()
    const foreign = SystemProgram.transfer({ fromPubkey: other(), toPubkey: own, lamports: 1 })
    const transaction = await legacy([foreign], other())
    expect((await wallet.refusal('solana_signTransaction', { transaction }, id)).message).toBe(
      'No public key found',
    )
    const both = await legacy([pay(1_000_000), foreign])
    expect(warningsOf(await readOne(both))).toContain('caution otherSigner')
    const refusal = await wallet.refusal('solana_signAndSendTransaction', { transaction: both }, id)
    expect(refusal.message).toBe(`The transaction lacks the signature of ${other().toBase58()}`)
    const paidByOther = await legacy([pay(1_000_000)], other())
    expect(warningsOf(await readOne(paidByOther))).toEqual(['caution otherSigner', 'info otherFeePayer'])
  })

  test('longer than the network takes, and malformed', async () => {
    const wallet = open()
    const refused = async (transaction: unknown) =>
      (await wallet.refusal('solana_signTransaction', { transaction }, id)).message
    expect(await refused(base64.encode(new Uint8Array(2_000)))).toBe('transaction: too large')
    expect(await refused(base64.encode(new Uint8Array(1_233)))).toBe('transaction: too large')
    expect(await refused(base64.encode(new Uint8Array(100)))).toBe('transaction: cannot be read')
    expect(await refused('not base64!')).toBe('transaction: must be a text in base64')
    expect(await refused(undefined)).toBe('transaction: must be a text in base64')
    const options = { preflightCommitment: 'whenever' }
    const bad = await wallet.refusal(
      'solana_signAndSendTransaction',
      { transaction: await legacy([pay(1)]), options },
      id,
    )
    expect(bad.message).toContain('options: Invalid type')
  })

  const table = () =>
    new AddressLookupTableAccount({
      key: Keypair.generate().publicKey,
      state: {
        deactivationSlot: 2n ** 64n - 1n,
        lastExtendedSlot: 0,
        lastExtendedSlotStartIndex: 0,
        addresses: [other(), memo],
      },
    })

  test('with a lookup table that no node has: it cannot be read, and cannot be tried', async () => {
    const consent = await readOne(await versioned([pay(1_000_000)], [table()]))
    expect(warningsOf(consent)).toContain('danger lookupUnresolved')
    expect(JSON.stringify(consent.rows)).toContain('cannotBeRead')
    expect(['fails', 'unknown']).toContain(consent.changes?.status)
  })

  test('with a lookup table of the chain: its addresses are shown', async () => {
    const known = table()
    const data = new Uint8Array(56 + 64)
    data[0] = 1
    data.set(other().toBytes(), 56)
    data.set(memo.toBytes(), 88)
    const account = {
      owner: 'AddressLookupTab1e1111111111111111111111111',
      lamports: 1,
      data: [base64.encode(data), 'base64'],
    }
    const wallet = open((chainId, method, params) =>
      method === 'getMultipleAccounts' && (params[0] as string[])[0] === known.key.toBase58()
        ? Promise.resolve({ value: [account] })
        : rpc(chainId, method, params),
    )
    const consent = await readOne(await versioned([pay(1_000_000)], [known]), wallet)
    expect(warningsOf(consent)).not.toContain('danger lookupUnresolved')
    expect(JSON.stringify(consent.rows[0])).toContain(other().toBase58())
  })

  test('with a durable nonce: it is said', async () => {
    const nonce = Keypair.generate().publicKey
    const advance = SystemProgram.nonceAdvance({ noncePubkey: nonce, authorizedPubkey: own })
    expect(warningsOf(await readOne(await legacy([advance, pay(1)])))).toContain('caution durableNonce')
  })

  test('whose blockhash has grown old, or for another network', async () => {
    const wallet = open()
    const transaction = await legacy([pay(1_000_000)])
    const consent = await wallet.consent('solana_signAndSendTransaction', { transaction }, id)
    ledger.chain.advance(200)
    expect(await wallet.approve(consent)).toMatchObject({ status: 'refused', error: { reason: 'expired' } })
    const elsewhere = open((chainId, method, params) =>
      method === 'getGenesisHash'
        ? Promise.resolve('5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d')
        : rpc(chainId, method, params),
    )
    expect((await elsewhere.refusal('solana_signTransaction', { transaction }, id)).message).toBe(
      'Network changed',
    )
  })

  test('that would fail: it is said with the reason', async () => {
    const consent = await readOne(await legacy([pay(10 ** 15)]))
    expect(warningsOf(consent)[0]).toBe('danger fails')
    const wallet = open()
    const sent = await wallet.consent(
      'solana_signAndSendTransaction',
      { transaction: await legacy([pay(10 ** 15)]) },
      id,
    )
    expect(await wallet.approve(sent)).toMatchObject({ status: 'refused', error: { reason: 'nodeRefused' } })
  })

  test('without an answer of the node, what was sent is unknown', async () => {
    const wallet = open()
    const consent = await wallet.consent(
      'solana_signAndSendTransaction',
      { transaction: await legacy([pay(1_000_000)]) },
      id,
    )
    const deaf: Rpc = (chainId, method, params) =>
      /^sendTransaction|getSignatureStatuses/.test(method)
        ? Promise.reject(new Error('no answer'))
        : rpc(chainId, method, params)
    expect(await wallet.approve(consent, undefined, deaf)).toMatchObject({
      status: 'unknown',
      error: { code: 'network' },
    })
  })
})
