import { randomBytes } from 'node:crypto'
import * as v from 'valibot'
import type { RpcCall } from '../../../outbound/post.js'
import type { Nodes } from '../../nodes.js'
import { SubscriptionError } from '../../sockets/SubscriptionError.js'
import { expectResult } from '../expectResult.js'
import type { FamilySockets, Topic } from '../FamilySockets.js'
import { bytes, hash, header } from './methods.js'

/** Most keys of one subscription to the storage, and of one request to a node. */
const keyLimit = 20
const keysAtOnce = 100

const keysParams = v.looseTuple([
  v.pipe(v.array(v.pipe(bytes, v.minLength(66), v.maxLength(400))), v.minLength(1), v.maxLength(keyLimit)),
])
const looseHeader = v.looseObject({ ...header.entries })

type PolkadotTopic = Topic & { readonly kind: 'new' | 'final' | 'storage'; readonly keys: readonly string[] }

const heads = {
  chain_subscribeNewHead: 'new',
  chain_subscribeNewHeads: 'new',
  chain_subscribeFinalizedHeads: 'final',
} as const
const notifications = { new: 'chain_newHead', final: 'chain_finalizedHead' } as const

const isHead = (method: string): method is keyof typeof heads => Object.hasOwn(heads, method)

/**
 * Substrate's subscriptions, made by looking at the nodes: new and final heads, and entries of the storage. Of several
 * blocks between two looks only the newest is told.
 */
export const polkadotSockets: FamilySockets = {
  topicOf(call) {
    if (isHead(call.method)) return headTopic(heads[call.method])
    if (call.method === 'state_subscribeStorage') return storageTopic(call)
    if (/_submitAndWatch/.test(call.method))
      throw new SubscriptionError(
        'Send by author_submitExtrinsic, and look for the transaction in the blocks',
        -32601,
      )
    if (!/_subscribe/.test(call.method)) return undefined
    throw new SubscriptionError(
      'This service knows chain_subscribeNewHeads, chain_subscribeFinalizedHeads and state_subscribeStorage',
      -32601,
    )
  },
  isEnd: (method) => /^(chain|state)_unsubscribe\w+$/.test(method),
  newId: () => randomBytes(8).toString('hex'),
  async look(ask, topics) {
    const all = topics as readonly PolkadotTopic[]
    const kinds = new Set(all.map(({ kind }) => kind))
    const states = await Promise.all([
      kinds.has('new') ? lookAtHead(ask, 'new', []) : [],
      kinds.has('final') ? lookAtFinal(ask) : [],
      lookAtStorage(
        ask,
        all.filter(({ kind }) => kind === 'storage'),
      ),
    ])
    return new Map(states.flat())
  },
}

function headTopic(kind: 'new' | 'final'): PolkadotTopic {
  return {
    kind,
    keys: [],
    key: kind,
    notification: notifications[kind],
    // Nodes tell the newest one at once.
    tell: (before, now) => ({ results: JSON.stringify(before) === JSON.stringify(now) ? [] : [now] }),
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
type States = readonly (readonly [string, unknown])[]

async function lookAtHead(ask: Nodes['ask'], key: string, params: readonly string[]): Promise<States> {
  const [reply] = await ask([{ method: 'chain_getHeader', params }])
  return [[key, expectResult(reply, looseHeader)]]
}

async function lookAtFinal(ask: Nodes['ask']): Promise<States> {
  const [reply] = await ask([{ method: 'chain_getFinalizedHead', params: [] }])
  return lookAtHead(ask, 'final', [expectResult(reply, hash)])
}

const entries = v.pipe(
  v.array(v.object({ block: hash, changes: v.array(v.tuple([bytes, v.nullable(bytes)])) })),
  v.minLength(1),
)

async function lookAtStorage(ask: Nodes['ask'], topics: readonly PolkadotTopic[]): Promise<States> {
  const keys = [...new Set(topics.flatMap((topic) => topic.keys))]
  if (keys.length === 0) return []
  const parts = Array.from({ length: Math.ceil(keys.length / keysAtOnce) }, (_, index) =>
    keys.slice(index * keysAtOnce, (index + 1) * keysAtOnce),
  )
  const replies = await ask(parts.map((part) => ({ method: 'state_queryStorageAt', params: [part] })))
  const read = replies.flatMap((reply) => expectResult(reply, entries))
  const values = new Map(
    read.flatMap(({ changes }) => changes.map(([key, value]) => [key.toLowerCase(), value] as const)),
  )
  const block = read[0]?.block ?? ''
  return topics.map((topic) => [
    topic.key,
    { block, changes: topic.keys.map((key) => [key, values.get(key) ?? null] as const) },
  ])
}
