import { maxUint256, parseEther, parseUnits } from 'viem'
import {
  approve,
  mintBadges,
  mintFlyer,
  mintScene,
  moveBadge,
  moveScene,
  pay,
  pretendTransfer,
  swapEther,
  swapToEther,
  transfer,
  unwrap,
  wrap,
} from './acts.js'
import { contracts } from './contracts.js'
import { lookAlike, people } from './people.js'
import type { Transaction } from './transactions.js'

const { dollar, ironDollar, grove, ticket } = contracts
const { visitor, marlow, saffron, harbor, wren, thistle, stranger } = people

/** A transaction, and how many days ago it was mined. */
export type PastTransaction = readonly [daysAgo: number, transaction: Transaction]

/** Returns the visitor's transactions on the first local chain, oldest first: more than two pages. */
export function longHistory(): readonly PastTransaction[] {
  return inOrder([
    [199.6, pay(harbor, visitor, '2.5')],
    // About every other Friday.
    ...every(14, 196.4, (index) =>
      transfer(dollar, harbor, visitor, parseUnits(String(3_200 + 40 * (index % 3)), 6)),
    ),
    // Rent.
    ...every(30, 190.3, () => transfer(dollar, visitor, wren, parseUnits('950', 6))),
    // Groceries.
    ...every(6, 188.7, (index) =>
      transfer(dollar, visitor, thistle, BigInt(4_250_000 + ((index * 7_919) % 97) * 130_000)),
    ),
    ...every(23, 185.2, (index) => pay(visitor, saffron, `0.0${3 + (index % 5)}`)),
    ...every(41, 171.8, (index) => pay(marlow, visitor, `0.${12 + 9 * index}`)),

    [181.5, approve(dollar, visitor, maxUint256)],
    [181.49, swapToEther(visitor, dollar, parseUnits('1500', 6))],
    [152.2, swapEther(visitor, [grove], '0.4')],
    [121.7, swapEther(visitor, [dollar, ironDollar], '0.3')],
    // Asks for more than the pool can give, so it fails.
    [118.4, { ...swapToEther(visitor, dollar, parseUnits('300', 6), parseEther('10')), gas: 250_000n }],
    [118.39, swapToEther(visitor, dollar, parseUnits('300', 6))],
    [90.1, wrap(visitor, '0.5')],
    [61.6, unwrap(visitor, '0.2')],

    [140.2, transfer(grove, wren, visitor, parseEther('320'))],
    [82.9, transfer(grove, visitor, saffron, parseEther('45.25'))],
    [97.3, transfer(ironDollar, marlow, visitor, parseUnits('75.5', 6))],
    [96.1, approve(ironDollar, visitor, parseUnits('200', 6))],
    [95.7, approve(ironDollar, visitor, 0n)],
    [74.8, transfer(ironDollar, visitor, wren, parseUnits('120', 6))],
    [57.2, transfer(ticket, thistle, visitor, 6n)],
    [54.9, transfer(ticket, visitor, marlow, 2n)],

    // The visitor already uses the first one as avatar.
    [165.5, mintScene(visitor)],
    [133.3, mintScene(visitor)],
    [110.9, mintScene(visitor)],
    [101.4, mintScene(wren)],
    [88.6, moveScene(wren, visitor, 5n)],
    [47.1, moveScene(visitor, marlow, 3n)],
    [38.5, mintScene(visitor)],
    [66.2, mintBadges(visitor, [1n, 2n, 3n], [1n, 5n, 2n])],
    [44.4, moveBadge(visitor, saffron, 2n, 2n)],

    // Unrequested collectibles.
    [33.2, mintFlyer(visitor)],
    [12.6, mintFlyer(visitor)],
    // Moves nothing, but puts the look-alike address into the history.
    [18.9, pretendTransfer(dollar, stranger, visitor, lookAlike)],
    [19.1, transfer(dollar, visitor, marlow, parseUnits('60', 6))],

    [3.4, transfer(dollar, marlow, visitor, parseUnits('124.8', 6))],
    [1.2, swapEther(visitor, [dollar], '0.1')],
    [0.3, pay(visitor, wren, '0.02')],
  ])
}

/** Returns the visitor's few transactions on the second chain. */
export function shortHistory(): readonly PastTransaction[] {
  return inOrder([
    [92.4, pay(harbor, visitor, '1.2')],
    ...every(28, 84.1, () => transfer(dollar, harbor, visitor, parseUnits('640', 6))),
    [70.5, approve(dollar, visitor, parseUnits('500', 6))],
    [70.49, swapToEther(visitor, dollar, parseUnits('250', 6))],
    [52.3, mintScene(visitor)],
    [40.8, transfer(dollar, visitor, thistle, parseUnits('18.75', 6))],
    [26.6, transfer(grove, wren, visitor, parseEther('60'))],
    [15.2, mintFlyer(visitor)],
    [4.7, pay(visitor, saffron, '0.15')],
  ])
}

function inOrder(transactions: readonly PastTransaction[]): readonly PastTransaction[] {
  return [...transactions].sort(([a], [b]) => b - a)
}

/** Returns one transaction every `days` days, from the first to the present. */
function every(days: number, first: number, make: (index: number) => Transaction): PastTransaction[] {
  const count = Math.floor(first / days) + 1
  // At different times of day.
  return Array.from({ length: count }, (_, index) => [
    first - index * days + ((index * 37) % 11) / 40,
    make(index),
  ])
}
