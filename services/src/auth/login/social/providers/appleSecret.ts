import { readFile } from 'node:fs/promises'
import { importPKCS8, SignJWT } from 'jose'
import type { Clock } from '../../../../shared/clock.js'
import type { AppleClient } from '../clients.js'

/** Apple allows half a year; this is used within seconds. */
const seconds = 300

/** Signs who this service is, for Apple's server, with the key that Apple has given. */
export async function signAppleSecret(
  { id, team, keyId, keyFile }: AppleClient,
  audience: string,
  clock: Pick<Clock, 'now'>,
): Promise<string> {
  const key = await importPKCS8(await readFile(keyFile, 'utf8'), 'ES256')
  const now = Math.floor(clock.now() / 1_000)
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: keyId })
    .setIssuer(team)
    .setSubject(id)
    .setAudience(audience)
    .setIssuedAt(now)
    .setExpirationTime(now + seconds)
    .sign(key)
}
