import { type CaipNetworkId, cleanText } from 'latchkey/protocol'
import * as v from 'valibot'
import { NodeError } from '../../../../outbound/post.js'
import type { Context } from '../../../../shared/context.js'
import { apiOf } from '../../../sources/apiEntry.js'
import { createApi } from '../../../sources/createApi.js'
import { bytesOfAddress } from '../address.js'

/** Assets of one request, requests for one list, and the rate of usual free plans. */
const assetLimit = 1_000
const pageLimit = 5
const usualRate = 2

const id = v.pipe(
  v.string(),
  v.check((text) => bytesOfAddress(text) !== undefined),
)
const text = (length: number) =>
  v.fallback(
    v.pipe(
      v.string(),
      v.transform((value) => cleanText(value, length)),
    ),
    '',
  )
const assetSchema = v.object({
  interface: v.optional(v.string()),
  id,
  burnt: v.optional(v.boolean(), false),
  compression: v.object({ compressed: v.boolean() }),
  ownership: v.object({ owner: id }),
  content: v.object({
    json_uri: v.pipe(v.string(), v.maxLength(2_000)),
    metadata: v.optional(v.object({ name: text(96), symbol: text(16) }), { name: '', symbol: '' }),
  }),
})
const listSchema = v.object({
  result: v.object({ items: v.pipe(v.array(v.unknown()), v.maxLength(assetLimit)) }),
})
const oneSchema = v.object({ result: assetSchema })

/** What the API tells of an account. */
type Told = {
  readonly compressed: readonly Compressed[]
  /** The addresses of collectibles that are accounts of Metaplex Core. The chain says what they are. */
  readonly core: readonly string[]
}

/** A compressed collectible, as the API tells it. */
type Compressed = {
  readonly id: string
  readonly name: string
  readonly symbol: string | undefined
  readonly link: string
}

/**
 * Compressed collectibles are in no account of the chain, and those of Metaplex Core in accounts that nodes list by no
 * owner: only such an API knows them. `undefined` if there is none.
 */
export function createDas(context: Context, chainId: CaipNetworkId) {
  // The chain's node often is the same server: its own rate counts then, unless the operator says this one's.
  const server = apiOf(context.settings.das, chainId, 'das', usualRate)
  if (server === undefined) return undefined
  const { url } = server
  const api = createApi(context, server, new AbortController().signal)

  function ask<const schema extends v.GenericSchema>(
    method: string,
    params: object,
    schema: schema,
  ): Promise<v.InferOutput<schema>> {
    const json = { jsonrpc: '2.0', id: '1', method, params }
    return api.ask({ url, json }, (answer) => {
      const read = v.safeParse(schema, answer)
      if (!read.success) throw new NodeError('an answer in no known form')
      return read.output
    })
  }

  return {
    /** The collectibles of these kinds among the first 5,000 assets of an account. @throws `NodeError` */
    async ofOwner(owner: string): Promise<Told> {
      const items: unknown[] = []
      for (let page = 1; page <= pageLimit; page++) {
        const params = { ownerAddress: owner, page, limit: assetLimit }
        const { result } = await ask('getAssetsByOwner', params, listSchema)
        items.push(...result.items)
        if (result.items.length < assetLimit) break
      }
      const own = items.flatMap((item) => {
        const read = v.safeParse(assetSchema, item)
        return read.success && !read.output.burnt && read.output.ownership.owner === owner
          ? [read.output]
          : []
      })
      const isCore = (one: v.InferOutput<typeof assetSchema>) => one.interface === 'MplCoreAsset'
      return {
        compressed: own
          .filter(({ compression }) => compression.compressed)
          .map(({ id, content }) => {
            const { name, symbol } = content.metadata
            return { id, name, symbol: symbol === '' ? undefined : symbol, link: content.json_uri }
          }),
        core: own.filter((one) => !one.compression.compressed && isCore(one)).map(({ id }) => id),
      }
    },
    /** Where the metadata of a compressed collectible is. @throws `NodeError` */
    async linkOf(asset: string): Promise<string | undefined> {
      const { result } = await ask('getAsset', { id: asset }, oneSchema)
      return result.id === asset ? result.content.json_uri : undefined
    },
  }
}
