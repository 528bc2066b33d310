import { cleanText } from 'latchkey/protocol'
import { decodeAbiParameters, encodeAbiParameters, getAddress, type Hex } from 'viem'
import { delegateAddress, entryPoint } from '../../accounts/delegate.js'
import { isAddressShape, isBytes, quantity } from '../../accounts/hex.js'
import { readCode } from '../../accounts/nodeReads.js'
import { isRevert, type Plan } from '../../accounts/planCalls.js'
import { isNodeError } from '../../accounts/Rpc.js'
import type { AllowanceChange, AssetChange, Changes } from '../ConsentRequest.js'
import { type Describer, isUnlimited } from '../describe/Describer.js'
import { isRecord } from '../ReadContext.js'
import { type Movement, movementsIn, type SimulatedLog } from './movements.js'

/** Most tokens, and most allowances, of one request that are measured. If there are more, the changes are unknown. */
const mostTokens = 24
/** Most items of collections. */
const mostItems = 100

type SimulatedCall = { readonly from: Hex; readonly to?: Hex; readonly value: Hex; readonly data: Hex }

/**
 * Lets a node carry out what was planned without sending it, and measures what the account would have more and less of:
 * each token says so itself before and after. Without such a node (`eth_simulateV1`), only whether it fails.
 */
export async function simulateCalls(plan: Plan, describer: Describer): Promise<Changes> {
  const { chain, context, account } = describer
  const { calls, overrides } = await simulated(plan, describer)
  try {
    const first = await run(calls, overrides, describer)
    const failure = first.find((one) => one.status !== '0x1')
    if (failure !== undefined) return { status: 'fails', reason: reasonOf(failure) }
    const movements = movementsIn(first.flatMap(logsOf), account)
    return await measured(movements, calls, overrides, describer)
  } catch (error) {
    if (isRevert(error)) return { status: 'fails', reason: cleanText(String((error as Error).message), 120) }
    // Such a node may still know `eth_call`; a call after another one it cannot try.
    const [only] = calls
    if (!isNodeError(error) || calls.length > 1 || only === undefined) return { status: 'unknown' }
  }
  const [only] = calls
  const params = overrides === undefined ? [only, 'latest'] : [only, 'latest', overrides]
  return context.rpc(chain.id, 'eth_call', params).then(
    (): Changes => ({ status: 'succeeds' }),
    (error: unknown): Changes =>
      isRevert(error)
        ? { status: 'fails', reason: cleanText(error instanceof Error ? error.message : '', 120) }
        : { status: 'unknown' },
  )
}

/** The calls as the chain would see them, and the account's code as it would be. */
async function simulated({ transactions, operation, upgrade }: Plan, { chain, context, account }: Describer) {
  const calls: SimulatedCall[] =
    operation === undefined
      ? transactions.map(({ to, value, data }) => ({ from: account, ...(to && { to }), value, data }))
      : [{ from: entryPoint, to: account, value: '0x0', data: operation.callData }]
  if (upgrade === undefined) return { calls, overrides: undefined }
  const code = await readCode(context.rpc, chain.id, delegateAddress)
  return { calls, overrides: { [account]: { code } } }
}

type CallResult = { readonly status: unknown; readonly [name: string]: unknown }

async function run(
  calls: readonly SimulatedCall[],
  stateOverrides: object | undefined,
  { chain, context }: Describer,
): Promise<readonly CallResult[]> {
  const block = { calls, ...(stateOverrides === undefined ? {} : { stateOverrides }) }
  const options = { blockStateCalls: [block], traceTransfers: true, validation: false }
  const answer = await context.rpc(chain.id, 'eth_simulateV1', [options, 'latest'])
  const [first] = Array.isArray(answer) ? answer : []
  const results = isRecord(first) ? first.calls : undefined
  if (!Array.isArray(results) || results.length !== calls.length) throw new TypeError('eth_simulateV1')
  return results.map((one) => (isRecord(one) ? { ...one, status: one.status } : { status: '0x0' }))
}

function logsOf({ logs }: CallResult): readonly SimulatedLog[] {
  if (!Array.isArray(logs)) return []
  return logs.filter(
    (log): log is SimulatedLog =>
      isRecord(log) && isAddressShape(log.address) && isBytes(log.data) && Array.isArray(log.topics),
  )
}

async function measured(
  movements: readonly Movement[],
  calls: readonly SimulatedCall[],
  overrides: object | undefined,
  describer: Describer,
): Promise<Changes> {
  const moved = [...new Set(movements.flatMap((one) => (one.type === 'token' ? [one.contract] : [])))]
  const allowed = lastAllowances(movements)
  // A part of them would look like all.
  const itemCount = movements.filter(({ type }) => type === 'item').length
  if (moved.length > mostTokens || allowed.length > mostTokens || itemCount > mostItems)
    return { status: 'unknown' }
  const kinds = await Promise.all(
    moved.map(async (contract) => ({ contract, token: await describer.token(contract) })),
  )
  const contracts = kinds.map(({ contract }) => contract)
  const differences =
    contracts.length === 0
      ? new Map<string, bigint>()
      : await differencesOf(contracts, calls, overrides, describer)
  const assets: AssetChange[] = []
  const coin = movements.reduce((sum, one) => (one.type === 'coin' ? sum + one.units : sum), 0n)
  if (coin !== 0n) assets.push({ units: String(coin), ...describer.chain.coin })
  for (const { contract, token } of kinds) {
    // A token that does not say what the account has: what its logs say.
    const units = differences.get(contract) ?? loggedUnits(movements, contract)
    const base = { contract: getAddress(contract), symbol: token?.symbol ?? '' }
    if (units !== 0n) {
      const { decimals } = token ?? {}
      assets.push({ ...base, units: String(units), ...(decimals === undefined ? {} : { decimals }) })
    }
  }
  for (const one of movements) {
    if (one.type !== 'item') continue
    const { symbol = '' } = (await describer.token(one.contract)) ?? {}
    const { contract, units, tokenId } = one
    assets.push({ contract: getAddress(contract), symbol, units: String(units), decimals: 0, tokenId })
  }
  return { status: 'simulated', assets, allowances: await allowancesOf(allowed, describer) }
}

const loggedUnits = (movements: readonly Movement[], contract: Hex): bigint =>
  movements.reduce(
    (sum, one) => (one.type === 'token' && one.contract === contract ? sum + one.units : sum),
    0n,
  )

/** Asks each token for the account's balance before and after, within one simulation. One that does not say is left out. */
async function differencesOf(
  contracts: readonly Hex[],
  calls: readonly SimulatedCall[],
  overrides: object | undefined,
  describer: Describer,
): Promise<Map<string, bigint>> {
  const { account } = describer
  const data: Hex = `0x70a08231${encodeAbiParameters([{ type: 'address' }], [account]).slice(2)}`
  const asks = contracts.map((to) => ({ from: account, to, value: quantity(0), data }))
  const results = await run([...asks, ...calls, ...asks], overrides, describer)
  const balanceAt = (index: number): bigint | undefined => {
    const { status, returnData }: CallResult = results[index] ?? { status: undefined }
    return status === '0x1' && isBytes(returnData) && returnData.length === 66
      ? BigInt(returnData)
      : undefined
  }
  const found = contracts.flatMap((contract, index) => {
    const [before, after] = [balanceAt(index), balanceAt(contracts.length + calls.length + index)]
    return before === undefined || after === undefined ? [] : [[contract, after - before] as const]
  })
  return new Map(found)
}

type Allowance = Extract<Movement, { type: 'allowance' }>

/** The allowances as they are in the end. */
function lastAllowances(movements: readonly Movement[]): readonly Allowance[] {
  const last = new Map<string, Allowance>()
  for (const one of movements) {
    if (one.type !== 'allowance') continue
    const { contract, spender, tokenId } = one
    last.set(`${contract} ${tokenId ?? spender}`.toLowerCase(), one)
  }
  // That nobody may take an item is no allowance: many collections say so of each that moves.
  return [...last.values()].filter(({ tokenId, units }) => tokenId === undefined || units !== 0n)
}

function allowancesOf(
  allowances: readonly Allowance[],
  describer: Describer,
): Promise<readonly AllowanceChange[]> {
  return Promise.all(
    allowances.map(async ({ contract, spender, units, tokenId }) => {
      const { symbol = '', decimals } = (await describer.token(contract)) ?? {}
      return {
        ...{ contract: getAddress(contract), spender: getAddress(spender), symbol },
        ...(decimals === undefined ? {} : { decimals }),
        ...(tokenId === undefined ? {} : { tokenId }),
        units: units === 'all' ? 'all' : String(units),
        isUnlimited: units === 'all' || isUnlimited(units),
      }
    }),
  )
}

/** The contract's own words for a failure (`Error(string)`), else the node's. */
function reasonOf({ returnData, error }: { readonly [name: string]: unknown }): string {
  if (isBytes(returnData) && returnData.startsWith('0x08c379a0')) {
    try {
      const [words] = decodeAbiParameters([{ type: 'string' }], `0x${returnData.slice(10)}`)
      return cleanText(words, 120)
    } catch {
      // Not the words that it seems to have.
    }
  }
  const { message } = isRecord(error) ? error : {}
  return typeof message === 'string' ? cleanText(message, 120) : ''
}
