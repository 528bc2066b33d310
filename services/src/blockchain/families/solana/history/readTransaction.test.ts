import { base58 } from '@scure/base'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { wrappedCoin } from '../tokens.js'
import { readEntry } from './readEntry.js'
import { factsOf, transactionSchema } from './readTransaction.js'

const addressOf = (number: number) => base58.encode(new Uint8Array(32).fill(number))
const [ada, grace, account, mint] = [addressOf(1), addressOf(2), addressOf(3), addressOf(4)]
const held = (owner: string, amount: string, of = mint) => ({
  accountIndex: 1,
  mint: of,
  owner,
  uiTokenAmount: { amount, decimals: 6 },
})

/** What Ada's transaction did to an owner: it changed what one token account has. */
function movementsOf(owner: string, before: object, after: object) {
  const facts = factsOf(
    v.parse(transactionSchema, {
      slot: 5,
      transaction: {
        signatures: ['signature'],
        message: {
          accountKeys: [ada, account],
          header: { numRequiredSignatures: 1 },
          instructions: [{ programIdIndex: 1 }],
        },
      },
      meta: {
        err: null,
        fee: 5_000,
        preBalances: [905_000, 2_000_000],
        postBalances: [900_000, 2_000_000],
        preTokenBalances: [before],
        postTokenBalances: [after],
      },
    }),
  )
  if (facts === undefined) throw new Error('no facts')
  const { movements, ownAccounts } = readEntry(facts, owner)
  expect(ownAccounts).toEqual([account])
  return movements
    .filter(({ mint }) => mint !== undefined)
    .map(({ mint, direction, units, other }) => [mint, direction, units, other])
}

test('a token account that gets another owner takes what it has along', () => {
  const change = [held(ada, '5'), held(grace, '7')] as const
  expect(movementsOf(ada, ...change)).toEqual([[mint, 'out', 5n, grace]])
  expect(movementsOf(grace, ...change)).toEqual([[mint, 'in', 7n, ada]])
})

test('an account of the wrapped coin that gets another owner pays no coin beside', () => {
  const change = [held(ada, '5', wrappedCoin), held(grace, '5', wrappedCoin)] as const
  expect(movementsOf(grace, ...change)).toEqual([[wrappedCoin, 'in', 5n, ada]])
})

test('an account that was made anew for another token has changed both', () => {
  expect(movementsOf(ada, held(ada, '5'), held(ada, '9', addressOf(5)))).toEqual([
    [addressOf(5), 'in', 9n, undefined],
    [mint, 'out', 5n, undefined],
  ])
})
