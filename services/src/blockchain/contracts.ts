import { AsyncResource } from 'node:async_hooks'
import { decodeFunctionResult, encodeFunctionData, type Hex, pad, parseAbi } from 'viem'
import { isOfTheClient, NodeError, ReplyTooLong, type RpcCall, type RpcReply } from '../outbound/post.js'
import { multicallOf } from './nativeCoin.js'
import type { Nodes } from './nodes.js'

type Address = `0x${string}`

/** A contract call that changes no state, or a request for an account's coin balance. */
type Reading = { readonly to: Address; readonly data: Hex } | { readonly coinOf: Address }

const multicallAbi = parseAbi([
  'struct Call { address target; bool allowFailure; bytes callData; }',
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3(Call[] calls) payable returns (Result[])',
  'function getEthBalance(address) view returns (uint256)',
])

/** Most `eth_call`s for one read; each holds at least this many readings. */
const callsAtOnce = 3
const readingsPerCall = 500
/** What a reply needs in JSON besides its data, in bytes: room for an error's message, too. */
const replyFrame = 1_024
/** Most bytes that one reading of the operator's own contracts returns. */
const longestOfOwn = 65_536
/** Requests in one HTTP body on chains without Multicall3; many nodes refuse more. */
const batchSize = 50

/** Reads the contracts of one chain in bulk. */
export type Contracts = {
  /**
   * Returns the result of each reading in order, or `undefined` if the contract refused it. A coin balance is one
   * 32-byte word.
   *
   * With Multicall3 all readings made at the same moment, also by other callers, run in one `eth_call`. A contract that
   * burns all gas spoils all of them, so read contracts that strangers name with {@link readApart}.
   *
   * @throws {@link NodeError}, also where a node fails to tell one of the readings
   */
  read(readings: readonly Reading[]): Promise<readonly (Hex | undefined)[]>
  /**
   * Like `read`, but makes one call per reading, in batches: for contracts that strangers name. Whatever fails is
   * `undefined`; {@link ToldContracts.tellApart} says why.
   *
   * @param options.longest Most bytes that a reading may return. A longer one is refused, and spoils no other.
   */
  readApart(readings: readonly Reading[], options: ApartOptions): Promise<readonly (Hex | undefined)[]>
}

/** Reads contracts one by one, and says what became of each reading. */
export type ToldContracts = {
  /** Like `readApart`, but keeps a contract's refusal apart from a node's failure, which says nothing of the contract. */
  tellApart(readings: readonly Reading[], options: ApartOptions): Promise<readonly Told[]>
}

/** What became of a reading: the data, the contract's refusal, or a node's failure to tell. */
export type Told = Hex | 'refused' | 'untold'
type ApartOptions = { readonly longest: number }

/** Uses Multicall3 where the chain has it (at most three `eth_call`s), and otherwise batches of single calls. */
export function createContracts(nodes: Pick<Nodes, 'ask' | 'chainId'>): Contracts & ToldContracts {
  const multicall = multicallOf(nodes.chainId)
  let isThere = false

  /** Deployed code stays, so a positive answer is cached; a negative one is checked again. */
  async function hasMulticall(): Promise<boolean> {
    if (isThere) return true
    const [code] = await nodes.ask([{ method: 'eth_getCode', params: [multicall, 'latest'] }])
    if (code === undefined || 'error' in code) throw new NodeError('no code')
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

  /** One list of requests. Where its answer is too long, each half on its own; a single one that is too long has none. */
  async function askList(
    calls: readonly RpcCall[],
    longest: number,
  ): Promise<readonly (RpcReply | undefined)[]> {
    try {
      return await nodes.ask(calls, undefined, calls.length * (2 * longest + replyFrame))
    } catch (error) {
      if (!(error instanceof ReplyTooLong)) throw error
      if (calls.length === 1) return [undefined]
      const middle = Math.ceil(calls.length / 2)
      const halves = [calls.slice(0, middle), calls.slice(middle)]
      return (await Promise.all(halves.map((half) => askList(half, longest)))).flat()
    }
  }

  async function tellApart(
    readings: readonly Reading[],
    { longest }: ApartOptions,
  ): Promise<readonly Told[]> {
    const calls = readings.map((reading) =>
      'coinOf' in reading
        ? { method: 'eth_getBalance', params: [reading.coinOf, 'latest'] }
        : { method: 'eth_call', params: [{ to: reading.to, data: reading.data }, 'latest'] },
    )
    const replies: (RpcReply | undefined)[] = []
    for (const part of slices(calls, batchSize)) replies.push(...(await askList(part, longest)))
    return replies.map((reply, index) => {
      const reading = readings[index]
      if (reading !== undefined && 'coinOf' in reading) return toWord(readQuantity(reply))
      return toTold(reply)
    })
  }

  async function readApart(readings: readonly Reading[], options: ApartOptions) {
    return (await tellApart(readings, options)).map(dataOf)
  }

  const waiting: Waiting[] = []

  /** Combines the readings of all waiting callers into one call. */
  async function readAll(all: readonly Waiting[]): Promise<void> {
    try {
      const readings = all.flatMap((one) => one.readings)
      const isTogether = readings.length > 1 && (await hasMulticall())
      const results = isTogether
        ? await readTogether(readings)
        : await tellApart(readings, { longest: longestOfOwn })
      let start = 0
      for (const { readings: own, resolve, reject } of all) {
        const told = results.slice(start, start + own.length)
        start += own.length
        // Another caller's readings are no reason to fail.
        if (told.includes('untold')) reject(new NodeError('a call failed'))
        else resolve(told.map(dataOf))
      }
    } catch (error) {
      // The calls were those of the first caller's client, whose limits are not the others'.
      const isShared = all.length > 1 && isOfTheClient(error)
      for (const one of all) {
        if (isShared) one.readAlone()
        else one.reject(error)
      }
    }
  }

  return {
    read(readings) {
      return new Promise((resolve, reject) => {
        if (readings.length === 0) return resolve([])
        const own = { readings, resolve, reject }
        const readAlone = AsyncResource.bind(() => void readAll([{ ...own, readAlone }]))
        waiting.push({ ...own, readAlone })
        if (waiting.length === 1) queueMicrotask(() => void readAll(waiting.splice(0)))
      })
    },
    readApart,
    tellApart,
  }
}

type Waiting = {
  readonly readings: readonly Reading[]
  readonly resolve: (results: readonly (Hex | undefined)[]) => void
  readonly reject: (error: unknown) => void
  /** Reads in calls of this caller's own. */
  readonly readAlone: () => void
}

/** For {@link Contracts.readApart}: names, symbols and numbers are shorter. In bytes. */
export const shortAnswer = 4_096

/** Reads a quantity such as `0x1a`, of at most 32 bytes. Throws {@link NodeError} for anything else. */
export function readQuantity(reply: RpcReply | undefined): bigint {
  const text = textOf(reply)
  if (!/^0x[0-9a-f]{1,64}$/i.test(text)) throw new NodeError('not a number')
  return BigInt(text)
}

/** Returns the word at an index (by default 0) of a contract's return data. */
export function wordOf(data: Hex | undefined, index = 0): bigint | undefined {
  const text = data?.slice(2 + 64 * index, 2 + 64 * (index + 1)) ?? ''
  return /^[0-9a-f]{64}$/i.test(text) ? BigInt(`0x${text}`) : undefined
}

function readResults(reply: RpcReply | undefined, count: number): readonly Told[] {
  try {
    const results = decodeFunctionResult({
      abi: multicallAbi,
      functionName: 'aggregate3',
      data: textOf(reply) as Hex,
    })
    if (results.length !== count) throw new NodeError('not all results')
    return results.map(({ success, returnData }) => (success ? returnData : 'refused'))
  } catch (error) {
    throw error instanceof NodeError ? error : new NodeError('not the results')
  }
}

function coinCall(owner: Address): Hex {
  return encodeFunctionData({ abi: multicallAbi, functionName: 'getEthBalance', args: [owner] })
}

/** What nodes say where the contract, and not the node, ended the call; code -32015 has no other meaning. */
const refusal =
  /revert|evm error|invalid opcode|bad instruction|(invalid|bad) jump|out ?of ?gas|stack (under|over)flow/i

function toTold(reply: RpcReply | undefined): Told {
  // Too long an answer is the contract's own.
  if (reply === undefined) return 'refused'
  if ('error' in reply) {
    const { code, message } = reply.error
    return code === 3 || code === -32015 || refusal.test(message) ? 'refused' : 'untold'
  }
  const text = textOf(reply)
  return isHexText(text) ? text : 'untold'
}

/** The data of a reading; `undefined` if it has none. */
export function dataOf(told: Told): Hex | undefined {
  return told === 'refused' || told === 'untold' ? undefined : told
}

function toWord(value: bigint): Hex {
  return pad(`0x${value.toString(16)}`)
}

/** Returns the reply's text; empty for an error or a result of another type. */
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
