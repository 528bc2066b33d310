/**
 * The pairing link in a QR code or deep link (WalletConnect spec, "Pairing URI"; ERC-1328 version 2):
 * `wc:<topic>@2?relay-protocol=irn&symKey=<hex>&expiryTimestamp=<seconds>[&methods=…][&relay-data=<hex>]`.
 */
import { fromBase64, fromHex, fromUtf8, toHex, toUtf8 } from '../encoding.js'
import { readSeconds, toSeconds } from './read.js'

export type PairingUri = {
  readonly topic: string
  /** 32 bytes in hex. Anybody with this key can answer the proposal. */
  readonly symKey: string
  /** Absent in some apps' links. */
  readonly expiresAt?: number | undefined
  /** The expected first methods; empty means a session proposal. */
  readonly methods: readonly string[]
  /** The app's relay, if stated. Unverified: do not connect to it without asking the user. */
  readonly relayUrl?: string | undefined
}

export function formatPairingUri({ topic, symKey, expiresAt, methods, relayUrl }: PairingUri): string {
  const parameters = new URLSearchParams({ 'relay-protocol': 'irn' })
  if (relayUrl !== undefined) parameters.set('relay-data', toHex(fromUtf8(relayUrl)))
  parameters.set('symKey', symKey)
  if (expiresAt !== undefined) parameters.set('expiryTimestamp', String(toSeconds(expiresAt)))
  if (methods.length > 0) parameters.set('methods', methods.join(','))
  return `wc:${topic}@2?${parameters}`
}

/**
 * Parses a pairing link; `undefined` if it is invalid.
 *
 * - Parameters may be in any order, with unknown ones between them; `wc:`, `wc:/` and `wc://` are equivalent.
 * - The whole link may be in base64 (as Telegram passes it), or be the `uri` parameter of a wallet's link.
 */
export function parsePairingUri(text: string): PairingUri | undefined {
  const match = unwrap(text.trim())?.match(/^wc:\/{0,2}([0-9a-f]{64})@2\?(.+)$/i)
  if (!match) return undefined
  const [, topic, query] = match as unknown as [string, string, string]
  const parameters = new URLSearchParams(query)
  const symKey = fromHex(parameters.get('symKey'), 32)
  // The specification derives the topic from the key, but native apps choose a random one, so it is not checked.
  if (symKey === undefined) return undefined
  if (parameters.get('relay-protocol') !== 'irn') return undefined
  const expiry = parameters.get('expiryTimestamp')
  const expiresAt = readSeconds(expiry)
  if (expiry !== null && expiresAt === undefined) return undefined
  return {
    topic: topic.toLowerCase(),
    symKey: toHex(symKey),
    expiresAt,
    // A list, or the older form with groups: `[a],[b,c]`.
    methods: (parameters.get('methods') ?? '').split(/[[\],]/).filter((method) => method !== ''),
    relayUrl: readRelayUrl(parameters.get('relay-data')),
  }
}

const lengthLimit = 4096

function unwrap(text: string): string | null | undefined {
  if (text.length > lengthLimit) return undefined
  if (/^wc:/i.test(text)) return text
  if (text.includes('?')) return new URLSearchParams(text.slice(text.indexOf('?') + 1)).get('uri')
  const bytes = fromBase64(text)
  try {
    return bytes && toUtf8(bytes)
  } catch {
    // Base64 of another text.
    return undefined
  }
}

function readRelayUrl(hex: string | null): string | undefined {
  try {
    // What is no hex is the empty text here, and so no URL.
    const { protocol, href } = new URL(toUtf8(fromHex(hex) ?? new Uint8Array()))
    return protocol === 'wss:' || protocol === 'ws:' ? href : undefined
  } catch {
    // Invalid UTF-8 or an invalid URL: the parameter is optional, so the link stays valid.
    return undefined
  }
}
