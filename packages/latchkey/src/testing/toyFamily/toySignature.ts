import type { AccountFacts } from '../../core/connector.js'

/** Makes a toy signature: readable and forgeable, naming the account and the purpose, which is enough for tests. */
export function toySignature(
  { address, type }: Pick<AccountFacts, 'address' | 'type'>,
  message: string | Uint8Array,
) {
  const kind = typeof message === 'string' ? 'letters' : 'bytes'
  return `${type} ${address}: ${message.length} ${kind}`
}

/** Checks that a spending account signed a sign-in text; the toy family signs in with no other kind. */
export function isToySignIn(text: string, address: string, signature: string): boolean {
  return signature === `in ${toySignature({ address, type: 'spending' }, text)}`
}
