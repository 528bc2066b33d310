import { privateKeyOf } from '@latchkey/chain-solana'
import type { Address, Instruction } from '@solana/kit'
import { describe, expect, test } from 'vitest'
import { scriptedSolanaWallet } from '../../testing/solana/scriptedSolanaWallet.js'
import { signTransaction } from '../../testing/solana/signTransaction.js'
import { buildTransaction } from './buildTransaction.js'
import { instructionsOf } from './instructions.js'
import { toBase58 } from './SolanaWallet.js'
import { signedAsAsked } from './signedAsAsked.js'

const secret = privateKeyOf(0)
const { address: from } = scriptedSolanaWallet({ secret })
const { address: to } = scriptedSolanaWallet({ secret: privateKeyOf(4) })
const { address: thief } = scriptedSolanaWallet({ secret: privateKeyOf(5) })
const blockhash = '4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM'
const transfer = { from, to, units: 5n }
const budget = { units: 500n, price: 20_000_000n }
const [limit, price, move] = (await instructionsOf(transfer, budget, undefined)) as [
  Instruction,
  Instruction,
  Instruction,
]
const asked = buildTransaction(from, blockhash, [limit, price, move])

const guards = 'L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95' as Address
const guard = (kind: number): Instruction => ({ programAddress: guards, data: Uint8Array.of(kind, 0, 1) })
const budgetOf = async (units: bigint, cost: bigint) => {
  const [one, other] = await instructionsOf(transfer, { units, price: cost }, undefined)
  return [one, other] as [Instruction, Instruction]
}
const moveTo = async (recipient: string, units: bigint) =>
  (await instructionsOf({ from, to: recipient, units }, budget, undefined))[2] as Instruction

/** Signs these instructions as the wallet, and checks them as the kit does. */
const read = (instructions: readonly Instruction[], hash = blockhash) =>
  signedAsAsked(signTransaction(buildTransaction(from, hash, instructions), secret), asked)

describe('what a wallet has signed is as it was asked', () => {
  test('exactly that: its signature is the id', async () => {
    const signed = signTransaction(asked, secret)
    expect(await signedAsAsked(signed, asked)).toBe(toBase58(signed.slice(1, 65)))
  })

  test('with a lower price, or more work for no more money', async () => {
    expect(await read([...(await budgetOf(500n, 1n)), move])).toBeDefined()
    expect(await read([...(await budgetOf(1_000n, 10_000_000n)), move])).toBeDefined()
    expect(await read([limit, move])).toBeDefined()
  })

  test.each([2, 9, 15])('with guard %d, before or after the transfer', async (kind) => {
    expect(await read([limit, price, guard(kind), move, guard(kind)])).toBeDefined()
  })
})

describe('what a wallet has signed is something else', () => {
  test('a higher price, or a limit without which the price costs more', async () => {
    expect(await read([...(await budgetOf(501n, 20_000_000n)), move])).toBeUndefined()
    expect(await read([price, move])).toBeUndefined()
  })

  test.each([0, 5, 99])('budget instruction %d', async (kind) => {
    const unknown = { ...limit, data: Uint8Array.of(kind, 1, 0, 0, 0, 1, 0, 0, 0) }
    expect(await read([limit, price, unknown, move])).toBeUndefined()
  })

  test.each([0, 1, 16, 17, 200])('instruction %d of the guards’ program', async (kind) => {
    expect(await read([limit, price, move, guard(kind)])).toBeUndefined()
  })

  test('another payment besides', async () => {
    expect(await read([limit, price, move, await moveTo(thief, 1n)])).toBeUndefined()
    expect(await read([limit, price, move, move])).toBeUndefined()
  })

  test('another amount, another recipient, nothing', async () => {
    expect(await read([limit, price, await moveTo(to, 6n)])).toBeUndefined()
    expect(await read([limit, price, await moveTo(thief, 5n)])).toBeUndefined()
    expect(await read([limit, price])).toBeUndefined()
  })

  test('another blockhash', async () => {
    expect(await read([limit, price, move], thief)).toBeUndefined()
  })

  test('the older format where the newer was asked for, which says the same, and what else it says', async () => {
    const older = (instructions: Parameters<typeof buildTransaction>[2]) =>
      signTransaction(buildTransaction(from, blockhash, instructions, 'legacy'), secret)
    expect(await signedAsAsked(older([limit, price, move]), asked)).toBeDefined()
    expect(await signedAsAsked(older([limit, price, await moveTo(thief, 5n)]), asked)).toBeUndefined()
    expect(await signedAsAsked(older([limit, price, move, move]), asked)).toBeUndefined()
  })

  test('another payer of the fee, or another signer', async () => {
    const payer = signTransaction(buildTransaction(thief, blockhash, [limit, price, move]), secret)
    expect(await signedAsAsked(payer, asked)).toBeUndefined()
  })

  test('a signature of another key, of another message, and none', async () => {
    const signed = signTransaction(asked, secret)
    for (const change of [
      (wire: Uint8Array) => wire.fill(7, 1, 65),
      (wire: Uint8Array) => wire.fill(0, 1, 65),
    ]) {
      expect(await signedAsAsked(change(Uint8Array.from(signed)), asked)).toBeUndefined()
    }
  })

  test.each([0, 1, 64, 80])('%d bytes of it', async (length) => {
    expect(await signedAsAsked(signTransaction(asked, secret).slice(0, length), asked)).toBeUndefined()
  })
})
