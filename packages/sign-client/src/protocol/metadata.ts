import { isRecord, readText } from './read.js'

/** An app's or wallet's description of itself. Unverified: never show it as verified. */
export type Metadata = {
  readonly name: string
  readonly description: string
  readonly url: string
  readonly icons: readonly string[]
  readonly redirect?:
    | {
        readonly native?: string | undefined
        readonly universal?: string | undefined
        readonly linkMode?: boolean | undefined
      }
    | undefined
}

/**
 * Reads a peer's metadata for display and for opening its links: limits lengths, removes control characters, and drops
 * links whose schemes the browser or the system is known to handle. Never fails: a missing name becomes an empty one.
 */
export function readMetadata(value: unknown): Metadata {
  const fields = isRecord(value) ? value : {}
  const redirect = isRecord(fields.redirect) ? fields.redirect : {}
  const native = readLink(redirect.native, isNativeLink)
  const universal = readLink(redirect.universal, isWebLink)
  const icons = Array.isArray(fields.icons) ? fields.icons : []
  return {
    name: readLine(fields.name, 128),
    description: readLine(fields.description, 512),
    url: readLink(fields.url, isWebLink) ?? '',
    icons: icons.slice(0, 8).flatMap((icon) => readLink(icon, isIconLink) ?? []),
    ...(native === undefined && universal === undefined ? {} : { redirect: { native, universal } }),
  }
}

function readLine(value: unknown, limit: number): string {
  // Control characters and direction marks can make a name read as another.
  const unwanted = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu
  return typeof value === 'string'
    ? value
        .slice(0, limit * 4)
        .replace(unwanted, '')
        .slice(0, limit)
        .trim()
    : ''
}

function readLink(value: unknown, isGood: (link: string) => boolean): string | undefined {
  const link = readText(value, 16_384)
  return link !== undefined && /^[\x21-\x7e]+$/.test(link) && isGood(link) ? link : undefined
}

function isWebLink(link: string): boolean {
  return /^https?:\/\//i.test(link) && link.length <= 2048
}

function isIconLink(link: string): boolean {
  return isWebLink(link) || /^data:image\//i.test(link) || /^ipfs:\/\//i.test(link)
}

/** Schemes of the browser and of system programs, and families of schemes that a vendor keeps extending. */
const systemScheme =
  /^(([^:]*(script|-cmd)|data|file|filesystem|blob|about|view-source|https?|wss?|ftp|mailto|tel|sms|resource|jar|wc):|ms-|microsoft|windows|x-|apple|com\.apple|itms|chrome|moz-|search|app-settings|vscod|jetbrains|idea|git|svn\+|web\+|android-|intent|prefs|shell|ssh|smb|ldap)/i

/**
 * Accepts an app's own scheme, as `metamask://…` or `metamask:`. Most links that make another program do something have
 * another shape (`mailto:ada@…`). The list is short (decision 214): an app that opens the link must know its scheme.
 */
function isNativeLink(link: string): boolean {
  if (link.length > 2048 || !/^[a-z][-a-z0-9+.]*:(\/\/|$)/i.test(link)) return false
  return !systemScheme.test(link)
}
