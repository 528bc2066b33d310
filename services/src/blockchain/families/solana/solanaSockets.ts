import { randomInt } from 'node:crypto'
import * as v from 'valibot'
import { NodeError, type RpcCall, type RpcReply } from '../../../outbound/post.js'
import type { Nodes } from '../../nodes.js'
import { SubscriptionError } from '../../sockets/SubscriptionError.js'
import { expectResult } from '../expectResult.js'
import type { FamilySockets, State, Told, Topic } from '../FamilySockets.js'
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
  level: 'confirmed',
  key: 'slot',
  weight: 0,
  notification: 'slotNotification',
  tell(before, now) {
    const { parent } = now as SlotState
    return before === undefined || parent === undefined ? nothing : { results: [now] }
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
    weight: 1,
    notification: 'accountNotification',
    tell: (before, now) => (before === undefined ? nothing : { results: [now] }),
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
    weight: 1,
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
const statuses = v.object({ context: v.looseObject({ slot: count }), value: v.array(status) })

type SlotState = { readonly slot: number; readonly parent: number | undefined; readonly root: number }
const block = v.nullable(v.object({ parentSlot: count }))
/** The block is not complete in the node yet. */
const notYet: ReadonlySet<number> = new Set([-32004, -32014])

type States = readonly (readonly [string, State])[]

async function lookAtAccounts(
  ask: Nodes['ask'],
  topics: readonly SolanaTopic[],
  commitment: Level,
): Promise<States> {
  const states: States[number][] = []
  // One after the other: together they could be longer than an answer may be.
  for (const part of slices(topics, accountsAtOnce)) {
    const params = [part.map(({ name }) => name), { encoding: 'base64', commitment }]
    const [reply] = await ask([{ method: 'getMultipleAccounts', params }])
    const { context } = expectResult(reply, accounts)
    const { context: whole, value } = expectResult(reply, looseAccounts)
    expectAll(value, part)
    for (const [index, { key }] of part.entries()) {
      const account = value[index] ?? null
      const text = writeExact(account)
      states.push([key, { at: exact(context.slot), text, value: { context: whole, value: account } }])
    }
  }
  return states
}

async function lookAtSignatures(ask: Nodes['ask'], topics: readonly SolanaTopic[]): Promise<States> {
  if (topics.length === 0) return []
  const parts = slices(topics, signaturesAtOnce)
  const replies = await ask(
    parts.map((part) => ({ method: 'getSignatureStatuses', params: [part.map(({ name }) => name)] })),
  )
  return parts.flatMap((part, index) => {
    const { context, value } = expectResult(replies[index], statuses)
    expectAll(value, part)
    return part.map(({ key }, at) => {
      const status = value[at] ?? null
      const text = writeExact(status)
      return [key, { at: exact(context.slot), text, value: { context, status } }] as const
    })
  })
}

/** Looks at the newest confirmed slot, because nodes tell the parent of no earlier one. */
async function lookAtSlot(ask: Nodes['ask']): Promise<States> {
  const replies = await ask(
    (['confirmed', 'finalized'] as const).map((commitment) => ({
      method: 'getSlot',
      params: [{ commitment }],
    })),
  )
  const [slot = 0n, root = 0n] = replies.map((reply) => exact(expectResult(reply, count)))
  const options = { commitment: 'confirmed', transactionDetails: 'none', rewards: false }
  const [reply] = await ask([
    { method: 'getBlock', params: [Number(slot), { ...options, maxSupportedTransactionVersion: 0 }] },
  ])
  const isNotYet = reply !== undefined && 'error' in reply && notYet.has(reply.error.code)
  const read = isNotYet ? { success: true, output: null } : v.safeParse(block, resultOf(reply))
  if (!read.success) return []
  const parent = read.output === null ? undefined : Number(exact(read.output.parentSlot))
  const value: SlotState = { slot: Number(slot), parent, root: Number(root) }
  return [['slot', { at: slot, text: String(slot), value }]]
}

function resultOf(reply: RpcReply | undefined): unknown {
  return reply !== undefined && 'result' in reply ? reply.result : undefined
}

function exact(value: unknown): bigint {
  return readExact(value) ?? 0n
}

/** A value that the node left out is none that does not exist. */
function expectAll(values: readonly unknown[], topics: readonly unknown[]): void {
  if (values.length !== topics.length) throw new NodeError('no sound answer')
}

function slices<item>(items: readonly item[], size: number): readonly (readonly item[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}
