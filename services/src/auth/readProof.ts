import { createHash, webcrypto } from 'node:crypto'
import * as v from 'valibot'

/** The contents of a verified proof. */
export type Proof = {
  /** The thumbprint of the signing key (RFC 7638). */
  readonly key: string
  /** The proof's `jti`; a proof is accepted once. */
  readonly id: string
}

/** Says why a proof is refused; for the log and for client developers. */
export class ProofError extends Error {
  override readonly name = 'ProofError'
}

/** How far a browser's clock may be off, in milliseconds. */
const proofWindow = 120_000

/**
 * How long a used proof is remembered, in milliseconds. A proof may be dated one window ahead and is valid for one window
 * after its date. The third window covers the time between reading a proof and looking it up.
 */
export const proofMemory = 3 * proofWindow

const base64url = v.pipe(v.string(), v.regex(/^[\w-]+$/))
const headSchema = v.object({
  typ: v.literal('dpop+jwt'),
  alg: v.literal('ES256'),
  // `crit` lists extensions that the reader must understand (RFC 7515 section 4.1.11). This reader supports none.
  crit: v.optional(v.never()),
  // Strict: refuses private key parts, and members that another key parser could prefer.
  jwk: v.strictObject({
    kty: v.literal('EC'),
    crv: v.literal('P-256'),
    x: v.pipe(base64url, v.length(43)),
    y: v.pipe(base64url, v.length(43)),
  }),
})
const bodySchema = v.object({
  jti: v.pipe(v.string(), v.minLength(16), v.maxLength(128)),
  htm: v.string(),
  htu: v.pipe(v.string(), v.url()),
  iat: v.pipe(v.number(), v.integer()),
  ath: v.optional(v.string()),
  lkb: v.optional(v.string()),
})

/**
 * Verifies a proof that the sender of a request holds a key (DPoP, RFC 9449 section 4.3): an ES256 JWT for this method,
 * one of these addresses, the current time and, if the request carries a token, that token. A proof for the wallet's site
 * also covers the body: its claim `lkb` is the body's SHA-256. The caller must check that the proof was not used before.
 *
 * @throws {ProofError}
 */
export async function readProof(text: string, expected: readProof.Expected): Promise<Proof> {
  const parts = text.split('.')
  // Stryker disable next-line StringLiteral: a text without three parts is refused, whatever stands for the missing ones.
  const [head = '', body = '', signature = ''] = parts
  if (text.length > 4_096 || parts.length !== 3 || !/^[\w-]{86}$/.test(signature))
    throw new ProofError('form')
  const { jwk } = read(headSchema, head, 'header')
  const { jti, htm, htu, iat, ath, lkb } = read(bodySchema, body, 'claims')
  const { subtle } = webcrypto
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  // Stryker disable next-line BooleanLiteral: nobody exports the key.
  const key = await subtle.importKey('jwk', jwk, algorithm, false, ['verify']).catch(() => {
    throw new ProofError('key')
  })
  const bytes = Buffer.from(signature, 'base64url')
  const isSigned = await subtle.verify(
    { name: 'ECDSA', hash: 'SHA-256' },
    key,
    bytes,
    Buffer.from(`${head}.${body}`),
  )
  if (!isSigned) throw new ProofError('signature')
  if (htm !== expected.method) throw new ProofError(`htm: ${htm}, asked was ${expected.method}`)
  const address = plainUrl(htu)
  if (!expected.urls.some((url) => plainUrl(url) === address))
    throw new ProofError(`htu: ${address}, asked was ${expected.urls.join(' or ')}`)
  if (Math.abs(iat * 1_000 - expected.now) > proofWindow) throw new ProofError('iat')
  if (expected.token !== undefined && ath !== digest(expected.token)) throw new ProofError('ath')
  if (expected.body !== undefined && lkb !== digest(expected.body)) throw new ProofError('lkb')
  const { crv, kty, x, y } = jwk
  const thumbprint = digest(JSON.stringify({ crv, kty, x, y }))
  return { key: thumbprint, id: `${thumbprint} ${digest(jti)}` }
}

export declare namespace readProof {
  type Expected = {
    readonly method: string
    /** The addresses that the request may have been sent to; queries are ignored. */
    readonly urls: readonly string[]
    /** Epoch milliseconds. */
    readonly now: number
    /** The token sent with the request. */
    readonly token?: string | undefined
    /** The bytes that the proof must cover. */
    readonly body?: Uint8Array | undefined
  }
}

function read<schema extends v.GenericSchema>(
  schema: schema,
  part: string,
  name: string,
): v.InferOutput<schema> {
  try {
    return v.parse(schema, JSON.parse(Buffer.from(part, 'base64url').toString()))
  } catch {
    // Not JSON, or not the claims of a proof.
    throw new ProofError(name)
  }
}

/** Normalises an address as RFC 9449 compares it: without query and fragment. */
function plainUrl(text: string): string {
  const { origin, pathname, username, password } = new URL(text)
  // Refuses a URL with a user name: other URL parsers may take another part of it for the host.
  if (username !== '' || password !== '') throw new ProofError('htu')
  return origin + pathname
}

const digest = (text: string | Uint8Array) => createHash('sha256').update(text).digest('base64url')
