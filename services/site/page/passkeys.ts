import type { PageApi } from '../worker/walletApi.js'

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

/** Makes and uses passkeys that can also make keys. Runs in the visitor's press. */
export const passkeys: PageApi = {
  async registerPasskey({ challenge, rpId, salt, userHandle, name }) {
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
    if (credential.getClientExtensionResults().prf?.enabled === false) throw new PasskeyError('unsupported')
    return { credentialId: credential.id, registration: plain(credential) }
  },

  async askPasskey({ challenge, rpId, credentials }) {
    const salts = credentials.map(
      ({ credentialId, salt }) => [credentialId, { first: bytesOf(salt) }] as const,
    )
    const credential = await run(() =>
      navigator.credentials.get({
        publicKey: {
          challenge: bytesOf(challenge),
          rpId,
          userVerification: 'required',
          allowCredentials: credentials.map(({ credentialId }) => ({
            type: 'public-key',
            id: bytesOf(credentialId),
          })),
          extensions: { prf: { evalByCredential: Object.fromEntries(salts) } },
        },
      }),
    )
    const first = credential.getClientExtensionResults().prf?.results?.first
    if (first === undefined) throw new PasskeyError('unsupported')
    return { credentialId: credential.id, assertion: plain(credential), prf: toBytes(first) }
  },
}

/** Lets the visitor choose a passkey to log in with. Must run in the visitor's click. */
export async function requestPasskey({
  challenge,
  rpId,
}: {
  readonly challenge: string
  readonly rpId: string
}): Promise<object> {
  const credential = await run(() =>
    navigator.credentials.get({
      publicKey: { challenge: bytesOf(challenge), rpId, userVerification: 'required' },
    }),
  )
  return plain(credential)
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
function plain(credential: PublicKeyCredential): { readonly [name: string]: unknown } {
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

/** A copy, so that the worker can overwrite it. */
function toBytes(source: BufferSource): Uint8Array<ArrayBuffer> {
  const view = ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source)
  return new Uint8Array(view)
}

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
