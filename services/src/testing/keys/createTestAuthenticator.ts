import { createHash, createHmac, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import type { AskPasskey, NewWay } from '../../../site/vault/Way.js'

type Register = Extract<NewWay, { readonly type: 'passkey' }>['register']

/** What a test changes in what an authenticator and its browser say. */
export type Lies = {
  readonly origin?: string | undefined
  readonly rpId?: string | undefined
  readonly challenge?: string | undefined
  readonly crossOrigin?: boolean | undefined
  readonly topOrigin?: string | undefined
  readonly type?: string | undefined
  /** Of the authenticator's data: user present 1, user verified 4. */
  readonly flags?: number | undefined
  readonly counter?: number | undefined
  readonly hasWrongSignature?: boolean | undefined
  /** Brings the output of the PRF extension along, as browsers do. */
  readonly isLeaking?: boolean | undefined
}

/** An authenticator with PRF, and the browser around it: makes passkeys and uses them (WebAuthn level 3). */
export type TestAuthenticator = {
  readonly register: Register
  readonly ask: AskPasskey
  lies: Lies
  /** What was asked, newest last. */
  readonly assertions: { readonly [name: string]: unknown }[]
}

export function createTestAuthenticator(siteUrl: string): TestAuthenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credential = randomBytes(32)
  const credentialId = credential.toString('base64url')
  const prfKey = randomBytes(32)
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const self: TestAuthenticator = { register, ask, lies: {}, assertions: [] }

  function clientData(type: string, challenge: string): Buffer {
    const { lies } = self
    const { crossOrigin = lies.topOrigin !== undefined, topOrigin } = lies
    const data = {
      type: lies.type ?? type,
      challenge: lies.challenge ?? challenge,
      origin: lies.origin ?? siteUrl,
      crossOrigin,
      ...(topOrigin === undefined ? {} : { topOrigin }),
    }
    return Buffer.from(JSON.stringify(data))
  }

  function authenticatorData(rpId: string, flags: number, rest: Buffer): Buffer {
    const { lies } = self
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(lies.counter ?? 0)
    const hash = createHash('sha256')
      .update(lies.rpId ?? rpId)
      .digest()
    return Buffer.concat([hash, Buffer.of(lies.flags ?? flags), counter, rest])
  }

  function outputs() {
    return self.lies.isLeaking === true ? { prf: { results: { first: 'secret' } } } : {}
  }

  async function register({ challenge, rpId }: Parameters<Register>[0]) {
    const key = cborMap([
      [cborNumber(1), cborNumber(2)],
      [cborNumber(3), cborNumber(-7)],
      [cborNumber(-1), cborNumber(1)],
      [cborNumber(-2), cborBytes(Buffer.from(x, 'base64url'))],
      [cborNumber(-3), cborBytes(Buffer.from(y, 'base64url'))],
    ])
    const length = Buffer.alloc(2)
    length.writeUInt16BE(credential.length)
    const attested = Buffer.concat([Buffer.alloc(16), length, credential, key])
    const data = authenticatorData(rpId, 0x45, attested)
    const attestation = cborMap([
      [cborText('fmt'), cborText('none')],
      [cborText('attStmt'), cborMap([])],
      [cborText('authData'), cborBytes(data)],
    ])
    return {
      credentialId,
      registration: {
        ...{ id: credentialId, rawId: credentialId, type: 'public-key', clientExtensionResults: outputs() },
        response: {
          clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
        },
      },
    }
  }

  async function ask({ challenge, rpId, credentials }: Parameters<AskPasskey>[0]) {
    const salt = credentials.find((known) => known.credentialId === credentialId)?.salt
    if (salt === undefined) throw new Error('no passkey of this authenticator')
    const client = clientData('webauthn.get', challenge)
    const data = authenticatorData(rpId, 0x05, Buffer.alloc(0))
    const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
    const signer = createSign('sha256').update(self.lies.hasWrongSignature ? Buffer.from('other') : signed)
    const assertion = {
      ...{ id: credentialId, rawId: credentialId, type: 'public-key', clientExtensionResults: outputs() },
      response: {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signer.sign(privateKey, 'base64url'),
      },
    }
    self.assertions.push(assertion)
    // As the CTAP extension hmac-secret, from which PRF comes.
    const prf = new Uint8Array(createHmac('sha256', prfKey).update(salt).digest())
    return { credentialId, assertion, prf }
  }
  return self
}

// CBOR (RFC 8949), as far as attestations need it.

function cborHead(major: number, value: number): Buffer {
  if (value < 24) return Buffer.of((major << 5) | value)
  if (value < 256) return Buffer.of((major << 5) | 24, value)
  return Buffer.of((major << 5) | 25, value >> 8, value & 255)
}

function cborNumber(value: number): Buffer {
  return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value)
}

function cborBytes(bytes: Buffer): Buffer {
  return Buffer.concat([cborHead(2, bytes.length), bytes])
}

function cborText(text: string): Buffer {
  return Buffer.concat([cborHead(3, text.length), Buffer.from(text)])
}

function cborMap(entries: readonly (readonly [Buffer, Buffer])[]): Buffer {
  return Buffer.concat([cborHead(5, entries.length), ...entries.flat()])
}
