/** A wallet's rejection of a request: a code of EIP-1193 or JSON-RPC. */
export class WalletRequestError extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

export function userRejected(): WalletRequestError {
  return new WalletRequestError(4001, 'The user rejected the request.')
}
