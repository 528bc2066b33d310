import * as v from 'valibot'
import { NodeError, type RpcReply } from '../../outbound/post.js'

/** Reads a node's result by a schema. @throws `NodeError` for an error, and for a result of another form */
export function expectResult<const schema extends v.GenericSchema>(
  reply: RpcReply | undefined,
  schema: schema,
): v.InferOutput<schema> {
  const read = reply !== undefined && 'result' in reply ? v.safeParse(schema, reply.result) : undefined
  if (read?.success === true) return read.output
  throw new NodeError('no sound answer')
}
