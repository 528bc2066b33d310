import { type Ledger, localGenesisHash, mints, privateKeyOf, startLedger } from '@latchkey/chain-solana'
import { type Address, createSolanaRpc, type Signature } from '@solana/kit'
import {
  AuthorityType,
  createSetAuthorityInstruction,
  getAssociatedTokenAddressSync,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token'
import { Keypair, PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Asked, FeeQuote, Transfer } from '../../core/transfers.js'
import type { Network } from '../../protocol/entities/Network.js'
import { connectSolanaWallet, localSolana } from '../../testing/solana/openSolanaWallet.js'
import { scriptedSolanaWallet } from '../../testing/solana/scriptedSolanaWallet.js'
import { signTransaction } from '../../testing/solana/signTransaction.js'
import { budgetFor } from './estimateTransfer.js'
import { transfers } from './transfers.js'

const sol = 1_000_000_000n
const emptyRent = 890_880n
const secret = privateKeyOf(0)
const { address: visitor } = scriptedSolanaWallet({ secret })
const { address: harbor } = scriptedSolanaWallet({ secret: privateKeyOf(4) })
const newAddress = () => Keypair.generate().publicKey.toBase58()

let ledger: Ledger
let network: Network
beforeEach(async () => {
  ledger = await startLedger({ slotMs: 0 })
  network = localSolana(ledger.url, localGenesisHash)
})
afterEach(() => ledger.close())

const rpc = () => createSolanaRpc(ledger.url)
const balanceOf = async (owner: string) =>
  (
    await rpc()
      .getBalance(owner as Address)
      .send()
  ).value
const tokensOf = async (owner: string, mint: string, program = TOKEN_PROGRAM_ID) => {
  const place = getAssociatedTokenAddressSync(new PublicKey(mint), new PublicKey(owner), true, program)
  return (
    await rpc()
      .getTokenAccountBalance(place.toBase58() as Address)
      .send()
  ).value.amount
}

const quoteOf = (transfer: Transfer) => transfers.estimate({ network, transfer, isFirm: true })
const prepare = (transfer: Transfer, fee: FeeQuote) =>
  transfers.prepare({ network, from: visitor, isAtomic: false, transfer, fee })

type Options = Partial<scriptedSolanaWallet.Parameters>

/** Sends a transfer as the kit does; returns what is needed to look at it. */
async function send(transfer: Transfer, options: Options = {}) {
  const fee = await quoteOf(transfer)
  const asked = await prepare(transfer, fee)
  const { provider } = await connectSolanaWallet(network, { secret, rpcUrl: ledger.url, ...options })
  const sent = await transfers.send({ provider, network, transfer, asked, fee, wallet: 'Scripted Wallet' })
  ledger.chain.advance(2)
  return { fee, asked, sent }
}

type Known = { readonly fee: FeeQuote; readonly asked: Asked }

const statusOf = (transfer: Transfer, known: Known, id: string) =>
  transfers.status({ network, sent: { kind: 'transaction', id }, transfer, ...pick(known) })
const findOf = (transfer: Transfer, known: Known, others: readonly string[] = []) =>
  transfers.find({ network, transfer, ...pick(known), others })
const pick = ({ fee, asked }: Known) => ({ fee, asked })

describe('the coin', () => {
  test('arrives, and the fee is the one that was shown', async () => {
    const transfer = { from: visitor, to: harbor, units: sol }
    const [mine, theirs] = [await balanceOf(visitor), await balanceOf(harbor)]
    const { sent, ...known } = await send(transfer)
    expect(known.fee).toMatchObject({ most: '15000', about: '15000', kept: String(emptyRent) })
    expect(await balanceOf(harbor)).toBe(theirs + sol)
    expect(await balanceOf(visitor)).toBe(mine - sol - 15_000n)
    expect(await statusOf(transfer, known, sent.id)).toEqual({ status: 'confirmed', hash: sent.id })
  })

  test('a wallet that only signs: the kit puts it on the chain', async () => {
    const transfer = { from: visitor, to: harbor, units: sol }
    const { sent, ...known } = await send(transfer, { features: ['signTransaction'] })
    expect(await statusOf(transfer, known, sent.id)).toMatchObject({ status: 'confirmed' })
  })

  test('the most that can be sent leaves the fee and the rent of an empty account', async () => {
    const transfer = { from: visitor, to: newAddress(), units: 1n }
    const probe = await transfers.estimate({ network, transfer, isFirm: true, isRest: true })
    const all = await transfers.balance({ network, address: visitor })
    const units = all - BigInt(probe.most) - BigInt(probe.kept ?? 0)
    await send({ from: visitor, to: newAddress(), units })
    expect(await balanceOf(visitor)).toBe(emptyRent)
  })

  test('less than the rent of a new account is refused before the wallet is asked', async () => {
    for (const units of [1n, 1_000n]) {
      const transfer = { from: visitor, to: newAddress(), units }
      await expect(quoteOf(transfer)).rejects.toMatchObject({ code: 'TRANSFER_REFUSED' })
    }
  })

  test('before an amount is entered, the form shows the fee for a new account, too', async () => {
    const transfer = { from: visitor, to: newAddress(), units: 1n }
    expect(await transfers.estimate({ network, transfer })).toMatchObject({ most: '15000' })
  })

  test('while the visitor types, the least amount for a new account is named', async () => {
    const least = (to: string, units: bigint) =>
      transfers.estimate({ network, transfer: { from: visitor, to, units } }).then((fee) => fee.least)
    expect(await least(newAddress(), 1_000n)).toBe(String(emptyRent))
    expect(await least(newAddress(), emptyRent)).toBeUndefined()
    expect(await least(harbor, 1_000n)).toBeUndefined()
  })

  test('what has become too much since the review is refused before the wallet is asked', async () => {
    const transfer = { from: visitor, to: harbor, units: 60n * sol }
    const fee = await quoteOf(transfer)
    await send(transfer)
    await expect(prepare(transfer, fee)).rejects.toMatchObject({ code: 'TRANSFER_REFUSED' })
  })
})

describe('tokens', () => {
  test('the recipient’s account is created, and its rent is in the fee', async () => {
    const to = newAddress()
    const transfer = { from: visitor, to, units: 400_000n, tokenAddress: mints.coin.address }
    const mine = await balanceOf(visitor)
    const { sent, ...known } = await send(transfer)
    expect(await tokensOf(to, mints.coin.address)).toBe('400000')
    expect(await balanceOf(visitor)).toBe(mine - BigInt(known.fee.most))
    expect(BigInt(known.fee.most)).toBeGreaterThan(2_039_280n)
    expect(await statusOf(transfer, known, sent.id)).toMatchObject({ status: 'confirmed' })
    // The second time there is nothing to create.
    expect(BigInt((await quoteOf(transfer)).most)).toBeLessThan(20_000n)
  })

  test('more rent than was reviewed is refused before the wallet is asked', async () => {
    const to = newAddress()
    const transfer = { from: visitor, to, units: 400_000n, tokenAddress: mints.coin.address }
    const fee = await quoteOf(transfer)
    const rent = fee.terms?.rent ?? ''
    expect(BigInt(rent)).toBeGreaterThan(2_000_000n)
    await prepare(transfer, fee)
    const less = { ...fee, terms: { ...fee.terms, rent: String(BigInt(rent) - 1n) } }
    await expect(prepare(transfer, less)).rejects.toMatchObject({ code: 'REVIEW_OUTDATED' })
    // Meanwhile the recipient has the account: nothing is to be paid for it.
    await send(transfer)
    await prepare(transfer, less)
  })

  test('an account that has the fee and not the rent lacks the coin, and it is told so', async () => {
    const from = newAddress()
    const { address: tokenAddress } = mints.coin
    await send({ from: visitor, to: from, units: emptyRent + 100_000n })
    await send({ from: visitor, to: from, units: 1_000n, tokenAddress })
    const attempt = (to: string, units: bigint) => quoteOf({ from, to, units, tokenAddress })
    await expect(attempt(newAddress(), 1n)).rejects.toMatchObject({ code: 'INSUFFICIENT_FEE_FUNDS' })
    // Where there is no account to create, the same number means that the token does not suffice.
    expect(await attempt(visitor, 1n)).toMatchObject({ most: '15000' })
    await expect(attempt(visitor, 1_001n)).rejects.toMatchObject({ code: 'TRANSFER_REFUSED' })
  })

  test('a place that only has lamports is made a token account, and the review shows the rest of its rent', async () => {
    const to = newAddress()
    const { address: tokenAddress } = mints.coin
    const place = getAssociatedTokenAddressSync(new PublicKey(tokenAddress), new PublicKey(to))
    await send({ from: visitor, to: place.toBase58(), units: emptyRent })
    expect(await transfers.balance({ network, address: to, tokenAddress })).toBe(0n)
    const mine = await balanceOf(visitor)
    const { sent, ...known } = await send({ from: visitor, to, units: 400_000n, tokenAddress })
    expect(await tokensOf(to, tokenAddress)).toBe('400000')
    expect(await balanceOf(visitor)).toBe(mine - BigInt(known.fee.most))
    expect(known.fee.terms?.rent).toBe(String(2_039_280n - emptyRent))
  })

  test('a token account that its owner has given away is refused, also after the review', async () => {
    const to = Keypair.generate()
    const { address: tokenAddress } = mints.coin
    const transfer = { from: visitor, to: to.publicKey.toBase58(), units: 5n, tokenAddress }
    await send({ from: visitor, to: transfer.to, units: sol })
    await send(transfer)
    const fee = await quoteOf(transfer)
    expect(fee.terms).not.toHaveProperty('rent')
    const place = getAssociatedTokenAddressSync(new PublicKey(tokenAddress), to.publicKey)
    const { blockhash } = ledger.chain.latestBlockhash()
    const giving = new Transaction({ feePayer: to.publicKey, blockhash, lastValidBlockHeight: 1 })
    const thief = new PublicKey(newAddress())
    giving.add(createSetAuthorityInstruction(place, to.publicKey, AuthorityType.AccountOwner, thief))
    giving.sign(to)
    const wire = giving.serialize().toString('base64')
    await rpc()
      .sendTransaction(wire as never, { encoding: 'base64' })
      .send()
    ledger.chain.advance(2)
    await expect(prepare(transfer, fee)).rejects.toMatchObject({ code: 'TRANSFER_REFUSED' })
    await expect(quoteOf(transfer)).rejects.toMatchObject({ code: 'TRANSFER_REFUSED' })
    // Nor is what somebody else holds there the former owner's.
    expect(await transfers.balance({ network, address: transfer.to, tokenAddress })).toBe(0n)
  })

  test('no account is created where the review shows no rent', async () => {
    const transfer = { from: visitor, to: newAddress(), units: 400_000n, tokenAddress: mints.coin.address }
    const { terms, ...fee } = await quoteOf(transfer)
    const { rent, ...others } = terms ?? {}
    await expect(prepare(transfer, { ...fee, terms: others })).rejects.toMatchObject({
      code: 'TRANSFER_REFUSED',
    })
  })

  test('what Token-2022 withholds is told, and is what the recipient does not get', async () => {
    const to = newAddress()
    const { address: tokenAddress } = mints.charging
    const transfer = { from: visitor, to, units: 10_000n, tokenAddress }
    const mine = await balanceOf(visitor)
    const { fee } = await send(transfer)
    expect(fee.withheld).toBe('150')
    expect(await tokensOf(to, tokenAddress, TOKEN_2022_PROGRAM_ID)).toBe('9850')
    expect(await balanceOf(visitor)).toBe(mine - BigInt(fee.most))
    expect((await quoteOf({ ...transfer, units: 1_000_000n })).withheld).toBe('500')
  })

  test('more than the account has is refused', async () => {
    const transfer = { from: visitor, to: harbor, units: 10n ** 15n, tokenAddress: mints.coin.address }
    await expect(quoteOf(transfer)).rejects.toMatchObject({ code: 'TRANSFER_REFUSED' })
  })

  test('the chain says how a token counts, and what is no token', async () => {
    const facts = (tokenAddress: string) => transfers.facts({ network, to: harbor, tokenAddress })
    expect(await facts(mints.charging.address)).toEqual({ isContract: false, token: { decimals: 2 } })
    await expect(facts(harbor)).rejects.toMatchObject({ code: 'TOKEN_UNREADABLE' })
    const of = { network, address: visitor, tokenAddress: mints.coin.address }
    expect(await transfers.balance(of)).toBe(1_000_000_000n)
    expect(await transfers.balance({ ...of, address: newAddress() })).toBe(0n)
  })

  test('an account of a program, and an address that no key has, are told', async () => {
    const isContract = (address: string) => transfers.isContract({ network, address })
    const place = getAssociatedTokenAddressSync(new PublicKey(mints.coin.address), new PublicKey(visitor))
    expect(await isContract(place.toBase58())).toBe(true)
    expect(await isContract(mints.coin.address)).toBe(true)
    expect(await isContract(newAddress())).toBe(false)
  })

  test('a token account, a token and a program are refused as recipients', async () => {
    const facts = (to: string) => transfers.facts({ network, to })
    const place = getAssociatedTokenAddressSync(new PublicKey(mints.coin.address), new PublicKey(visitor))
    for (const to of [place.toBase58(), mints.coin.address, TOKEN_PROGRAM_ID.toBase58()]) {
      await expect(facts(to)).rejects.toMatchObject({ code: 'TRANSFER_REFUSED' })
    }
    const [vault] = PublicKey.findProgramAddressSync([Buffer.from('vault')], TOKEN_PROGRAM_ID)
    expect(await facts(vault.toBase58())).toEqual({ isContract: true, isKeyless: true })
    expect(await facts(harbor)).toEqual({ isContract: false })
  })
})

describe('what became of it', () => {
  const transfer = { from: visitor, to: harbor, units: sol }

  test('a wallet that sends to somebody else is found out by what the network has', async () => {
    const thief = newAddress()
    const { sent, ...known } = await send(transfer, {
      answer: (_, honest) => honest(),
      features: ['signAndSendTransaction'],
      ...altering(() => thiefTransaction(thief)),
    })
    expect(await statusOf(transfer, known, sent.id)).toEqual({ status: 'other', isMined: true })
    // It was made of the request: it has the request's blockhash.
    expect(await findOf(transfer, known)).toEqual({ status: 'open', by: sent.id })
  })

  test('a wallet that pays somebody else besides is found out, too', async () => {
    const thief = newAddress()
    const { sent, ...known } = await send(transfer, {
      ...altering(() => thiefTransaction(thief, harbor)),
      features: ['signAndSendTransaction'],
    })
    expect(await balanceOf(thief)).toBe(2n * sol)
    expect(await statusOf(transfer, known, sent.id)).toEqual({ status: 'other', isMined: true })
  })

  test('an equal payment from before is not taken for it, whatever the wallet says', async () => {
    const { sent } = await send(transfer)
    ledger.chain.advance(200)
    const known = await send(transfer, { answer: naming(sent.id) })
    expect(await statusOf(transfer, known, sent.id)).toEqual({ status: 'other', isMined: true })
  })

  test('a wallet that only signs, and signs another transfer, has nothing put on the chain', async () => {
    const attempt = send(transfer, {
      features: ['signTransaction'],
      async answer({ method }, honest) {
        if (method !== 'signTransaction') return honest()
        return { signedTransaction: thiefTransaction(newAddress()) }
      },
    })
    await expect(attempt).rejects.toMatchObject({ code: 'TRANSFER_ALTERED' })
  })

  test('an answer that is lost: the transfer is found among the account’s transactions', async () => {
    const fee = await quoteOf(transfer)
    const asked = await prepare(transfer, fee)
    const { provider } = await connectSolanaWallet(network, {
      secret,
      rpcUrl: ledger.url,
      async answer({ method }, honest) {
        const answer = await honest()
        if (method === 'signAndSendTransaction') throw new Error('Internal error: rejected by the network')
        return answer
      },
    })
    const attempt = transfers.send({ provider, network, transfer, asked, fee, wallet: 'Scripted Wallet' })
    await expect(attempt).rejects.toMatchObject({ code: 'WALLET_ANSWER_UNCLEAR' })
    ledger.chain.advance(2)
    const found = await findOf(transfer, { fee, asked })
    const id = found.status === 'sent' ? found.sent.id : ''
    const { value } = await rpc()
      .getSignatureStatuses([id as Signature])
      .send()
    expect(value[0]?.err).toBeNull()
    // It is this transfer's only once.
    expect(await findOf(transfer, { fee, asked }, [id])).toEqual({ status: 'open' })
  })

  test('a refusal by the user is clear', async () => {
    const attempt = send(transfer, {
      answer({ method }, honest) {
        if (method === 'connect') return honest()
        throw Object.assign(new Error('User rejected the request.'), { code: 4001 })
      },
    })
    await expect(attempt).rejects.toMatchObject({ code: 'REQUEST_REJECTED' })
  })

  test('nothing is concluded while a block may still take it, and then it is not sent', async () => {
    const fee = await quoteOf(transfer)
    const asked = await prepare(transfer, fee)
    const find = () => findOf(transfer, { fee, asked })
    ledger.chain.advance(1_700)
    expect(await find()).toEqual({ status: 'open' })
    ledger.chain.advance(200)
    expect(await find()).toEqual({ status: 'used' })
  })

  test('a sent transaction that no block took in its time is told as expired', async () => {
    const fee = await quoteOf(transfer)
    const asked = await prepare(transfer, fee)
    const id = await lostSignature()
    expect(await statusOf(transfer, { fee, asked }, id)).toEqual({ status: 'pending', hash: id })
    ledger.chain.advance(350)
    expect(await statusOf(transfer, { fee, asked }, id)).toEqual({
      status: 'pending',
      hash: id,
      isExpired: true,
    })
  })

  /** The signature of a transaction that never reached the network. */
  async function lostSignature(): Promise<string> {
    const { toBase58 } = await import('./SolanaWallet.js')
    return toBase58(thiefTransaction(newAddress()).slice(1, 65))
  }

  function thiefTransaction(thief: string, to?: string): Uint8Array {
    const { blockhash } = ledger.chain.latestBlockhash()
    const from = new PublicKey(visitor)
    const transaction = new Transaction({ feePayer: from, blockhash, lastValidBlockHeight: 1 })
    const pay = (toPubkey: string, lamports: number) =>
      SystemProgram.transfer({ fromPubkey: from, toPubkey: new PublicKey(toPubkey), lamports })
    transaction.add(pay(thief, 2e9), ...(to === undefined ? [] : [pay(to, 1e9)]))
    const wire = transaction.serialize({ requireAllSignatures: false, verifySignatures: false })
    return signTransaction(Uint8Array.from(wire), secret)
  }

  /** A wallet that sends nothing, and names a transaction. */
  function naming(id: string): Options['answer'] {
    return async ({ method }, honest) => {
      if (method !== 'signAndSendTransaction') return honest()
      const { fromBase58 } = await import('./SolanaWallet.js')
      return { signature: fromBase58(id) }
    }
  }

  /** A wallet that sends a transaction of its own in place of the one it was given. */
  function altering(make: () => Uint8Array): Options {
    return {
      async answer({ method }, honest) {
        if (method !== 'signAndSendTransaction') return honest()
        const wire = make()
        await rpc()
          .sendTransaction(Buffer.from(wire).toString('base64') as never, { encoding: 'base64' })
          .send()
        return { signature: wire.slice(1, 65) }
      },
    }
  }
})

test.each([
  ['a bare transfer', 450n, 0n, { units: 500n, price: 20_000_000n }],
  ['a bare transfer when others pay more', 450n, 90_000_000n, { units: 500n, price: 20_000_000n }],
  ['more work costs as much in all', 20_000n, 0n, { units: 24_000n, price: 416_666n }],
  ['more work at the price of others', 20_000n, 2_000_000n, { units: 24_000n, price: 2_000_000n }],
  ['never more than the cap', 1_000_000n, 19_000_000n, { units: 1_200_000n, price: 833_333n }],
])('the price of work: %s', (_, used, recent, budget) => {
  expect(budgetFor(used, recent)).toEqual(budget)
})
