import type { Listener } from '../blockchain/sockets/audience.js'
import { createChainFeed } from '../blockchain/sockets/chainFeed.js'
import { readLogFilter } from '../blockchain/sockets/logFilter.js'
import { NodeError, ReplyTooLong, type RpcCall, type RpcReply } from '../outbound/post.js'
import { createLog } from '../shared/log.js'
import { createTestClock } from './createTestClock.js'

/** A chain whose blocks the test makes. `fork` distinguishes blocks of the same number. */
function createChain() {
  type Made = { readonly number: number; readonly hash: string; readonly parentHash: string }
  let blocks: Made[] = []
  const all = new Map<string, Made>()
  let isAway = false
  let isWithoutLogs = false
  let held: Promise<void> | undefined
  let flooding: string | undefined
  let logsAtOnce = Number.POSITIVE_INFINITY
  const calls: RpcCall[] = []
  const hashOf = (number: number, fork: string) => `0x${fork}${number.toString(16).padStart(63, '0')}`
  const told = (block: Made | undefined) =>
    block === undefined
      ? null
      : { ...block, number: `0x${block.number.toString(16)}`, transactions: ['0x1'], size: '0x1' }

  function reply({ method, params }: RpcCall): RpcReply {
    const [first] = params as readonly [
      string & { readonly blockHash?: string; readonly address?: readonly string[] },
    ]
    if (method === 'eth_getBlockByNumber')
      return {
        result: told(
          first === 'latest' ? blocks.at(-1) : blocks.find(({ number }) => number === Number(first)),
        ),
      }
    if (isWithoutLogs) return { error: { code: -32000, message: 'unknown block' } }
    const { blockHash = '', address = [] } = first
    return {
      result: address.map((one) => ({ address: one, topics: [], blockHash, data: all.get(blockHash)?.hash })),
    }
  }

  return {
    calls,
    nodes: {
      chainId: 'eip155:1' as const,
      async ask(asked: readonly RpcCall[]) {
        calls.push(...asked)
        const own = held
        held = undefined
        await own
        if (isAway) throw new NodeError('no node answered')
        if (asked.filter(({ method }) => method === 'eth_getLogs').length > logsAtOnce)
          throw new ReplyTooLong('too long')
        if (flooding !== undefined && JSON.stringify(asked).includes(flooding))
          throw new ReplyTooLong('too long')
        return asked.map(reply)
      },
    },
    /** Mines blocks up to a number, after `from` if the chain is reorganised. */
    mine(to: number, fork = 'a', from = (blocks.at(-1)?.number ?? -1) + 1) {
      blocks = blocks.filter(({ number }) => number < from)
      for (let number = from; number <= to; number++) {
        const made = { number, hash: hashOf(number, fork), parentHash: blocks.at(-1)?.hash ?? hashOf(0, '0') }
        blocks.push(made)
        all.set(made.hash, made)
      }
    },
    goAway: (value: boolean) => {
      isAway = value
    },
    /** The nodes answer the next request only when the returned function is called. */
    hold(): () => void {
      let release = () => {}
      held = new Promise((resolve) => {
        release = resolve
      })
      return () => release()
    },
    /** The logs of this contract are too long for an answer. */
    limitContract: (address: string) => {
      flooding = address
    },
    limitLogs: (count: number) => {
      logsAtOnce = count
    },
    loseLogs: (value: boolean) => {
      isWithoutLogs = value
    },
  }
}

/** Starts a feed of a chain with some blocks. What its listeners hear is written as texts such as `a21` and `-c22`. */
export function startFeed(start = 20) {
  const chain = createChain()
  chain.mine(start)
  const clock = createTestClock()
  const log = createLog({ level: 'silent', now: () => 0, write: () => undefined })
  const feed = createChainFeed({ nodes: chain.nodes, clock, log, interval: 2_000 })

  function listen(address?: string) {
    const heard: string[] = []
    const listener: Listener = {
      filter: address === undefined ? undefined : readLogFilter({ address }),
      onBlock: ({ number, hash }) => void heard.push(`${hash[2]}${number}`),
      onLogs: (logs, isRemoved) => {
        const own = logs.filter((one) => one.address === address)
        for (const one of own)
          heard.push(`${isRemoved ? '-' : '+'}${one.blockHash[2]}${Number(`0x${one.blockHash.slice(3)}`)}`)
      },
      onLost: () => void heard.push('lost'),
    }
    return { heard, listener }
  }

  /** Lets time pass, and then requests be answered. */
  async function pass(duration: number): Promise<void> {
    clock.advance(duration)
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
  }

  return {
    ...chain,
    feed,
    listen,
    pass,
    async look(times = 1) {
      for (let count = 0; count < times; count++) await pass(2_000)
    },
  }
}
