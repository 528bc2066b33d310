import { wrappedCoin } from '../tokens.js'
import { type Change, type Movement, movementsOf } from './Change.js'
import type { Facts } from './readTransaction.js'

/** What a transaction did to one account. */
export type Entry = {
  readonly isFailed: boolean
  /** Whether the account signed it. */
  readonly isOwn: boolean
  readonly payer: string
  readonly program?: string | undefined
  /** In lamports; only if the account paid it. With the rent of token accounts that it paid for others. */
  readonly fee?: bigint | undefined
  readonly movements: readonly Movement[]
  /** The account's token accounts that took part: their own history belongs to the account's. */
  readonly ownAccounts: readonly string[]
}

export const coinDecimals = 9
/** Amounts with more decimals are not told: nobody could read them. */
const mostDecimals = 36

/** Reads what a transaction did to an account, from the changes of all balances. */
export function readEntry(facts: Facts, owner: string): Entry {
  const { isFailed, fee, signers, program, accounts } = facts
  const [payer = ''] = signers
  const isPayer = payer === owner
  const isOf = (one: Facts['accounts'][number]) => one.key === owner || one.token?.owner === owner
  const isOwn = signers.includes(owner)
  const ownAccounts = accounts.flatMap(({ key, token }) =>
    token?.owner === owner || token?.left?.owner === owner ? [key] : [],
  )
  const head = { isFailed, isOwn, payer, program, ownAccounts }
  if (isFailed) return { ...head, ...(isPayer ? { fee } : {}), movements: [] }

  /** The change of an account's coins, without the fee and without what counts as a token. */
  const coinsOf = ({ key, units, token }: Facts['accounts'][number]) =>
    units -
    (token?.mint === wrappedCoin ? token.units : 0n) +
    (token?.left?.mint === wrappedCoin ? token.left.units : 0n) +
    (key === payer ? fee : 0n)
  // The rent of a token account that others made for the account is no payment.
  const isGift = (one: Facts['accounts'][number]) => !isOwn && one.token?.isNew === true
  const own = sum(accounts.filter((one) => isOf(one) && !isGift(one)).map(coinsOf))
  const others = accounts.filter((one) => !isOf(one)).map((one) => ({ ...one, coins: coinsOf(one) }))
  // Whoever makes a token account for a recipient pays its rent: the review shows it as a part of the fee.
  const isAlone = isPayer && others.every(({ coins }) => coins >= 0n)
  const rent = isAlone ? sum(others.flatMap(({ token, coins }) => (token?.isNew ? [coins] : []))) : 0n
  const changes = others.map(({ key, token, coins }): Change => {
    return { key: token?.owner ?? key, units: isAlone && token?.isNew ? 0n : coins }
  })
  return {
    ...head,
    ...(isPayer ? { fee: fee + rent } : {}),
    movements: [
      ...movementsOf(own + rent, byKey(changes), { decimals: coinDecimals }),
      ...tokensIn(accounts, owner),
    ],
  }
}

function tokensIn(accounts: Facts['accounts'], owner: string): readonly Movement[] {
  const tokens = accounts.flatMap(({ key, token }) => {
    if (token === undefined) return []
    const { left } = token
    return [{ ...token, key }, ...(left === undefined ? [] : [{ ...left, units: -left.units, key }])]
  })
  const mints = [...new Set(tokens.map(({ mint }) => mint))]
  return mints.flatMap((mint) => {
    const all = tokens.filter((one) => one.mint === mint)
    const own = sum(all.flatMap((one) => (one.owner === owner ? [one.units] : [])))
    const others = all.filter((one) => one.owner !== owner)
    const changes = others.map(({ owner: other, key, units }): Change => ({ key: other ?? key, units }))
    const decimals = all[0]?.decimals ?? 0
    return decimals > mostDecimals ? [] : movementsOf(own, byKey(changes), { mint, decimals })
  })
}

/** Adds up the changes of each party. */
function byKey(changes: readonly Change[]): readonly Change[] {
  const sums = new Map<string, bigint>()
  for (const { key, units } of changes) sums.set(key, (sums.get(key) ?? 0n) + units)
  return [...sums].map(([key, units]) => ({ key, units }))
}

function sum(parts: readonly bigint[]): bigint {
  return parts.reduce((total, part) => total + part, 0n)
}
