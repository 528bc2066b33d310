import { type Eip1193Provider, isEip1193Provider } from '../../protocol/Eip1193Provider.js'
import { isRdns } from '../../protocol/isRdns.js'
import { cleanText } from '../../protocol/schema/text.js'
import { skeletonOf } from './lookalikes.js'

/** A wallet's announcement (EIP-6963), read once and made safe to display. */
export type Announcement = {
  readonly uuid: string
  readonly name: string
  readonly rdns: string
  /** A `data:` picture, or `undefined` if the wallet's is too large or of another type. */
  readonly icon: string | undefined
  readonly provider: Eip1193Provider
  /** The skeleton of the name: see `skeletonOf`. */
  readonly skeleton: string
}

const iconLimit = 128 * 1024
const iconPattern = /^data:image\/(png|webp|svg\+xml|jpeg|gif)[;,]/i
const uuidPattern = /^[\w-]{1,64}$/

/**
 * Reads an announcement that may be hostile: each field once, because a getter may answer differently the second time,
 * and within `try`, because it may throw. `undefined` if it is not one (docs/security.md "announce details").
 */
export function readAnnouncement(event: unknown): Announcement | undefined {
  try {
    const detail = (event as { readonly detail?: unknown }).detail as {
      readonly info?: { readonly [field: string]: unknown }
      readonly provider?: unknown
    }
    const { info, provider } = detail
    if (info === undefined || info === null || !isEip1193Provider(provider)) return undefined
    const { uuid, name, rdns, icon } = info
    if (typeof uuid !== 'string' || !uuidPattern.test(uuid) || typeof name !== 'string' || !isRdns(rdns)) {
      return undefined
    }
    const shown = cleanText(name, 64)
    return shown === ''
      ? undefined
      : {
          uuid,
          name: shown,
          rdns: rdns.toLowerCase(),
          icon: isIcon(icon) ? icon : undefined,
          provider,
          skeleton: skeletonOf(shown),
        }
  } catch {
    // A getter or proxy that throws: this wallet is passed over, the others are not.
    return undefined
  }
}

/** Whether an icon is a picture in the text itself, of no more than its limit. */
export function isIcon(icon: unknown): icon is string {
  return typeof icon === 'string' && icon.length <= iconLimit && iconPattern.test(icon)
}
