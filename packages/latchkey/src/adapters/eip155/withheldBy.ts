import type { Client } from 'viem'
import type { Transfer } from '../../core/transfers.js'
import { accountError } from '../../protocol/accountErrors.js'
import { isRecord } from '../../protocol/checks.js'
import { callOf } from './callOf.js'
import { isLogOfToken, paidBy } from './isTransferWithin.js'

/** What a call returns; its logs too if the node tells them. */
type Simulated = { readonly returned?: unknown; readonly logs?: unknown }

/**
 * Lets a node carry out the call of a token transfer without sending it, and returns the units that the recipient would
 * not get. That is 0 for the coin, for nodes that cannot simulate logs and for tokens that log nothing: what they pay is
 * unknown.
 *
 * @throws `TRANSFER_REFUSED` if the contract returns `false` and logs no payment. Older tokens return nothing.
 */
export async function withheldBy(client: Client, transfer: Transfer): Promise<bigint> {
  const { units, tokenAddress } = transfer
  if (tokenAddress === undefined) return 0n
  const { returned, logs } = await simulate(client, transfer)
  const own = listOf(logs).filter((log) => isLogOfToken(log, transfer))
  const paid = own.reduce((sum: bigint, log) => sum + paidBy(log, transfer), 0n)
  if (paid === 0n && /^0x0{64}/.test(String(returned))) {
    throw accountError('TRANSFER_REFUSED', { details: 'transfer returned false' })
  }
  return own.length > 0 && paid < units ? units - paid : 0n
}

/** Never throws: whether the call reverts is read with its gas. */
async function simulate(client: Client, transfer: Transfer): Promise<Simulated> {
  const { to, data } = callOf(transfer)
  const call = { from: transfer.from, to, data }
  const ask = client.request as (question: object) => Promise<unknown>
  try {
    const blocks = { blockStateCalls: [{ calls: [call] }] }
    const [block] = listOf(await ask({ method: 'eth_simulateV1', params: [blocks, 'latest'] }))
    const [done] = listOf(isRecord(block) ? block.calls : undefined)
    if (isRecord(done) && done.status === '0x1') return { returned: done.returnData, logs: done.logs }
  } catch {
    // Many nodes do not know the method.
  }
  return { returned: await ask({ method: 'eth_call', params: [call, 'latest'] }).catch(() => undefined) }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
