import {
  type Address,
  appendTransactionMessageInstructions,
  blockhash,
  compileTransaction,
  createTransactionMessage,
  getBase58Decoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  getTransactionEncoder,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readMessageWire, readTransactionWire } from './wire.js'

const runs = Number(process.env.LONG_RUNS ?? 300)

const address = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => getBase58Decoder().decode(bytes) as Address)

/** Transactions as the official library compiles them, legacy and version 0. */
const transactions = fc
  .tuple(
    fc.constantFrom('legacy' as const, 0 as const),
    address,
    fc.uint8Array({ minLength: 32, maxLength: 32 }),
    fc.array(
      fc.record({
        programAddress: address,
        accounts: fc.array(fc.record({ address, role: fc.nat({ max: 3 }) }), { maxLength: 2 }),
        data: fc.uint8Array({ maxLength: 200 }),
      }),
      { maxLength: 4 },
    ),
  )
  .map(([version, payer, hash, instructions]) => {
    const message = pipe(
      createTransactionMessage({ version }),
      (one) => setTransactionMessageFeePayer(payer, one),
      (one) =>
        setTransactionMessageLifetimeUsingBlockhash(
          { blockhash: blockhash(getBase58Decoder().decode(hash)), lastValidBlockHeight: 1n },
          one,
        ),
      (one) => appendTransactionMessageInstructions(instructions as never, one),
    )
    return new Uint8Array(getTransactionEncoder().encode(compileTransaction(message as never)))
  })

describe('the parts equal those of @solana/kit', () => {
  test('for any transaction', () => {
    fc.assert(
      fc.property(transactions, (wire) => {
        const mine = readTransactionWire(wire)
        const { messageBytes, signatures } = getTransactionDecoder().decode(wire)
        const theirs = getCompiledTransactionMessageDecoder().decode(messageBytes) as unknown as {
          readonly version: unknown
          readonly header: {
            readonly numSignerAccounts: number
            readonly numReadonlySignerAccounts: number
            readonly numReadonlyNonSignerAccounts: number
          }
          readonly staticAccounts: readonly string[]
          readonly lifetimeToken: string
          readonly instructions: readonly {
            readonly programAddressIndex: number
            readonly accountIndices?: readonly number[]
            readonly data?: Uint8Array
          }[]
        }
        expect([...mine.messageBytes]).toEqual([...messageBytes])
        expect(mine.message.accounts.slice(0, mine.message.required)).toEqual(Object.keys(signatures))
        expect({
          version: mine.message.version,
          required: mine.message.required,
          readonlySigned: mine.message.readonlySigned,
          readonlyUnsigned: mine.message.readonlyUnsigned,
          accounts: mine.message.accounts,
          blockhash: mine.message.blockhash,
        }).toEqual({
          version: theirs.version,
          required: theirs.header.numSignerAccounts,
          readonlySigned: theirs.header.numReadonlySignerAccounts,
          readonlyUnsigned: theirs.header.numReadonlyNonSignerAccounts,
          accounts: theirs.staticAccounts,
          blockhash: theirs.lifetimeToken,
        })
        expect(
          mine.message.instructions.map(({ programIndex, accountIndexes, data }) => [
            programIndex,
            [...accountIndexes],
            [...data],
          ]),
        ).toEqual(
          theirs.instructions.map((one) => [
            one.programAddressIndex,
            one.accountIndices ?? [],
            [...(one.data ?? [])],
          ]),
        )
      }),
      { numRuns: runs },
    )
  })
})

test('no bytes make it throw anything but a `TypeError`, or hang', () => {
  const mutated = fc
    .tuple(transactions, fc.nat(), fc.nat({ max: 255 }), fc.nat())
    .map(([wire, at, byte, cut]) => {
      const changed = wire.slice(0, wire.length - (cut % 3))
      changed[at % changed.length] = byte
      return changed
    })
  fc.assert(
    fc.property(fc.oneof(mutated, fc.uint8Array({ maxLength: 1_300 })), (bytes) => {
      for (const read of [readTransactionWire, readMessageWire]) {
        try {
          read(bytes)
        } catch (error) {
          expect(error).toBeInstanceOf(TypeError)
        }
      }
    }),
    { numRuns: runs },
  )
})

describe('what the network would not take is refused', () => {
  const good = fc.sample(transactions, { numRuns: 1, seed: 7 })[0] ?? new Uint8Array()
  const changed = (change: (bytes: number[]) => number[]) => () =>
    readTransactionWire(Uint8Array.from(change([...good])))

  test('bytes after its end, fewer signatures, a version to come, and lengths in more bytes than needed', () => {
    expect(changed((bytes) => bytes)).not.toThrow()
    expect(changed((bytes) => [...bytes, 0])).toThrow('trailing bytes')
    expect(changed((bytes) => bytes.slice(0, -1))).toThrow(TypeError)
    expect(changed(([count = 0, ...rest]) => [count | 0x80, 0, ...rest])).toThrow('length')
    expect(changed((bytes) => [0, ...bytes.slice(1 + 64 * (bytes[0] ?? 0))])).toThrow('signatures')
    expect(() => readMessageWire(Uint8Array.of(0x81, 1, 0, 0))).toThrow('version')
  })
})
