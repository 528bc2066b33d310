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

/** A compressed collectible, as the API tells it. */
export type Compressed = {
  readonly id: string
  readonly name: string
  readonly symbol: string | undefined
  readonly link: string
}

/** Compressed collectibles are in no account of the chain: only such an API knows them. `undefined` if there is none. */
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
    /** The compressed collectibles among the first 5,000 assets of an account. @throws `NodeError` */
    async ofOwner(owner: string): Promise<readonly Compressed[]> {
      const items: unknown[] = []
      for (let page = 1; page <= pageLimit; page++) {
        const params = { ownerAddress: owner, page, limit: assetLimit }
        const { result } = await ask('getAssetsByOwner', params, listSchema)
        items.push(...result.items)
        if (result.items.length < assetLimit) break
      }
      return items.flatMap((item): Compressed[] => {
        const read = v.safeParse(assetSchema, item)
        if (!read.success) return []
        const { id, burnt, compression, ownership, content } = read.output
        if (burnt || !compression.compressed || ownership.owner !== owner) return []
        const { name, symbol } = content.metadata
        return [{ id, name, symbol: symbol === '' ? undefined : symbol, link: content.json_uri }]
      })
    },
    /** Where the metadata of a compressed collectible is. @throws `NodeError` */
    async linkOf(asset: string): Promise<string | undefined> {
      const { result } = await ask('getAsset', { id: asset }, oneSchema)
      return result.id === asset ? result.content.json_uri : undefined
    },
  }
}
