import type { HistoryLack, Transaction, Transfer } from 'latchkey/protocol'
import { parseUnits } from 'viem'
import type { ReadFact } from './readChain.js'
import { tokenDecimals } from './syntheticContracts.js'

/** How an answer compares with an independent reading of the chain. */
export type Comparison = {
  /** Facts that were compared, by the reading. */
  facts: number
  /** Facts that the answer does not have, and says so. */
  lacking: number
  /** Facts that differ, are missing without a word, or are invented. */
  readonly wrong: string[]
}

/** Compares a whole history with an independent reading of the chain, fact by fact. */
export function compareFacts(
  told: readonly Transaction[],
  read: ReadonlyMap<string, ReadFact>,
  lacks: ReadonlySet<HistoryLack>,
): Comparison {
  const result: Comparison = { facts: 0, lacking: 0, wrong: [] }
  const byHash = new Map(told.map((one) => [one.metadata.hash, one]))
  if (byHash.size !== told.length) result.wrong.push('a transaction twice')
  for (const hash of byHash.keys()) if (!read.has(hash)) result.wrong.push(`invented ${hash}`)

  function check(name: string, isRight: boolean, excuse?: HistoryLack | undefined) {
    result.facts++
    if (isRight) return
    if (excuse !== undefined && lacks.has(excuse)) result.lacking++
    else result.wrong.push(name)
  }

  const order = told.map(({ metadata: { hash } }) => read.get(hash)).filter((fact) => fact !== undefined)
  for (const [at, fact] of order.entries()) {
    const newer = order[at - 1]
    const isBelow = newer === undefined || newer.time > fact.time || newer.index > fact.index
    if (!isBelow) result.wrong.push(`the transactions of one block are out of order`)
  }
  for (const [hash, fact] of read) {
    const one = byHash.get(hash)
    const isPaid = fact.payouts.length > 0 && fact.payouts.length === fact.moves.length
    const missing = fact.isFailed ? 'failures' : isPaid ? 'payouts' : undefined
    check(`${hash} is missing`, one !== undefined, missing)
    if (one === undefined) continue
    const { status, minedAt, sentFrom, nonce, fee } = one.metadata
    check(`${hash} status ${status}`, status === (fact.isFailed ? 'failed' : 'confirmed'))
    check(`${hash} time ${minedAt}`, Date.parse(minedAt) === fact.time)
    check(`${hash} sender ${sentFrom}`, sentFrom.toLowerCase() === fact.from)
    check(`${hash} nonce ${nonce}`, nonce === fact.nonce)
    const paid = fee === undefined ? undefined : String(parseUnits(fee, 18))
    check(`${hash} fee ${fee}`, paid === fact.fee, paid === undefined ? 'fees' : undefined)
    const isDoubted = one.transfers.some(({ fungible_info: token }) => token?.is_spam === true)
    if (fact.isOwn) check(`${hash} is the account's own, and suspected`, !isDoubted)
    const moves = one.transfers.map(moveOf)
    for (const move of fact.moves)
      check(
        `${hash} lacks ${move}`,
        moves.includes(move),
        fact.payouts.includes(move) ? 'payouts' : undefined,
      )
    for (const move of moves) if (!fact.moves.includes(move)) result.wrong.push(`${hash} invents ${move}`)
    if (new Set(moves).size !== moves.length) result.wrong.push(`${hash} tells a transfer twice`)
  }
  return result
}

/** The same text as that of the reading: `asset from to units`. */
function moveOf({ fungible_info: token, nft_info: nft, quantity, sender, recipient }: Transfer): string {
  const contract = (token?.address ?? nft?.address ?? '').split(':')[2]?.toLowerCase()
  const isCoin = contract === undefined
  const asset = isCoin ? 'coin' : !nft ? contract : `${contract}#${nft.token_id}`
  const decimals = isCoin ? 18 : !nft ? tokenDecimals : 0
  const units = parseUnits(quantity.numeric, decimals)
  return `${asset} ${sender?.toLowerCase()} ${recipient?.toLowerCase()} ${units}`
}
