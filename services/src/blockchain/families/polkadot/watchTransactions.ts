import * as v from 'valibot'
import type { RpcCall } from '../../../outbound/post.js'
import type { Nodes } from '../../nodes.js'
import { SubscriptionError } from '../../sockets/SubscriptionError.js'
import { expectResult } from '../expectResult.js'
import type { State, Topic } from '../FamilySockets.js'
import { block, hash, header, signedTransaction } from './methods.js'

/** What a transaction counts beside entries of the storage: a look may read blocks for it. */
const weight = 5
/** Most blocks of one look, and most numbers of blocks that it asks for; the next look goes on. */
const blocksAtOnce = 20
const numbersAtOnce = 64

/** What a client hears of its transaction, in the words of Substrate's nodes. */
type Status = 'ready' | { readonly [what in 'inBlock' | 'retracted' | 'finalized']?: string }

/** A transaction that is followed: what has been read for it, and what its listeners were told. */
type Watch = {
  readonly text: string
  readonly told: Status[]
  /** Hashes of the blocks that were read and are not final, by number. */
  readonly read: Map<number, string>
  /** The first block that may still change; none before the first look. */
  next?: number
  found?: { readonly number: number; readonly hash: string } | undefined
  isOver: boolean
}

export type WatchTopic = Topic & { readonly kind: 'watch'; readonly keys: readonly []; readonly watch: Watch }

/**
 * Reads a request that sends a transaction and follows it.
 *
 * @throws `SubscriptionError` for what is no transaction
 */
export function watchTopic({ params }: RpcCall): WatchTopic {
  if (!v.is(signedTransaction, params)) throw new SubscriptionError('Not a signed transaction')
  const text = params[0].toLowerCase()
  return {
    kind: 'watch',
    keys: [],
    key: `watch ${text}`,
    weight,
    notification: 'author_extrinsicUpdate',
    // Sent when it is followed already, so that no block is missed.
    sent: { method: 'author_submitExtrinsic', params: [params[0]] },
    watch: { text, told: [], read: new Map(), isOver: false },
    tell(before, now) {
      const [old, recent] = [before, now] as readonly (readonly Status[] | undefined)[]
      const results = recent?.slice(old?.length ?? 0) ?? []
      return {
        results,
        isOver: results.some((status) => typeof status === 'object' && 'finalized' in status),
      }
    },
  }
}

type Ask = Nodes['ask']
type Chain = { readonly final: number; readonly hashes: ReadonlyMap<number, string> }

/** Looks for transactions in the blocks since the last look. All transactions share the reading of a block. */
export async function lookAtWatched(
  ask: Ask,
  topics: readonly WatchTopic[],
): Promise<readonly (readonly [string, State])[]> {
  if (topics.length === 0) return []
  const { final, best } = await readEnds(ask)
  const starts = topics.flatMap(({ watch }) => watch.next ?? [])
  const hashes = await readHashes(ask, Math.min(...starts, best + 1), best)
  const contentOf = blockReader(
    ask,
    topics.map(({ watch }) => watch.text),
  )
  for (const { watch } of topics) await follow(watch, { final, hashes }, contentOf)
  return topics.map(({ key, watch: { told } }) => [
    key,
    { at: BigInt(best), text: JSON.stringify(told), value: [...told] },
  ])
}

async function follow(watch: Watch, { final, hashes }: Chain, contentOf: ContentOf): Promise<void> {
  if (watch.next === undefined) {
    watch.next = final + 1
    watch.told.push('ready')
  }
  for (let number = watch.next; !watch.isOver; number++) {
    const place = hashes.get(number)
    if (place === undefined) return
    if (watch.read.get(number) !== place) {
      const content = await contentOf(place)
      if (content === undefined) return
      watch.read.set(number, place)
      note(watch, { number, hash: place }, content.has(watch.text))
    }
    if (number > final) continue
    watch.read.delete(number)
    watch.next = number + 1
    if (watch.found?.number !== number) continue
    watch.told.push({ finalized: place })
    watch.isOver = true
  }
}

/** Notes whether a block contains the transaction, in the place of the block that was there before. */
function note(watch: Watch, place: NonNullable<Watch['found']>, isThere: boolean): void {
  const { found } = watch
  if (found !== undefined && (isThere || found.number === place.number)) {
    watch.told.push({ retracted: found.hash })
    watch.found = undefined
  }
  if (!isThere) return
  watch.found = place
  watch.told.push({ inBlock: place.hash })
}

async function readEnds(ask: Ask): Promise<{ readonly final: number; readonly best: number }> {
  const [last] = await ask([{ method: 'chain_getFinalizedHead', params: [] }])
  const replies = await ask([
    { method: 'chain_getHeader', params: [expectResult(last, hash)] },
    { method: 'chain_getHeader', params: [] },
  ])
  const [final = 0, best = 0] = replies.map((reply) => Number(expectResult(reply, header).number))
  return { final, best }
}

/** The hashes of the chain's blocks as it is now, from one number to another. */
async function readHashes(ask: Ask, from: number, to: number): Promise<ReadonlyMap<number, string>> {
  const length = Math.min(to - from + 1, numbersAtOnce)
  if (length < 1) return new Map()
  const numbers = Array.from({ length }, (_, index) => from + index)
  const [reply] = await ask([{ method: 'chain_getBlockHash', params: [numbers] }])
  const found = expectResult(reply, v.pipe(v.array(v.nullable(hash)), v.length(length)))
  return new Map(numbers.flatMap((number, index) => (found[index] ? [[number, found[index]] as const] : [])))
}

/** Tells which transactions a block contains; `undefined` if it has not been read. */
type ContentOf = (place: string) => Promise<ReadonlySet<string> | undefined>

function blockReader(ask: Ask, texts: readonly string[]): ContentOf {
  const wanted = new Set(texts)
  const known = new Map<string, ReadonlySet<string>>()
  return async (place) => {
    const content = known.get(place)
    if (content !== undefined || known.size >= blocksAtOnce) return content
    // One at a time: a block can be as long as an answer may be.
    const [reply] = await ask([{ method: 'chain_getBlock', params: [place] }])
    const read = expectResult(reply, v.nullable(block))
    if (read === null) return undefined
    const all = read.block.extrinsics.map((one) => one.toLowerCase())
    const own = new Set(all.filter((one) => wanted.has(one)))
    known.set(place, own)
    return own
  }
}
