import {
  airdropFactory,
  appendTransactionMessageInstruction,
  type Blockhash,
  createSolanaRpc,
  createSolanaRpcSubscriptions,
  createTransactionMessage,
  generateKeyPairSigner,
  lamports,
  pipe,
  sendAndConfirmTransactionFactory,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import {
  createTransferCheckedWithFeeInstruction,
  getAssociatedTokenAddressSync,
  getOrCreateAssociatedTokenAccount,
  TOKEN_2022_PROGRAM_ID,
  transferChecked,
} from '@solana/spl-token'
import {
  ComputeBudgetProgram,
  Connection,
  Keypair,
  PublicKey,
  SystemProgram,
  sendAndConfirmTransaction,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Ledger, mints, privateKeyOf, startLedger } from './index.js'

let ledger: Ledger
beforeAll(async () => {
  ledger = await startLedger({ slotMs: 20 })
})
afterAll(() => ledger.close())

const visitor = Keypair.fromSeed(privateKeyOf(0))
const connect = () => new Connection(ledger.url, { commitment: 'confirmed', wsEndpoint: ledger.webSocketUrl })
const pay = (lamports: number, to = Keypair.generate().publicKey) =>
  SystemProgram.transfer({ fromPubkey: visitor.publicKey, toPubkey: to, lamports })

describe('web3.js as a client', () => {
  test('the people of the phrase are funded', async () => {
    expect(ledger.people.visitor.address).toBe(visitor.publicKey.toBase58())
    expect(await connect().getBalance(new PublicKey(ledger.people.harbor.address))).toBe(100e9)
  })

  test('a transfer with a price for its units is confirmed and read back', async () => {
    const connection = connect()
    const to = Keypair.generate().publicKey
    const transaction = new Transaction().add(
      ComputeBudgetProgram.setComputeUnitLimit({ units: 500 }),
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 20_000_000 }),
      pay(1e9, to),
    )
    const signature = await sendAndConfirmTransaction(connection, transaction, [visitor])
    expect(await connection.getBalance(to)).toBe(1e9)
    const found = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 })
    expect(found?.meta).toMatchObject({ err: null, fee: 15_000, computeUnitsConsumed: 450 })
    const [newest] = await connection.getSignaturesForAddress(to)
    expect(newest?.signature).toBe(signature)
  })

  test('a version 0 transaction', async () => {
    const connection = connect()
    const { blockhash: recentBlockhash, lastValidBlockHeight } = await connection.getLatestBlockhash()
    const message = new TransactionMessage({
      payerKey: visitor.publicKey,
      recentBlockhash,
      instructions: [pay(1e9)],
    })
    const transaction = new VersionedTransaction(message.compileToV0Message())
    transaction.sign([visitor])
    const signature = await connection.sendTransaction(transaction)
    const { value } = await connection.confirmTransaction({
      signature,
      blockhash: recentBlockhash,
      lastValidBlockHeight,
    })
    expect(value.err).toBeNull()
  })

  test('tokens move, also to an account that is created on the way', async () => {
    const connection = connect()
    const mint = new PublicKey(mints.coin.address)
    const to = Keypair.generate().publicKey
    const account = await getOrCreateAssociatedTokenAccount(connection, visitor, mint, to)
    const own = getAssociatedTokenAddressSync(mint, visitor.publicKey)
    await transferChecked(connection, visitor, own, mint, account.address, visitor, 400_000n, 6)
    const { value } = await connection.getParsedTokenAccountsByOwner(to, { mint })
    expect(value[0]?.account.data.parsed.info.tokenAmount.uiAmountString).toBe('0.4')
  })

  test('the other mint withholds its fee', async () => {
    const connection = connect()
    const mint = new PublicKey(mints.charging.address)
    const at = (owner: PublicKey) => getAssociatedTokenAddressSync(mint, owner, true, TOKEN_2022_PROGRAM_ID)
    const harbor = new PublicKey(ledger.people.harbor.address)
    const before = BigInt((await connection.getTokenAccountBalance(at(harbor))).value.amount)
    const move = createTransferCheckedWithFeeInstruction(
      at(visitor.publicKey),
      mint,
      at(harbor),
      visitor.publicKey,
      10_000n,
      2,
      150n,
    )
    await sendAndConfirmTransaction(connection, new Transaction().add(move), [visitor])
    const after = BigInt((await connection.getTokenAccountBalance(at(harbor))).value.amount)
    expect(after - before).toBe(9_850n)
  })

  const poor = Keypair.generate()
  test.each<[string, () => Transaction, Keypair, RegExp]>([
    [
      'more than the account has',
      () => new Transaction().add(pay(1e15)),
      visitor,
      /Error processing Instruction 0: custom program error: 0x1/,
    ],
    [
      'an account that nobody has funded',
      () =>
        new Transaction().add(
          SystemProgram.transfer({ fromPubkey: poor.publicKey, toPubkey: visitor.publicKey, lamports: 1 }),
        ),
      poor,
      /no record of a prior credit/,
    ],
    [
      'too few units for its work',
      () => new Transaction().add(ComputeBudgetProgram.setComputeUnitLimit({ units: 100 }), pay(1e9)),
      visitor,
      /ComputationalBudgetExceeded/,
    ],
    [
      'less than the rent of a new account',
      () => new Transaction().add(pay(1)),
      visitor,
      /insufficient funds for rent/,
    ],
  ])('refused: %s', async (_, make, signer, words) => {
    await expect(sendAndConfirmTransaction(connect(), make(), [signer])).rejects.toThrow(words)
  })

  test('refused: a signature that does not fit', async () => {
    const connection = connect()
    const transaction = new Transaction({
      feePayer: visitor.publicKey,
      ...(await connection.getLatestBlockhash()),
    })
    transaction.add(pay(1e9)).sign(visitor)
    const raw = transaction.serialize()
    raw[5] = (raw[5] ?? 0) ^ 1
    await expect(connection.sendRawTransaction(raw)).rejects.toThrow('signature verification failure')
  })
})

describe('the kit as a client', () => {
  const clients = () => ({
    rpc: createSolanaRpc(ledger.url),
    rpcSubscriptions: createSolanaRpcSubscriptions(ledger.webSocketUrl),
  })

  test('the faucet pays, and a transfer is confirmed over the socket', async () => {
    const { rpc, rpcSubscriptions } = clients()
    const from = await generateKeyPairSigner()
    await airdropFactory({ rpc, rpcSubscriptions } as never)({
      recipientAddress: from.address,
      lamports: lamports(2_000_000_000n),
      commitment: 'confirmed',
    })
    const { value } = await rpc.getLatestBlockhash().send()
    const signed = await signTransactionMessageWithSigners(transferOf(from, value))
    await sendAndConfirmTransactionFactory({ rpc, rpcSubscriptions } as never)(signed as never, {
      commitment: 'confirmed',
    })
    expect((await rpc.getBalance(ledger.people.thistle.address).send()).value).toBeGreaterThan(
      100_000_000_000n,
    )
  })

  test('a blockhash is accepted for 150 blocks and not for one more', async () => {
    const { rpc } = clients()
    const still = await startLedger({ slotMs: 0 })
    try {
      const own = createSolanaRpc(still.url)
      const { value } = await own.getLatestBlockhash().send()
      const now = await own.getBlockHeight().send()
      still.chain.advance(Number(value.lastValidBlockHeight - now))
      expect((await own.isBlockhashValid(value.blockhash).send()).value).toBe(true)
      still.chain.advance()
      expect((await own.isBlockhashValid(value.blockhash).send()).value).toBe(false)
    } finally {
      await still.close()
    }
    expect(await rpc.getHealth().send()).toBe('ok')
  })

  const transferOf = (
    from: Awaited<ReturnType<typeof generateKeyPairSigner>>,
    lifetime: { readonly blockhash: Blockhash; readonly lastValidBlockHeight: bigint },
  ) => {
    const data = new Uint8Array(12)
    data[0] = 2
    new DataView(data.buffer).setBigUint64(4, 1_000_000n, true)
    const instruction = {
      programAddress: '11111111111111111111111111111111',
      accounts: [
        { address: from.address, role: 3, signer: from },
        { address: ledger.people.thistle.address, role: 1 },
      ],
      data,
    }
    return pipe(
      createTransactionMessage({ version: 0 }),
      (message) => setTransactionMessageFeePayerSigner(from, message),
      (message) => setTransactionMessageLifetimeUsingBlockhash(lifetime, message),
      (message) => appendTransactionMessageInstruction(instruction as never, message),
    )
  }
})
