import type { Receipt } from '../nodeAnswers.js'
import { findCoinChanges } from './coinChanges.js'
import { type CoinFound, explainCoin } from './explainCoin.js'
import type { Facts } from './facts.js'
import type { Gap } from './gaps.js'
import { isUnused } from './indexWitness.js'
import { checkExcuse, createOwn, type Own, type Span } from './ownTransactions.js'
import { receiptsOfPlainTransfers } from './plainTransfers.js'
import type { Reading } from './Reading.js'
import { readCode } from './state.js'

/**
 * Finds the account's transactions and coin from its old states. Its balance shows own transactions and payments of
 * others alike, so one search finds both. The nonces then witness that no own transaction is missing: two changes that
 * cancel each other out do not show in the balance. Neither is true of an account with code, whose history lacks coin.
 *
 * @param logged Transactions that logs told of.
 * @throws `NoState`, `TooFull`, `NodeError`, `BudgetSpent`
 */
export async function readStateCoin(
  reading: Reading,
  facts: Facts,
  span: Span,
  logged: Parameters<typeof createOwn>[2],
): Promise<CoinFound> {
  const code = await readCode(reading, span.high)
  if (code === 'none' && (await isUnused(reading, span))) {
    reading.session.codes.set(span.base, 'none')
    return { transactions: [], coin: new Map(), lacks: [] }
  }
  const own = code === 'contract' ? ofContract : await createOwn(reading, span, logged)
  for (;;) {
    const changes = await findCoinChanges(reading, span, await withReceipts(facts, own))
    const blocks = await facts.blocks(changes.map(({ block }) => block))
    if (code === 'none') facts.prove(receiptsOfPlainTransfers(changes, blocks, reading.account))
    if (own.addFrom(blocks)) continue
    if (!own.isComplete() && (await addLocated(reading, facts, own))) continue
    // A delegation raises the nonce, so where each nonce is a transaction, the account's code has not changed.
    if (own.isComplete()) reading.session.codes.set(span.base, code)
    const explained = await explainCoin(reading, facts, changes, code)
    return {
      ...explained,
      transactions: [...own.found.values(), ...explained.transactions],
      lacks: [...explained.lacks, ...(code === 'none' && own.isComplete() ? [] : [unseenIn(span)])],
    }
  }
}

/** Others spend the coin of an account with code, so coin that came and went between two blocks shows nowhere. */
function unseenIn({ base, high }: Span): Gap {
  return { lack: 'coin', low: base + 1, high, needs: 'traces' }
}

/** A contract sends no transactions; its nonce counts the contracts that it made. */
const ofContract: Own = {
  found: new Map(),
  isComplete: () => true,
  addFrom: () => false,
  locate: async () => [],
}

async function withReceipts(facts: Facts, { found }: Own) {
  const transactions = [...found.values()]
  const receipts: ReadonlyMap<string, Receipt> = await facts.receipts(transactions)
  return transactions.flatMap((transaction) => {
    const receipt = receipts.get(transaction.hash)
    return receipt === undefined ? [] : [{ transaction, receipt }]
  })
}

/** Adds the transactions that only nonces show. Returns whether there was one. */
async function addLocated(reading: Reading, facts: Facts, own: Own): Promise<boolean> {
  const blocks = await facts.blocks(await own.locate())
  const isNew = own.addFrom(blocks)
  const senders = new Set([...own.found.values()].map(({ blockNumber }) => blockNumber))
  for (const block of blocks) if (!senders.has(block.number)) await checkExcuse(reading, block)
  return isNew
}
