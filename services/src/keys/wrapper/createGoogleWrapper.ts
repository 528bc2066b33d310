import { createSign } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import * as v from 'valibot'
import { parseJsonOr } from '../../shared/parseJsonOr.js'
import type { Settings } from '../../shared/settings.js'
import { askWrapper, base64, fromBase64, toBase64 } from './askWrapper.js'
import { crc32c } from './crc32c.js'
import { type KeyWrapper, WrapperError } from './KeyWrapper.js'

/** A token is renewed this long before it ends, in milliseconds. */
const margin = 60_000

/**
 * Wraps with a key of Google Cloud KMS: `cryptoKeys.encrypt`, `decrypt`, and `get`. There is no call to wrap again, so that is both in turn.
 *
 * @param address `https://cloudkms.googleapis.com/v1/projects/P/locations/L/keyRings/R/cryptoKeys/K`
 * @param now Epoch milliseconds.
 */
export function createGoogleWrapper(settings: Settings, address: string, now: () => number): KeyWrapper {
  let token: { readonly text: string; readonly endsAt: number } | undefined

  /** Exchanges a signed statement of the service account for an access token (RFC 7523). */
  async function getToken(): Promise<string> {
    if (token !== undefined && now() < token.endsAt - margin) return token.text
    const account = await readAccount(settings.keysGoogleAccount)
    const issuedAt = Math.floor(now() / 1_000)
    const claims = {
      ...{
        iss: account.client_email,
        aud: settings.keysGoogleTokenUrl,
        iat: issuedAt,
        exp: issuedAt + 3_600,
      },
      scope: 'https://www.googleapis.com/auth/cloudkms',
    }
    const parts = [{ alg: 'RS256', typ: 'JWT', kid: account.private_key_id }, claims]
    const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
    const signature = createSign('RSA-SHA256').update(text).sign(account.private_key, 'base64url')
    const form = {
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: `${text}.${signature}`,
    }
    const answer = await askWrapper(
      settings,
      {
        url: settings.keysGoogleTokenUrl,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(form).toString(),
      },
      tokenSchema,
    )
    token = { text: answer.access_token, endsAt: now() + answer.expires_in * 1_000 }
    return token.text
  }

  async function ask<const schema extends v.GenericSchema>(
    url: string,
    input: object | undefined,
    schema: schema,
  ): Promise<v.InferOutput<schema>> {
    const headers = { authorization: `Bearer ${await getToken()}`, 'content-type': 'application/json' }
    const body = input === undefined ? undefined : JSON.stringify(input)
    return askWrapper(settings, { url, headers, body }, schema)
  }

  async function wrap(key: Uint8Array): Promise<string> {
    const input = { plaintext: toBase64(key), plaintextCrc32c: String(crc32c(key)) }
    const answer = await ask(`${address}:encrypt`, input, wrappedSchema)
    checkSum(fromBase64(answer.ciphertext), answer.ciphertextCrc32c)
    return `google:${answer.ciphertext}`
  }

  async function unwrap(wrapped: string): Promise<Uint8Array> {
    const ciphertext = wrapped.replace(/^google:/, '')
    const input = { ciphertext, ciphertextCrc32c: String(crc32c(fromBase64(ciphertext))) }
    const answer = await ask(`${address}:decrypt`, input, plainSchema)
    const key = fromBase64(answer.plaintext)
    checkSum(key, answer.plaintextCrc32c)
    return key
  }

  return {
    wrap,
    unwrap,
    rewrap: async (wrapped) => wrap(await unwrap(wrapped)),
    async health() {
      await ask(address, undefined, keySchema)
    },
  }
}

const sum = v.pipe(v.string(), v.regex(/^\d{1,10}$/))
const wrappedSchema = v.object({
  ciphertext: base64,
  ciphertextCrc32c: sum,
  verifiedPlaintextCrc32c: v.literal(true),
})
const plainSchema = v.object({ plaintext: base64, plaintextCrc32c: sum })
const keySchema = v.object({ primary: v.object({ state: v.literal('ENABLED') }) })
const tokenSchema = v.object({
  access_token: v.pipe(v.string(), v.maxLength(4_096)),
  expires_in: v.pipe(v.number(), v.minValue(1)),
})
const accountSchema = v.object({
  client_email: v.string(),
  private_key: v.string(),
  private_key_id: v.string(),
})

function checkSum(bytes: Uint8Array, expected: string): void {
  if (crc32c(bytes) !== Number(expected)) throw new WrapperError('bits flipped on the way')
}

async function readAccount(path: string | undefined): Promise<v.InferOutput<typeof accountSchema>> {
  if (path === undefined) throw new WrapperError('LATCHKEY_KEYS_GOOGLE_ACCOUNT is not set')
  const refusal = (cause: unknown) =>
    new WrapperError('LATCHKEY_KEYS_GOOGLE_ACCOUNT must name the key file of a service account', { cause })
  const text = await readFile(path, 'utf8').catch((cause: unknown): never => {
    throw refusal(cause)
  })
  const result = v.safeParse(accountSchema, parseJsonOr(text, refusal))
  if (!result.success) throw refusal(undefined)
  return result.output
}
