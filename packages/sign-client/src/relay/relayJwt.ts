/**
 * The token a client shows a relay, and what can be learnt from a relay's refusal of one (WalletConnect specs, "Relay
 * client auth"; RFC 7519; RFC 8037 for EdDSA).
 */
import { randomBytes } from '@noble/hashes/utils.js'
import type { Identity } from '../crypto/identity.js'
import { fromUtf8, toBase64Url, toHex } from '../encoding.js'

const lifetimeSeconds = 86_400

/**
 * A fresh token, for one connection: a tab that is older than a token would otherwise be refused for ever.
 *
 * @param audience The relay's URL as configured.
 * @param now Epoch milliseconds, as the relay sees it.
 */
export async function createRelayJwt(
  identity: Identity,
  audience: string,
  now: number,
  /** Unique for the connection; a parameter for test vectors only. */
  subject: string = toHex(randomBytes(32)),
): Promise<string> {
  const iat = Math.floor(now / 1000)
  const claims = {
    iss: identity.clientId,
    sub: subject,
    aud: audience,
    iat,
    exp: iat + lifetimeSeconds,
  }
  const text = `${encode({ alg: 'EdDSA', typ: 'JWT' })}.${encode(claims)}`
  return `${text}.${toBase64Url(await identity.sign(text))}`
}

/**
 * The relay's clock, from the text it refuses a token with: `… not yet valid: basic.iat: X, now + time_leeway: Y,
 * time_leeway: Z`. Epoch milliseconds; `undefined` when the text does not say, as that of an expired token does not.
 */
export function relayTimeFrom(reason: string): number | undefined {
  const [, bound, leeway] = /now \+ time_leeway: (\d{1,12}), time_leeway: (\d{1,6})/.exec(reason) ?? []
  return bound === undefined ? undefined : (Number(bound) - Number(leeway)) * 1000
}

function encode(value: unknown): string {
  return toBase64Url(fromUtf8(JSON.stringify(value)))
}
