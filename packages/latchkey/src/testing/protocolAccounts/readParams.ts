import * as v from 'valibot'
import { WalletRequestError } from '../wallet/WalletRequestError.js'

/** Reads what an app asks with. @throws `WalletRequestError` -32602 */
export function readParams<const schema extends v.GenericSchema>(
  schema: schema,
  params: unknown,
): v.InferOutput<schema> {
  const read = v.safeParse(schema, params)
  if (read.success) return read.output
  throw invalidParams('The request cannot be read.')
}

export const invalidParams = (message: string) => new WalletRequestError(-32602, message)
export const notOwn = () => invalidParams('The account is not one of this wallet.')
export const unknownMethod = (method: string) =>
  new WalletRequestError(-32601, `The wallet does not know ${method}.`)

/** @throws `WalletRequestError` 4901 without one */
export function requireNode(rpcUrl: string | undefined): string {
  if (rpcUrl === undefined) throw new WalletRequestError(4901, 'The wallet has no node of this network.')
  return rpcUrl
}
