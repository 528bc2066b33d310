import type { NonceStore } from './nonces.js'
import { SiwxError } from './SiwxError.js'
import { verifySiwx } from './verifySiwx.js'

/** The maximum number of chains in one sign-in. */
const limit = 16

/**
 * Verifies what one account signed with one approval: a message for each chain, all with the same nonce, which is used
 * up once. All of them are good, or none.
 *
 * @returns one result for each message, in their order.
 * @throws what {@link verifySiwx} throws; `SiwxError` also for two messages of one chain, or more than 16.
 *
 * @example
 * ```ts
 * import { type verifySiwx, verifySiwxAll } from 'latchkey/siwx'
 *
 * export async function signIn(
 *   signed: readonly { readonly message: string; readonly signature: string }[],
 *   expected: verifySiwx.Expectations,
 * ) {
 *   const verified = await verifySiwxAll({ signed, expected })
 *   return verified.map(({ account }) => account)
 * }
 * ```
 */
export async function verifySiwxAll({
  signed,
  expected,
  clients,
  verifiers,
}: verifySiwxAll.Parameters): Promise<readonly [verifySiwx.ReturnType, ...verifySiwx.ReturnType[]]> {
  const [first, ...others] = signed
  if (first === undefined) throw new SiwxError('MESSAGE_INVALID')
  const verified = await verifySiwx({ ...first, expected, clients, verifiers })
  if (others.length >= limit) throw new SiwxError('MESSAGE_INVALID')
  const { nonce, address } = verified.message
  // The first has used the nonce up, for all; another nonce than that one was never given out for this.
  const nonceStore: NonceStore = { add() {}, consume: (other) => other === nonce }
  const rest = await Promise.all(
    others.map((one) =>
      verifySiwx({ ...one, expected: { ...expected, nonceStore, address }, clients, verifiers }),
    ),
  )
  const accounts = new Set([verified, ...rest].map(({ account }) => account))
  if (accounts.size !== signed.length) throw new SiwxError('MESSAGE_INVALID')
  return [verified, ...rest]
}

export declare namespace verifySiwxAll {
  type Parameters = Pick<verifySiwx.Parameters, 'expected' | 'clients' | 'verifiers'> & {
    /** The client's messages, unverified. */
    readonly signed: readonly { readonly message: unknown; readonly signature: unknown }[]
  }
}
