import type * as v from 'valibot'

export type ServiceName = 'explorer' | 'blockchain' | 'analytics' | 'auth' | 'relay' | 'frame'

type Schema = v.GenericSchema<unknown, unknown>

/**
 * One HTTP call, as shared by both sides: the client calls it with `api.call(endpoint, …)`, the server answers it with
 * `route(app, endpoint, handler)`. Path parameters are written `:name`.
 *
 * - `query` parses the query's texts (`{ page: '2' }`) into values (`{ page: 2 }`).
 * - `answer` parses the JSON body, or is `'image'` for a binary picture.
 */
export type Endpoint<
  path extends string = string,
  query extends Schema = Schema,
  answer extends Schema | 'image' = Schema | 'image',
> = {
  readonly service: ServiceName
  readonly method: 'GET' | 'POST'
  readonly path: path
  readonly query: query
  readonly answer: answer
}

export function defineEndpoint<
  const path extends string,
  query extends Schema,
  answer extends Schema | 'image',
>(endpoint: Endpoint<path, query, answer>): Endpoint<path, query, answer> {
  return endpoint
}

/** `{ id: string }` for `/getWalletImage/:id`. */
export type PathParameters<path extends string> = path extends `${string}:${infer rest}`
  ? rest extends `${infer name}/${infer more}`
    ? { readonly [key in name]: string } & PathParameters<`/${more}`>
    : { readonly [key in rest]: string }
  : unknown

/** The query that a client passes: the server's parsed values, all optional. */
export type Query<endpoint extends Endpoint> = {
  readonly [name in keyof v.InferOutput<endpoint['query']>]?:
    | v.InferOutput<endpoint['query']>[name]
    | undefined
}

export type Answer<endpoint extends Endpoint> = endpoint['answer'] extends Schema
  ? v.InferOutput<endpoint['answer']>
  : Blob
