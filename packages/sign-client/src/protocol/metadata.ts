import { isRecord, readText } from './read.js'

/** What an app or a wallet says of itself. Nobody has checked any of it: never show it as verified. */
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
 * Reads a peer's metadata so that it can be shown and its links opened: lengths are bounded, control characters
 * dropped, and links of schemes that run code or read files left out. Never fails: a peer without a name has an empty
 * one.
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
  // Control characters and marks that turn the direction of text can make a name read as another.
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

/** A scheme of an app's own (`metamask://`). Those that a browser handles itself are no app. */
function isNativeLink(link: string): boolean {
  if (link.length > 2048 || !/^[a-z][-a-z0-9+.]*:/i.test(link)) return false
  return !/^(javascript|data|vbscript|file|blob|about|filesystem|view-source|intent|https?|wss?|ftp):/i.test(
    link,
  )
}
