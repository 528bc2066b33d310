import { randomBytes } from 'node:crypto'
import * as v from 'valibot'
import type { RpcCall } from '../../../outbound/post.js'
import type { Nodes } from '../../nodes.js'
import { SubscriptionError } from '../../sockets/SubscriptionError.js'
import { expectResult } from '../expectResult.js'
import type { FamilySockets, State, Topic } from '../FamilySockets.js'
import { bytes, hash, header, version } from './methods.js'
import { lookAtWatched, type WatchTopic, watchTopic } from './watchTransactions.js'

/** Most keys of one subscription to the storage, and of one request to a node. */
const keyLimit = 20
const keysAtOnce = 100

const keysParams = v.looseTuple([
  v.pipe(v.array(v.pipe(bytes, v.minLength(66), v.maxLength(400))), v.minLength(1), v.maxLength(keyLimit)),
])
const looseHeader = v.looseObject({ ...header.entries })
const looseVersion = v.looseObject({ ...version.entries })

type PolkadotTopic = Topic & {
  readonly kind: 'new' | 'final' | 'version' | 'storage'
  readonly keys: readonly string[]
}

/** What all subscribers of a chain share. */
const shared = {
  chain_subscribeNewHead: 'new',
  chain_subscribeNewHeads: 'new',
  chain_subscribeFinalizedHeads: 'final',
  state_subscribeRuntimeVersion: 'version',
} as const
const notifications = {
  new: 'chain_newHead',
  final: 'chain_finalizedHead',
  version: 'state_runtimeVersion',
} as const

const isShared = (method: string): method is keyof typeof shared => Object.hasOwn(shared, method)

/**
 * Substrate's subscriptions, made by looking at the nodes: new and final heads, the runtime's version, entries of the
 * storage, and sent transactions. Of several heads between two looks only the newest is told.
 */
export const polkadotSockets: FamilySockets = {
  topicOf(call) {
    if (isShared(call.method)) return sharedTopic(shared[call.method])
    if (call.method === 'state_subscribeStorage') return storageTopic(call)
    if (call.method === 'author_submitAndWatchExtrinsic') return watchTopic(call)
    if (!/_(subscribe|submitAndWatch)/.test(call.method)) return undefined
    throw new SubscriptionError(
      'This service knows author_submitAndWatchExtrinsic, chain_subscribeNewHeads, chain_subscribeFinalizedHeads, state_subscribeRuntimeVersion and state_subscribeStorage',
      -32601,
    )
  },
  isEnd: (method) => method === 'author_unwatchExtrinsic' || /^(chain|state)_unsubscribe\w+$/.test(method),
  newId: () => randomBytes(8).toString('hex'),
  async look(ask, topics) {
    const all = topics as readonly (PolkadotTopic | WatchTopic)[]
    const kinds = new Set(all.map(({ kind }) => kind))
    const states = await Promise.all([
      kinds.has('new') ? lookAtHead(ask, 'new', []) : [],
      kinds.has('final') ? lookAtFinal(ask) : [],
      kinds.has('version') ? lookAtVersion(ask) : [],
      lookAtStorage(
        ask,
        all.filter((topic): topic is PolkadotTopic => topic.kind === 'storage'),
      ),
      lookAtWatched(
        ask,
        all.filter((topic) => topic.kind === 'watch'),
      ),
    ])
    return new Map(states.flat())
  },
}

function sharedTopic(kind: keyof typeof notifications): PolkadotTopic {
  return {
    kind,
    keys: [],
    key: kind,
    weight: 0,
    notification: notifications[kind],
    // Nodes tell the newest one at once.
    tell: (_, now) => ({ results: [now] }),
  }
}

function storageTopic({ params }: RpcCall): PolkadotTopic {
  const read = v.safeParse(keysParams, params)
  if (!read.success)
    throw new SubscriptionError(
      `Name one to ${keyLimit} entries: this service does not follow the whole storage`,
    )
  const keys = read.output[0].map((key) => key.toLowerCase())
  return {
    kind: 'storage',
    keys,
    key: keys.join(),
    weight: keys.length,
    notification: 'state_storage',
    tell(before, now) {
      const [old, recent] = [before, now] as readonly (StorageState | undefined)[]
      const changes = recent?.changes.filter(
        ([key, value]) => old?.changes.find(([one]) => one === key)?.[1] !== value,
      )
      return {
        results: recent === undefined || changes?.length === 0 ? [] : [{ block: recent.block, changes }],
      }
    },
  }
}

type StorageState = {
  readonly block: string
  readonly changes: readonly (readonly [string, string | null])[]
}
type States = readonly (readonly [string, State])[]

async function lookAtHead(ask: Nodes['ask'], key: string, params: readonly string[]): Promise<States> {
  const [reply] = await ask([{ method: 'chain_getHeader', params }])
  const value = expectResult(reply, looseHeader)
  return [[key, { at: BigInt(value.number), text: JSON.stringify(value), value }]]
}

async function lookAtFinal(ask: Nodes['ask']): Promise<States> {
  const [reply] = await ask([{ method: 'chain_getFinalizedHead', params: [] }])
  return lookAtHead(ask, 'final', [expectResult(reply, hash)])
}

/** Reads the runtime's version at a block, whose number tells which of two looks is the newer one. */
async function lookAtVersion(ask: Nodes['ask']): Promise<States> {
  const [newest] = await ask([{ method: 'chain_getBlockHash', params: [] }])
  const params = [expectResult(newest, hash)]
  const [head, read] = await ask([
    { method: 'chain_getHeader', params },
    { method: 'state_getRuntimeVersion', params },
  ])
  const value = expectResult(read, looseVersion)
  return [['version', { at: BigInt(expectResult(head, header).number), text: JSON.stringify(value), value }]]
}

const entries = v.pipe(
  v.array(v.object({ changes: v.array(v.tuple([bytes, v.nullable(bytes)])) })),
  v.minLength(1),
)

/** Reads all entries at one block, whose number tells which of two looks is the newer one. */
async function lookAtStorage(ask: Nodes['ask'], topics: readonly PolkadotTopic[]): Promise<States> {
  const keys = [...new Set(topics.flatMap((topic) => topic.keys))]
  if (keys.length === 0) return []
  const [newest] = await ask([{ method: 'chain_getBlockHash', params: [] }])
  const block = expectResult(newest, hash)
  const values = new Map<string, string | null>()
  let at = 0n
  // One after the other: together they could be longer than an answer may be.
  for (let start = 0; start < keys.length; start += keysAtOnce) {
    const [head, read] = await ask([
      { method: 'chain_getHeader', params: [block] },
      { method: 'state_queryStorageAt', params: [keys.slice(start, start + keysAtOnce), block] },
    ])
    at = BigInt(expectResult(head, header).number)
    for (const [key, value] of expectResult(read, entries).flatMap(({ changes }) => changes))
      values.set(key.toLowerCase(), value)
  }
  // A key that the node left out may have a value: this look tells nothing of its topic.
  const told = topics.filter((topic) => topic.keys.every((key) => values.has(key)))
  return told.map((topic) => {
    const changes = topic.keys.map((key) => [key, values.get(key) ?? null] as const)
    return [topic.key, { at, text: JSON.stringify(changes), value: { block, changes } }]
  })
}
