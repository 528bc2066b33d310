import type { RelayError } from './RelayError.js'

/** Writes an answer to the request whose id text is `idToken`. */
export function resultFrame(idToken: string, result: unknown): string {
  return `{"id":${idToken},"jsonrpc":"2.0","result":${JSON.stringify(result)}}`
}

/** Writes an error for the request whose id text is `idToken`. */
export function errorFrame(idToken: string, { code, message, tag }: RelayError): string {
  return `{"id":${idToken},"jsonrpc":"2.0","error":${JSON.stringify({ code, message, data: tag })}}`
}
