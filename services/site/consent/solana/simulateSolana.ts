import { base64 } from '@scure/base'
import { cleanText } from 'latchkey/protocol'
import type { Chain } from '../../accounts/Chain.js'
import type { Rpc } from '../../accounts/Rpc.js'
import type { AllowanceChange, AssetChange, Changes, Warning } from '../ConsentRequest.js'
import { warn } from '../Draft.js'
import { isRecord } from '../ReadContext.js'
import { type ChainAccount, decimalsOf, readAccount, tokenAccountOf } from './accounts.js'

export declare namespace simulateSolana {
  type Parameters = {
    readonly rpc: Rpc
    readonly chain: Chain
    readonly account: string
    readonly wire: Uint8Array
    /** The accounts that the transaction may change. */
    readonly writable: readonly string[]
    /** The accounts as they are. */
    readonly before: ReadonlyMap<string, ChainAccount>
    /** What the account pays for the transaction, in lamports: shown apart. */
    readonly fee: bigint
  }
  type Result = { readonly changes: Changes; readonly warnings: readonly Warning[] }
}

/** A node tells so many accounts after a simulation. */
const mostAccounts = 64

/** Lets a node carry out a transaction without signatures, and compares the wallet's accounts before and after. */
export async function simulateSolana(parameters: simulateSolana.Parameters): Promise<simulateSolana.Result> {
  const { rpc, chain, account, wire, writable, before } = parameters
  const addresses = [...new Set([account, ...writable])].slice(0, mostAccounts)
  const options = {
    encoding: 'base64',
    commitment: 'confirmed',
    sigVerify: false,
    replaceRecentBlockhash: true,
    accounts: { encoding: 'base64', addresses },
  }
  const answer = await rpc(chain.id, 'simulateTransaction', [base64.encode(wire), options]).catch(
    () => undefined,
  )
  const value = isRecord(answer) ? answer.value : undefined
  if (!isRecord(value)) return { changes: { status: 'unknown' }, warnings: [] }
  if (value.err !== null && value.err !== undefined) {
    return { changes: { status: 'fails', reason: reasonOf(value) }, warnings: [] }
  }
  if (!Array.isArray(value.accounts)) return { changes: { status: 'succeeds' }, warnings: [] }
  const list: readonly unknown[] = value.accounts
  const after = new Map(addresses.map((address, index) => [address, readAccount(list[index])]))
  return compare({ ...parameters, before, after })
}

function compare({
  chain,
  account,
  before,
  after,
  fee,
}: simulateSolana.Parameters & {
  readonly after: ReadonlyMap<string, ChainAccount | undefined>
}): simulateSolana.Result {
  const [own, later] = [before.get(account), after.get(account)]
  const coin = (later?.lamports ?? 0n) - (own?.lamports ?? 0n) + fee
  const tokens = new Map<string, bigint>()
  const allowances: AllowanceChange[] = []
  const warnings: Warning[] = []
  if (own !== undefined && later !== undefined && own.owner !== later.owner)
    warnings.push(warn('danger', 'ownerChanges'))
  for (const [address, changed] of after) {
    const [old, next] = [tokenAccountOf(before.get(address)), tokenAccountOf(changed)]
    const wasOwn = old?.owner === account
    const isOwn = next?.owner === account
    if (!wasOwn && !isOwn) continue
    if (wasOwn && next !== undefined && !isOwn) warnings.push(warn('danger', 'ownerChanges'))
    const mint = next?.mint ?? old?.mint ?? ''
    const difference = (isOwn ? next.units : 0n) - (wasOwn ? old.units : 0n)
    tokens.set(mint, (tokens.get(mint) ?? 0n) + difference)
    const isNewDelegate =
      next?.delegate !== old?.delegate || (next?.delegatedUnits ?? 0n) > (old?.delegatedUnits ?? 0n)
    if (isOwn && next.delegate !== undefined && isNewDelegate) {
      allowances.push({
        ...{ contract: mint, symbol: '', spender: next.delegate, units: String(next.delegatedUnits) },
        ...decimals(mint, before),
        isUnlimited: next.delegatedUnits === 2n ** 64n - 1n,
      })
    }
  }
  const assets: AssetChange[] = [
    ...(coin === 0n ? [] : [{ units: String(coin), ...chain.coin }]),
    ...[...tokens]
      .filter(([, units]) => units !== 0n)
      .map(([mint, units]) => ({
        contract: mint,
        symbol: '',
        units: String(units),
        ...decimals(mint, before),
      })),
  ]
  return { changes: { status: 'simulated', assets, allowances }, warnings }
}

function decimals(mint: string, accounts: ReadonlyMap<string, ChainAccount>) {
  const known = decimalsOf(accounts.get(mint))
  return known === undefined ? {} : { decimals: known }
}

/** The runtime's reason, and the last line of the log that a program wrote. */
function reasonOf({ err, logs }: { readonly [name: string]: unknown }): string {
  const words = Array.isArray(logs) ? logs.map(String).filter((line) => /error|failed/i.test(line)) : []
  return cleanText(`${typeof err === 'string' ? err : JSON.stringify(err)} ${words.at(-1) ?? ''}`, 160)
}
