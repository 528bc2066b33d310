import * as v from 'valibot'
import { HttpError } from '../../shared/HttpError.js'

/** Reads the body of a request. Throws `INVALID_BODY`, which names what is wrong but repeats nothing of it. */
export function readBody<schema extends v.GenericSchema>(
  schema: schema,
  { body }: { readonly body: unknown },
): v.InferOutput<schema> {
  const result = v.safeParse(schema, body)
  if (result.success) return result.output
  const names = result.issues.map((issue) => v.getDotPath(issue) ?? 'body')
  throw new HttpError('INVALID_BODY', { details: [...new Set(names)].join(', ').slice(0, 200) })
}
