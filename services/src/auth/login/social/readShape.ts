import * as v from 'valibot'
import { ProviderRefusal } from '../../../outbound/createOAuth.js'

/** Reads a provider's answer. Throws {@link ProviderRefusal}, which repeats nothing of it. */
export function readShape<schema extends v.GenericSchema>(
  schema: schema,
  answer: unknown,
): v.InferOutput<schema> {
  const result = v.safeParse(schema, answer)
  if (result.success) return result.output
  throw new ProviderRefusal(`an answer of no known form: ${v.getDotPath(result.issues[0]) ?? 'all of it'}`)
}
