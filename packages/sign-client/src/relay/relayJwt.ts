/**
 * The token that authenticates a client to a relay, and the time in a relay's refusal (WalletConnect specs, "Relay
 * client auth"; RFC 7519; RFC 8037 for EdDSA).
 */
import { randomBytes } from '@noble/hashes/utils.js'
import type { Identity } from '../crypto/identity.js'
import { fromUtf8, toBase64Url, toHex } from '../encoding.js'

const lifetimeSeconds = 86_400

/**
 * Creates a token for one connection: a tab older than its token would otherwise be refused for ever.
 *
 * @param audience The relay's URL as configured.
 * @param now Epoch milliseconds by the relay's clock.
 */
export async function createRelayJwt(
  identity: Identity,
  audience: string,
  now: number,
  /** Unique per connection; a parameter for test vectors only. */
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
 * Reads the relay's time from the reason of a refusal: `… not yet valid: basic.iat: X, now + time_leeway: Y,
 * time_leeway: Z`. Epoch milliseconds; `undefined` if the text has no time, as for an expired token.
 */
export function relayTimeFrom(reason: string): number | undefined {
  const [, bound, leeway] = /now \+ time_leeway: (\d{1,12}), time_leeway: (\d{1,6})/.exec(reason) ?? []
  return bound === undefined ? undefined : (Number(bound) - Number(leeway)) * 1000
}

function encode(value: unknown): string {
  return toBase64Url(fromUtf8(JSON.stringify(value)))
}
