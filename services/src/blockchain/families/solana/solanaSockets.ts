import { randomInt } from 'node:crypto'
import * as v from 'valibot'
import type { RpcCall } from '../../../outbound/post.js'
import type { Nodes } from '../../nodes.js'
import { SubscriptionError } from '../../sockets/SubscriptionError.js'
import { expectResult } from '../expectResult.js'
import type { FamilySockets, Told, Topic } from '../FamilySockets.js'
import { bytesOfAddress } from './address.js'
import { readExact, writeExact } from './exactJson.js'
import { count, inContext } from './methods.js'

/** What one request to a node can name. */
const accountsAtOnce = 100
const signaturesAtOnce = 200

const levels = ['processed', 'confirmed', 'finalized'] as const
type Level = (typeof levels)[number]
const level = v.optional(v.picklist(levels), 'finalized')
const address = v.pipe(
  v.string(),
  v.check((text) => bytesOfAddress(text) !== undefined),
)
const signature = v.pipe(v.string(), v.regex(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/))
const accountParams = v.looseTuple([
  address,
  v.optional(v.object({ commitment: level, encoding: v.optional(v.string()) }), {}),
])
const signatureParams = v.looseTuple([signature, v.optional(v.object({ commitment: level }), {})])

type SolanaTopic = Topic & {
  readonly kind: 'slot' | 'account' | 'signature'
  readonly name: string
  readonly level: Level
}

const nothing: Told = { results: [] }

/**
 * Solana's subscriptions, made by looking at the nodes: `slotSubscribe`, `accountSubscribe` in base64, and
 * `signatureSubscribe`.
 */
export const solanaSockets: FamilySockets = {
  topicOf(call) {
    if (call.method === 'slotSubscribe') return slotTopic
    if (call.method === 'accountSubscribe') return accountTopic(call)
    if (call.method === 'signatureSubscribe') return signatureTopic(call)
    if (!call.method.endsWith('Subscribe')) return undefined
    throw new SubscriptionError(
      'This service knows the subscriptions accountSubscribe, signatureSubscribe and slotSubscribe',
      -32601,
    )
  },
  isEnd: (method) => /^[a-z]+Unsubscribe$/i.test(method),
  newId: () => randomInt(1, 2 ** 47),
  async look(ask, topics) {
    const all = topics as readonly SolanaTopic[]
    const groups = levels.flatMap((commitment) => {
      const of = all.filter((topic) => topic.kind === 'account' && topic.level === commitment)
      return of.length === 0 ? [] : [lookAtAccounts(ask, of, commitment)]
    })
    const states = await Promise.all([
      ...groups,
      lookAtSignatures(
        ask,
        all.filter(({ kind }) => kind === 'signature'),
      ),
      all.some(({ kind }) => kind === 'slot') ? lookAtSlot(ask) : [],
    ])
    return new Map(states.flat())
  },
}

const slotTopic: SolanaTopic = {
  kind: 'slot',
  name: '',
  level: 'processed',
  key: 'slot',
  notification: 'slotNotification',
  tell(before, now) {
    const slot = Number(now)
    if (before === undefined || slot <= Number(before)) return nothing
    return { results: [{ slot, parent: slot - 1, root: Math.max(0, slot - 32) }] }
  },
}

function accountTopic({ params }: RpcCall): SolanaTopic {
  const read = v.safeParse(accountParams, params)
  if (!read.success) throw new SubscriptionError('Name an account, and perhaps a commitment')
  const [name, { commitment, encoding = 'base58' }] = read.output
  if (encoding !== 'base64')
    throw new SubscriptionError('This service tells accounts with the encoding base64')
  return {
    kind: 'account',
    name,
    level: commitment,
    key: `account ${commitment} ${name}`,
    notification: 'accountNotification',
    tell(before, now) {
      const [old, recent] = [before, now] as readonly ({ readonly value: unknown } | undefined)[]
      const isSame = old === undefined || writeExact(old.value) === writeExact(recent?.value)
      return isSame ? nothing : { results: [recent] }
    },
  }
}

function signatureTopic({ params }: RpcCall): SolanaTopic {
  const read = v.safeParse(signatureParams, params)
  if (!read.success) throw new SubscriptionError('Name a signature, and perhaps a commitment')
  const [name, { commitment }] = read.output
  return {
    kind: 'signature',
    name,
    level: commitment,
    key: `signature ${commitment} ${name}`,
    notification: 'signatureNotification',
    tell(_, now) {
      const { context, status } = now as { readonly context: unknown; readonly status: Status }
      const reached = levels.indexOf(status?.confirmationStatus ?? 'processed')
      if (status === null || reached < levels.indexOf(commitment)) return nothing
      return { results: [{ context, value: { err: status.err ?? null } }], isOver: true }
    },
  }
}

const accounts = inContext(v.array(v.nullable(v.object({ lamports: count, owner: v.string() }))))
const looseAccounts = v.looseObject({ context: v.unknown(), value: v.array(v.unknown()) })
const status = v.nullable(
  v.object({ slot: count, err: v.unknown(), confirmationStatus: v.nullish(v.picklist(levels)) }),
)
type Status = v.InferOutput<typeof status>
const statuses = v.object({ context: v.unknown(), value: v.array(status) })

type States = readonly (readonly [string, unknown])[]

async function lookAtAccounts(
  ask: Nodes['ask'],
  topics: readonly SolanaTopic[],
  commitment: Level,
): Promise<States> {
  const parts = slices(topics, accountsAtOnce)
  const replies = await ask(
    parts.map((part) => ({
      method: 'getMultipleAccounts',
      params: [part.map(({ name }) => name), { encoding: 'base64', commitment }],
    })),
  )
  return parts.flatMap((part, index) => {
    expectResult(replies[index], accounts)
    const { context, value } = expectResult(replies[index], looseAccounts)
    return part.map(({ key }, at) => [key, { context, value: value[at] ?? null }] as const)
  })
}

async function lookAtSignatures(ask: Nodes['ask'], topics: readonly SolanaTopic[]): Promise<States> {
  if (topics.length === 0) return []
  const parts = slices(topics, signaturesAtOnce)
  const replies = await ask(
    parts.map((part) => ({ method: 'getSignatureStatuses', params: [part.map(({ name }) => name)] })),
  )
  return parts.flatMap((part, index) => {
    const { context, value } = expectResult(replies[index], statuses)
    return part.map(({ key }, at) => [key, { context, status: value[at] ?? null }] as const)
  })
}

async function lookAtSlot(ask: Nodes['ask']): Promise<States> {
  const [reply] = await ask([{ method: 'getSlot', params: [{ commitment: 'processed' }] }])
  return [['slot', Number(readExact(expectResult(reply, count)))]]
}

function slices<item>(items: readonly item[], size: number): readonly (readonly item[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}
