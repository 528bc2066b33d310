import { decodeFunctionResult, encodeFunctionData, erc20Abi, parseAbi } from 'viem'
import { multicallOf } from './nativeCoin.js'
import type { Nodes } from './nodes.js'
import { NodeError, type RpcReply } from './post.js'
import type { Token } from './tokens.js'

type Address = `0x${string}`

const multicallAbi = parseAbi([
  'struct Call { address target; bool allowFailure; bytes callData; }',
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3(Call[] calls) payable returns (Result[])',
  'function getEthBalance(address) view returns (uint256)',
])

/** A chain's tokens are asked for in at most so many calls, each of at least so many tokens. */
const callsPerChain = 3
const tokensPerCall = 100
/** Requests in one HTTP body, where the chain has no Multicall3: more than this many nodes refuse. */
const batchSize = 50

/** Asks a chain how much of its own coin and of each token an account has. */
export type Holdings = {
  /**
   * In base units, in the order of `tokens`; `undefined` for a token that did not answer as an ERC-20 does.
   *
   * @throws {@link NodeError}
   */
  read(owner: Address): Promise<{ readonly native: bigint; readonly tokens: readonly (bigint | undefined)[] }>
}

/** Uses Multicall3 where the chain has it (at most three `eth_call`s), and otherwise lists of single calls. */
export function createHoldings(nodes: Nodes, tokens: readonly Token[]): Holdings {
  const multicall = multicallOf(nodes.chainId)
  let isThere = false

  /** Code does not go away again; where there is none yet it may come. */
  async function hasMulticall(): Promise<boolean> {
    if (tokens.length === 0) return false
    if (isThere) return true
    const [code] = await nodes.ask([{ method: 'eth_getCode', params: [multicall, 'latest'] }])
    isThere = /^0x[0-9a-f]{2,}$/i.test(textOf(code))
    return isThere
  }

  async function readTogether(owner: Address) {
    const native = {
      target: multicall,
      allowFailure: false,
      callData: encodeFunctionData({ abi: multicallAbi, functionName: 'getEthBalance', args: [owner] }),
    }
    const callData = balanceOf(owner)
    const calls = [
      native,
      ...tokens.map(({ address }) => ({ target: address, allowFailure: true, callData })),
    ]
    const size = Math.max(tokensPerCall, Math.ceil(calls.length / callsPerChain))
    const parts = await Promise.all(
      slices(calls, size).map(async (part) => {
        const data = encodeFunctionData({ abi: multicallAbi, functionName: 'aggregate3', args: [part] })
        const [reply] = await nodes.ask([{ method: 'eth_call', params: [{ to: multicall, data }, 'latest'] }])
        return readResults(reply, part.length)
      }),
    )
    const [first, ...rest] = parts.flat()
    if (first === undefined) throw new NodeError('no balance')
    return { native: first, tokens: rest }
  }

  async function readApart(owner: Address) {
    const data = balanceOf(owner)
    const calls = [
      { method: 'eth_getBalance', params: [owner, 'latest'] },
      ...tokens.map(({ address }) => ({ method: 'eth_call', params: [{ to: address, data }, 'latest'] })),
    ]
    const replies: RpcReply[] = []
    for (const part of slices(calls, batchSize)) replies.push(...(await nodes.ask(part)))
    const [native, ...rest] = replies
    return { native: readQuantity(native), tokens: rest.map((reply) => readWord(textOf(reply))) }
  }

  return {
    async read(owner) {
      return (await hasMulticall()) ? readTogether(owner) : readApart(owner)
    },
  }
}

/** The number that a chain answers with, `0x1a`, of at most 32 bytes. Throws {@link NodeError} for anything else. */
export function readQuantity(reply: RpcReply | undefined): bigint {
  const text = textOf(reply)
  if (!/^0x[0-9a-f]{1,64}$/i.test(text)) throw new NodeError('not a number')
  return BigInt(text)
}

function readResults(reply: RpcReply | undefined, count: number): readonly (bigint | undefined)[] {
  try {
    const results = decodeFunctionResult({
      abi: multicallAbi,
      functionName: 'aggregate3',
      data: textOf(reply) as Address,
    })
    if (results.length !== count) throw new NodeError('not all balances')
    return results.map(({ success, returnData }) => (success ? readWord(returnData) : undefined))
  } catch (error) {
    throw error instanceof NodeError ? error : new NodeError('not the balances')
  }
}

/** The first word of what a contract returned; some return more. */
function readWord(data: string): bigint | undefined {
  return /^0x[0-9a-f]{64}/i.test(data) ? BigInt(data.slice(0, 66)) : undefined
}

function balanceOf(owner: Address): Address {
  return encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [owner] })
}

/** The text that a chain answered with; empty for an error and for anything that is no text. */
function textOf(reply: RpcReply | undefined): string {
  return reply !== undefined && 'result' in reply && typeof reply.result === 'string' ? reply.result : ''
}

function slices<item>(items: readonly item[], size: number): readonly (readonly item[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}
