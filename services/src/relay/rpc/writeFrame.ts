import type { RelayError } from './RelayError.js'

/** An answer to the request whose id is written `idToken`. */
export function resultFrame(idToken: string, result: unknown): string {
  return `{"id":${idToken},"jsonrpc":"2.0","result":${JSON.stringify(result)}}`
}

/** A refusal of the request whose id is written `idToken`. */
export function errorFrame(idToken: string, { code, message, tag }: RelayError): string {
  return `{"id":${idToken},"jsonrpc":"2.0","error":${JSON.stringify({ code, message, data: tag })}}`
}
