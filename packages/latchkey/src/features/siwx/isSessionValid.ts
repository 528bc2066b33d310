import type { SiwxSession } from '../../core/siwx.js'
import { networkIdOf } from '../../siwx/message/networkIdOf.js'
import { readSiwxMessage } from '../../siwx/message/readSiwxMessage.js'

/** Whether the signed text matches the session, and is for this page and valid now. */
export function isSessionValid({ data, message }: SiwxSession, host: string, now: number): boolean {
  const signed = readSiwxMessage(message)
  if (signed === undefined || signed.domain !== host) return false
  if (signed.address !== data.accountAddress || networkIdOf(signed) !== data.chainId) return false
  const { expirationTime, notBefore } = signed
  if (notBefore !== undefined && Date.parse(notBefore) > now) return false
  return expirationTime === undefined || Date.parse(expirationTime) > now
}
