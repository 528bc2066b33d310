/** What a passkey gave: the browser's answer without the outputs of extensions, and the 32 bytes of its PRF. */
export type PasskeyAnswer = { readonly answer: object; readonly output: Uint8Array }

/** A passkey could not be used: the visitor gave up, or this browser or this passkey cannot make keys (PRF). */
export class PasskeyError extends Error {
  override readonly name = 'PasskeyError'
  readonly reason: 'cancelled' | 'unsupported'

  constructor(reason: PasskeyError['reason'], cause?: unknown) {
    super(`The passkey could not be used: ${reason}`, { cause })
    this.reason = reason
  }
}

/** Whether this page may use passkeys at all. */
export function hasPasskeys(): boolean {
  return 'PublicKeyCredential' in globalThis && navigator.credentials !== undefined
}

type Options = {
  /** Base64url, from the server. */
  readonly challenge: string
  readonly rpId: string
  /** Base64url: what goes into the passkey's PRF. */
  readonly salt: string
}

/** Makes a passkey that can also make keys. Must run in the visitor's click. */
export async function createPasskey({
  challenge,
  rpId,
  salt,
  userHandle,
  name,
}: createPasskey.Parameters): Promise<PasskeyAnswer> {
  const credential = await run(() =>
    navigator.credentials.create({
      publicKey: {
        challenge: bytesOf(challenge),
        rp: { id: rpId, name: rpId },
        user: { id: bytesOf(userHandle), name, displayName: name },
        pubKeyCredParams: [
          { type: 'public-key', alg: -7 },
          { type: 'public-key', alg: -257 },
        ],
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        attestation: 'none',
        extensions: { prf: { eval: { first: bytesOf(salt) } } },
      },
    }),
  )
  const { prf } = credential.getClientExtensionResults()
  if (prf?.enabled === false) throw new PasskeyError('unsupported')
  const first = prf?.results?.first
  if (first !== undefined) return { answer: plain(credential), output: toBytes(first) }
  // Some browsers make the passkey and tell its output only when it is used.
  const used = await usePasskey({ challenge, rpId, salt, credentialIds: [credential.id] })
  return { answer: plain(credential), output: used.output }
}

export declare namespace createPasskey {
  type Parameters = Options & { readonly userHandle: string; readonly name: string }
}

/** Uses a passkey. Must run in the visitor's click. @param credentialIds Base64url; empty lets the visitor choose. */
export async function usePasskey({
  challenge,
  rpId,
  salt,
  credentialIds,
}: Options & { readonly credentialIds: readonly string[] }): Promise<PasskeyAnswer> {
  const credential = await run(() =>
    navigator.credentials.get({
      publicKey: {
        challenge: bytesOf(challenge),
        rpId,
        userVerification: 'required',
        allowCredentials: credentialIds.map((id) => ({ type: 'public-key', id: bytesOf(id) })),
        extensions: { prf: { eval: { first: bytesOf(salt) } } },
      },
    }),
  )
  const first = credential.getClientExtensionResults().prf?.results?.first
  if (first === undefined) throw new PasskeyError('unsupported')
  return { answer: plain(credential), output: toBytes(first) }
}

async function run(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  if (!hasPasskeys()) throw new PasskeyError('unsupported')
  try {
    const credential = await ask()
    if (!(credential instanceof PublicKeyCredential)) throw new PasskeyError('cancelled')
    return credential
  } catch (error) {
    if (error instanceof PasskeyError) throw error
    // `NotAllowedError` is both "the visitor gave up" and "not in this frame".
    const isRefusal = error instanceof DOMException && ['NotAllowedError', 'AbortError'].includes(error.name)
    throw new PasskeyError(isRefusal ? 'cancelled' : 'unsupported', error)
  }
}

/**
 * The credential as JSON for the server. `toJSON` contains the outputs of extensions, and the PRF's is the key itself: it must never leave this browser.
 */
function plain(credential: PublicKeyCredential): object {
  const { response } = credential
  const fields: { [name: string]: string | readonly string[] } = {
    clientDataJSON: base64url(response.clientDataJSON),
  }
  if (response instanceof AuthenticatorAttestationResponse) {
    fields.attestationObject = base64url(response.attestationObject)
    fields.transports = response.getTransports()
  } else if (response instanceof AuthenticatorAssertionResponse) {
    fields.authenticatorData = base64url(response.authenticatorData)
    fields.signature = base64url(response.signature)
    if (response.userHandle !== null) fields.userHandle = base64url(response.userHandle)
  }
  return {
    id: credential.id,
    rawId: base64url(credential.rawId),
    type: credential.type,
    response: fields,
    clientExtensionResults: {},
  }
}

const toBytes = (source: BufferSource): Uint8Array =>
  source instanceof ArrayBuffer
    ? new Uint8Array(source)
    : new Uint8Array(source.buffer, source.byteOffset, source.byteLength)

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const plainText = text.replace(/-/g, '+').replace(/_/g, '/')
  return Uint8Array.from(atob(plainText), (character) => character.charCodeAt(0))
}

function base64url(source: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(source)))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '')
}

/** Lets the visitor choose a passkey to log in with. Must run in the visitor's click. */
export async function requestPasskey({
  challenge,
  rpId,
}: Pick<Options, 'challenge' | 'rpId'>): Promise<object> {
  const credential = await run(() =>
    navigator.credentials.get({
      publicKey: { challenge: bytesOf(challenge), rpId, userVerification: 'required' },
    }),
  )
  return plain(credential)
}
