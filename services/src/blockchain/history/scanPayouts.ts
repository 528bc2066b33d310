import type { CaipNetworkId } from 'latchkey/protocol'
import { NodeError } from '../../outbound/post.js'
import type { Clock } from '../../shared/clock.js'
import { ShareSpent } from '../sources/ShareSpent.js'
import type { Hex } from './Entry.js'
import type { ScanApi } from './scanApi.js'

/** How long it is believed that an account got nothing, and that an explorer cannot tell, in milliseconds. */
const noneAge = 21_600_000
const silentAge = 600_000
/** How many accounts are remembered. */
const limit = 20_000

/** Lists of coin that the chain itself paid out: withdrawals of validators, and rewards of blocks. */
const lists = [
  ['txsBeaconWithdrawal', { startblock: '0', sort: 'desc' }],
  ['getminedblocks', { blocktype: 'blocks' }],
] as const

/** Chains whose validators withdraw to accounts: Ethereum, Gnosis, and their test networks. */
const withdrawing: ReadonlySet<CaipNetworkId> = new Set([
  'eip155:1',
  'eip155:100',
  'eip155:10200',
  'eip155:17000',
  'eip155:560048',
  'eip155:11155111',
])

/**
 * Asks an explorer whether the chain itself has perhaps ever paid an account: no transaction shows that. Never throws.
 * Where the explorer cannot tell, it may have on a chain with withdrawals.
 */
export function createScanPayouts(
  { steadyNow }: Pick<Clock, 'steadyNow'>,
  scan: Pick<ScanApi, 'account'>,
  chainId: CaipNetworkId,
) {
  const known = new Map<Hex, { readonly isPaid: boolean; readonly until: number }>()
  const silentUntil = new Map<string, number>()

  async function isIn(action: string, account: Hex, more: { readonly [name: string]: string }) {
    if ((silentUntil.get(action) ?? 0) > steadyNow()) return undefined
    const rows = await scan.account(action, { address: account, ...more, page: '1', offset: '1' })
    if (!Array.isArray(rows)) throw new NodeError('an answer in no known form')
    return rows.length > 0
  }

  async function ask(account: Hex): Promise<boolean | undefined> {
    let isSaid = true
    for (const [action, more] of lists) {
      try {
        const found = await isIn(action, account, more)
        if (found === true) return true
        if (found === undefined) isSaid = false
      } catch (error) {
        if (!(error instanceof NodeError)) throw error
        isSaid = false
        // The next visitor may ask; this one has used its share.
        if (!(error instanceof ShareSpent)) silentUntil.set(action, steadyNow() + silentAge)
      }
    }
    return isSaid ? false : undefined
  }

  return async (account: Hex): Promise<boolean> => {
    const last = known.get(account)
    if (last !== undefined && last.until > steadyNow()) return last.isPaid
    const isPaid = await ask(account)
    if (isPaid === undefined) return last?.isPaid ?? withdrawing.has(chainId)
    known.delete(account)
    known.set(account, { isPaid, until: isPaid ? Number.POSITIVE_INFINITY : steadyNow() + noneAge })
    const [oldest] = known.keys()
    if (known.size > limit && oldest !== undefined) known.delete(oldest)
    return isPaid
  }
}
