import * as v from 'valibot'
import { fetchUpstream } from '../../../outbound/fetchUpstream.js'
import { parseJsonOr } from '../../../shared/parseJsonOr.js'
import type { Settings } from '../../../shared/settings.js'

/** What the relay says breaks its protocol. The message is for the log. */
export class RelayRefusal extends Error {
  override readonly name = 'RelayRefusal'
}

/** A login at the relay. */
type Channel = { readonly token: string; readonly url: string }

/** What somebody has signed in their Farcaster app. Nothing of it is believed before it is checked. */
export type SignedIn = {
  readonly message: string
  readonly signature: string
  readonly userName: string | undefined
}

export type FarcasterRelay = {
  open(request: {
    readonly uri: string
    readonly domain: string
    readonly nonce: string
    readonly expiresAt: number
  }): Promise<Channel>
  /** Returns what was signed; `pending` before that, `gone` for a channel that the relay no longer has. */
  read(token: string): Promise<SignedIn | 'pending' | 'gone'>
}

const opened = v.object({
  channelToken: v.pipe(v.string(), v.regex(/^[\w-]{4,128}$/)),
  url: v.pipe(v.string(), v.url(), v.regex(/^https?:/), v.maxLength(2_048)),
})
const completed = v.object({
  state: v.literal('completed'),
  message: v.pipe(v.string(), v.maxLength(4_096)),
  signature: v.pipe(v.string(), v.regex(/^0x[0-9a-f]*$/i), v.maxLength(8_192)),
  username: v.optional(v.nullable(v.string())),
})

const size = 64 * 1_024
/** How long the relay may take to answer, in milliseconds. */
const patience = 5_000

/**
 * Speaks to a relay of Farcaster (FIP-11): it passes a request to sign to the visitor's app, and the signature back.
 *
 * @throws `UpstreamError`, {@link RelayRefusal}
 */
export function createRelay(settings: Settings, url: string): FarcasterRelay {
  const ask = (path: string, { json, token }: { readonly json?: unknown; readonly token?: string }) =>
    fetchUpstream(settings, `${url}/v1/${path}`, {
      // The relay tells what was signed once: an answer that got lost does not come again.
      ...{ json, size, isOnce: true, signal: AbortSignal.timeout(patience) },
      ...(token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }),
    })

  return {
    async open({ uri, domain, nonce, expiresAt }) {
      const { status, text } = await ask('channel', {
        json: {
          ...{ siweUri: uri, domain, nonce, acceptAuthAddress: true },
          expirationTime: new Date(expiresAt).toISOString(),
        },
      })
      if (status !== 201 && status !== 200) throw new RelayRefusal(`HTTP ${status}`)
      const { channelToken, url } = read(opened, text)
      return { token: channelToken, url }
    },
    async read(token) {
      const { status, text } = await ask('channel/status', { token })
      if (status === 202) return 'pending'
      if (status === 401 || status === 404) return 'gone'
      if (status !== 200) throw new RelayRefusal(`HTTP ${status}`)
      const { message, signature, username } = read(completed, text)
      return { message, signature, userName: username ?? undefined }
    },
  }
}

function read<schema extends v.GenericSchema>(schema: schema, text: string): v.InferOutput<schema> {
  const result = v.safeParse(
    schema,
    parseJsonOr(text, () => new RelayRefusal('not JSON')),
  )
  if (result.success) return result.output
  throw new RelayRefusal(`an answer of no known form: ${v.getDotPath(result.issues[0]) ?? 'all of it'}`)
}
