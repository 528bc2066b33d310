/**
 * The pairing link that a QR code shows and a deep link carries (WalletConnect spec, "Pairing URI"; ERC-1328 version 2):
 * `wc:<topic>@2?relay-protocol=irn&symKey=<hex>&expiryTimestamp=<seconds>[&methods=…][&relay-data=<hex>]`.
 */
import { fromBase64, fromHex, fromUtf8, toHex, toUtf8 } from '../encoding.js'
import { readSeconds, toSeconds } from './read.js'

export type PairingUri = {
  readonly topic: string
  /** 32 bytes in hex. Whoever has it can answer the proposal. */
  readonly symKey: string
  /** Absent in links of some apps. */
  readonly expiresAt?: number | undefined
  /** The first methods to expect; empty means a session proposal. */
  readonly methods: readonly string[]
  /** The relay the app is on, if it says so. A claim of whoever made the link: do not dial it unasked. */
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
 * Reads a pairing link; `undefined` when it is none.
 *
 * - Parameters may come in any order, with unknown ones between them; `wc:`, `wc:/` and `wc://` are one.
 * - The whole link may be in base64 (as Telegram passes it), or be the `uri` parameter of a wallet's own link.
 */
export function parsePairingUri(text: string): PairingUri | undefined {
  const link = unwrap(text.trim())
  const match = /^wc:\/{0,2}([0-9a-f]{64})@2\?(.+)$/i.exec(link ?? '')
  if (match === null) return undefined
  const [, topicText = '', query = ''] = match
  const topic = topicText.toLowerCase()
  const parameters = new URLSearchParams(query)
  const symKey = fromHex(parameters.get('symKey'), 32)
  // The topic is not compared with the key's hash, which it is by the specification: native apps draw it at random.
  if (symKey === undefined) return undefined
  if (parameters.get('relay-protocol') !== 'irn') return undefined
  const expiry = parameters.get('expiryTimestamp')
  const expiresAt = readSeconds(expiry)
  if (expiry !== null && expiresAt === undefined) return undefined
  return {
    topic,
    symKey: toHex(symKey),
    expiresAt,
    // A list, or the older form with groups: `[a],[b,c]`.
    methods: (parameters.get('methods') ?? '').split(/[[\],]+/).filter((method) => method !== ''),
    relayUrl: readRelayUrl(parameters.get('relay-data')),
  }
}

const lengthLimit = 4096

function unwrap(text: string): string | undefined {
  if (text.length > lengthLimit) return undefined
  if (/^wc:/i.test(text)) return text
  if (text.includes('?')) {
    const inner = new URLSearchParams(text.slice(text.indexOf('?') + 1)).get('uri')
    return inner !== null && /^wc:/i.test(inner) ? inner : undefined
  }
  const bytes = fromBase64(text)
  try {
    return bytes === undefined ? undefined : toUtf8(bytes)
  } catch {
    // Base64 of something else.
    return undefined
  }
}

function readRelayUrl(hex: string | null): string | undefined {
  const bytes = hex === null ? undefined : fromHex(hex)
  if (bytes === undefined) return undefined
  try {
    const { protocol, href } = new URL(toUtf8(bytes))
    return protocol === 'wss:' || protocol === 'ws:' ? href : undefined
  } catch {
    // Not text, or no URL: the parameter is optional and free in form, so the link stands without it.
    return undefined
  }
}
