import type { CaipNetworkId } from 'latchkey/protocol'
import * as v from 'valibot'
import { NodeError } from '../../../outbound/post.js'
import type { Context } from '../../../shared/context.js'
import { apiOf } from '../../sources/apiEntry.js'
import { createApi } from '../../sources/createApi.js'

/** Requests per second that a server of one's own takes easily; used where the operator says no rate. */
const usualRate = 20
/** The most inscriptions and runes of an address that an answer is read with. */
const listLimit = 100_000

/** How an inscription is named: the transaction that made it, and its number there. */
export const inscriptionId = /^[0-9a-f]{64}i\d{1,9}$/

const unknowns = v.nullish(v.pipe(v.array(v.unknown()), v.maxLength(listLimit)))
/** An index without inscriptions, or without runes, answers `null` for them. */
const addressSchema = v.object({ inscriptions: unknowns, runes_balances: unknowns })
const inscriptionSchema = v.object({
  id: v.pipe(v.string(), v.regex(inscriptionId)),
  /** Negative for those that early indexes did not count. */
  number: v.pipe(v.number(), v.safeInteger()),
  /** The coin on which it is, and the place there. */
  satpoint: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}:\d{1,9}:\d{1,16}$/)),
  content_type: v.fallback(v.nullish(v.pipe(v.string(), v.maxLength(200))), null),
})
const outputSchema = v.object({
  inscriptions: unknowns,
  /** By name; in older versions a list. */
  runes: v.nullish(
    v.union([v.pipe(v.array(v.unknown()), v.maxLength(listLimit)), v.record(v.string(), v.unknown())]),
  ),
})

export type Inscription = v.InferOutput<typeof inscriptionSchema>

/**
 * Asks an API in the shape of the server of `ord` which inscriptions and runes there are: Bitcoin's nodes do not know.
 * `undefined` if the operator has set up none. Each method throws `NodeError`.
 */
export function createOrd(context: Context, chainId: CaipNetworkId) {
  const server = serverOf(context, chainId)
  if (server === undefined) return undefined
  const { url } = server
  const api = createApi(context, { ...server, isOwn: true }, new AbortController().signal)

  function ask<const schema extends v.GenericSchema>(
    path: string,
    schema: schema,
  ): Promise<v.InferOutput<schema>> {
    return api.ask({ url: pathIn(url, path) }, (answer) => {
      const read = v.safeParse(schema, answer)
      if (!read.success) throw new NodeError('an answer in no known form')
      return read.output
    })
  }

  return {
    /** The ids of an address's inscriptions, and whether it has any or runes. */
    async ofAddress(address: string): Promise<{ readonly ids: readonly string[]; readonly hasAny: boolean }> {
      const { inscriptions, runes_balances: runes } = await ask(`/address/${address}`, addressSchema)
      const ids = (inscriptions ?? []).filter(
        (id): id is string => typeof id === 'string' && inscriptionId.test(id),
      )
      return { ids: [...new Set(ids)], hasAny: [inscriptions, runes].some((list) => (list ?? []).length > 0) }
    },
    async inscription(id: string): Promise<Inscription> {
      const read = await ask(`/inscription/${id}`, inscriptionSchema)
      if (read.id !== id) throw new NodeError('another inscription')
      return read
    },
    /** Whether a coin holds an inscription or a rune. */
    async holds(outpoint: string): Promise<boolean> {
      const { inscriptions, runes } = await ask(`/output/${outpoint}`, outputSchema)
      return (inscriptions ?? []).length > 0 || Object.keys(runes ?? {}).length > 0
    },
  }
}

/** Where the contents of inscriptions are, for the guarded fetch alone; `undefined` if there is no such server. */
export function contentsOf(context: Pick<Context, 'settings'>, chainId: CaipNetworkId) {
  const url = serverOf(context, chainId)?.url
  return url === undefined ? undefined : (id: string) => pathIn(url, `/content/${id}`)
}

const serverOf = ({ settings }: Pick<Context, 'settings'>, chainId: CaipNetworkId) =>
  apiOf(settings.ord, chainId, 'ord', usualRate)

/** A path below a configured address, whose query may hold a key. */
function pathIn(address: string, path: string): string {
  const url = new URL(address)
  url.pathname = `${url.pathname.replace(/\/+$/, '')}${path}`
  return url.href
}
