import { decodeFunctionResult, encodeFunctionData, type Hex, pad, parseAbi } from 'viem'
import { multicallOf } from './nativeCoin.js'
import type { Nodes } from './nodes.js'
import { NodeError, type RpcReply } from './post.js'

type Address = `0x${string}`

/** A call that changes nothing, or how much of the chain's own coin an account has. */
export type Reading = { readonly to: Address; readonly data: Hex } | { readonly coinOf: Address }

const multicallAbi = parseAbi([
  'struct Call { address target; bool allowFailure; bytes callData; }',
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3(Call[] calls) payable returns (Result[])',
  'function getEthBalance(address) view returns (uint256)',
])

/** However much is read at once, it takes at most so many calls, each of at least so many readings. */
const callsAtOnce = 3
const readingsPerCall = 500
/** Requests in one HTTP body, where the chain has no Multicall3: more than this many nodes refuse. */
const batchSize = 50

/** Reads the contracts of one chain in bulk. */
export type Contracts = {
  /**
   * What each reading returned, in order; `undefined` for one that the chain refused. A coin's amount is one word.
   *
   * All of it, and all that others read at that moment, is one computation where the chain has Multicall3. So a contract
   * that burns all gas spoils it: read what strangers name by {@link readApart}.
   *
   * @throws {@link NodeError}
   */
  read(readings: readonly Reading[]): Promise<readonly (Hex | undefined)[]>
  /** As `read`, each on its own, in lists of requests. */
  readApart(readings: readonly Reading[]): Promise<readonly (Hex | undefined)[]>
}

/** Uses Multicall3 where the chain has it (at most three `eth_call`s), and otherwise lists of single calls. */
export function createContracts(nodes: Nodes): Contracts {
  const multicall = multicallOf(nodes.chainId)
  let isThere = false

  /** Code does not go away again; where there is none yet it may come. */
  async function hasMulticall(): Promise<boolean> {
    if (isThere) return true
    const [code] = await nodes.ask([{ method: 'eth_getCode', params: [multicall, 'latest'] }])
    isThere = /^0x[0-9a-f]{2,}$/i.test(textOf(code))
    return isThere
  }

  async function readTogether(readings: readonly Reading[]) {
    const calls = readings.map((reading) =>
      'coinOf' in reading
        ? { target: multicall, allowFailure: false, callData: coinCall(reading.coinOf) }
        : { target: reading.to, allowFailure: true, callData: reading.data },
    )
    const size = Math.max(readingsPerCall, Math.ceil(calls.length / callsAtOnce))
    const parts = await Promise.all(
      slices(calls, size).map(async (part) => {
        const data = encodeFunctionData({ abi: multicallAbi, functionName: 'aggregate3', args: [part] })
        const [reply] = await nodes.ask([{ method: 'eth_call', params: [{ to: multicall, data }, 'latest'] }])
        return readResults(reply, part.length)
      }),
    )
    return parts.flat()
  }

  async function readApart(readings: readonly Reading[]) {
    const calls = readings.map((reading) =>
      'coinOf' in reading
        ? { method: 'eth_getBalance', params: [reading.coinOf, 'latest'] }
        : { method: 'eth_call', params: [{ to: reading.to, data: reading.data }, 'latest'] },
    )
    const replies: RpcReply[] = []
    for (const part of slices(calls, batchSize)) replies.push(...(await nodes.ask(part)))
    return replies.map((reply, index) => {
      const reading = readings[index]
      if (reading !== undefined && 'coinOf' in reading) return toWord(readQuantity(reply))
      const text = textOf(reply)
      return isHexText(text) ? text : undefined
    })
  }

  const waiting: Waiting[] = []

  /** All that is asked for in one go, by whomever, is one computation. */
  async function readWaiting(): Promise<void> {
    const all = waiting.splice(0)
    try {
      const readings = all.flatMap((one) => one.readings)
      const isTogether = readings.length > 1 && (await hasMulticall())
      const results = isTogether ? await readTogether(readings) : await readApart(readings)
      let start = 0
      for (const { readings: own, resolve } of all) {
        resolve(results.slice(start, start + own.length))
        start += own.length
      }
    } catch (error) {
      for (const one of all) one.reject(error)
    }
  }

  return {
    read(readings) {
      return new Promise((resolve, reject) => {
        if (readings.length === 0) return resolve([])
        waiting.push({ readings, resolve, reject })
        if (waiting.length === 1) queueMicrotask(readWaiting)
      })
    },
    readApart,
  }
}

type Waiting = {
  readonly readings: readonly Reading[]
  readonly resolve: (results: readonly (Hex | undefined)[]) => void
  readonly reject: (error: unknown) => void
}

/** The number that a chain answers with, `0x1a`, of at most 32 bytes. Throws {@link NodeError} for anything else. */
export function readQuantity(reply: RpcReply | undefined): bigint {
  const text = textOf(reply)
  if (!/^0x[0-9a-f]{1,64}$/i.test(text)) throw new NodeError('not a number')
  return BigInt(text)
}

/** The word at an index of what a contract returned, by default the first; some return more. */
export function wordOf(data: Hex | undefined, index = 0): bigint | undefined {
  const text = data?.slice(2 + 64 * index, 2 + 64 * (index + 1)) ?? ''
  return /^[0-9a-f]{64}$/i.test(text) ? BigInt(`0x${text}`) : undefined
}

function readResults(reply: RpcReply | undefined, count: number): readonly (Hex | undefined)[] {
  try {
    const results = decodeFunctionResult({
      abi: multicallAbi,
      functionName: 'aggregate3',
      data: textOf(reply) as Hex,
    })
    if (results.length !== count) throw new NodeError('not all results')
    return results.map(({ success, returnData }) => (success ? returnData : undefined))
  } catch (error) {
    throw error instanceof NodeError ? error : new NodeError('not the results')
  }
}

function coinCall(owner: Address): Hex {
  return encodeFunctionData({ abi: multicallAbi, functionName: 'getEthBalance', args: [owner] })
}

function toWord(value: bigint): Hex {
  return pad(`0x${value.toString(16)}`)
}

/** The text that a chain answered with; empty for an error and for anything that is no text. */
function textOf(reply: RpcReply | undefined): string {
  return reply !== undefined && 'result' in reply && typeof reply.result === 'string' ? reply.result : ''
}

function isHexText(text: string): text is Hex {
  return /^0x([0-9a-f]{2})*$/i.test(text)
}

function slices<item>(items: readonly item[], size: number): readonly (readonly item[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}
