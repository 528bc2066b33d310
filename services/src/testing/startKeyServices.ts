import { createCipheriv, createDecipheriv, createHash, createVerify, randomBytes } from 'node:crypto'
import { startUpstream, type Upstream } from './startUpstream.js'

/** A key service that a test runs: its condition, and what it was asked. */
export type TestKeyService = Upstream & {
  /** What each request is answered instead; nothing: as documented. */
  fault: { readonly status: number; readonly body?: string } | 'hang' | undefined
  /** Adds a version of the key, which encrypts from now on. */
  rotate(): void
  /** Destroys all versions but the newest. */
  destroyOld(): void
}

type Ask = { readonly path: string; readonly body: string; readonly header: (name: string) => string }
type Told = { readonly status?: number; readonly body: object }

/** Starts Vault's transit engine, mounted at `transit`, with the key `wallets`. */
export async function startVault(token: string): Promise<TestKeyService> {
  return start(({ seal, open }) => ({ path, body, header }) => {
    if (header('x-vault-token') !== token) return { status: 403, body: { errors: ['permission denied'] } }
    if (path === '/v1/transit/keys/wallets')
      return { body: { data: { name: 'wallets', supports_encryption: true } } }
    const [, operation = ''] = /^\/v1\/transit\/(\w+)\/wallets$/.exec(path) ?? []
    const asked = JSON.parse(body)
    const ciphertextOf = (plain: Buffer) => {
      const { version, text } = seal(plain)
      return `vault:v${version}:${text.toString('base64')}`
    }
    const plainOf = (ciphertext: string) => {
      const [, version = '', text = ''] = /^vault:v(\d+):(.+)$/.exec(ciphertext) ?? []
      return open(Number(version), Buffer.from(text, 'base64'))
    }
    if (operation === 'encrypt')
      return { body: { data: { ciphertext: ciphertextOf(Buffer.from(asked.plaintext, 'base64')) } } }
    const plain = plainOf(asked.ciphertext)
    if (plain === undefined) return { status: 400, body: { errors: ['invalid ciphertext'] } }
    if (operation === 'decrypt') return { body: { data: { plaintext: plain.toString('base64') } } }
    if (operation === 'rewrap') return { body: { data: { ciphertext: ciphertextOf(plain) } } }
    return { status: 404, body: { errors: [] } }
  })
}

/** Starts AWS KMS with one key. `check` throws if a request is not signed as it must be. */
export async function startAws(
  keyId: string,
  check: (request: { readonly body: string; readonly header: Ask['header'] }) => void,
): Promise<TestKeyService> {
  return start(({ seal, open }) => ({ body, header }) => {
    const refuse = (type: string) => ({ status: 400, body: { __type: type } })
    try {
      check({ body, header })
    } catch {
      return refuse('InvalidSignatureException')
    }
    const asked = JSON.parse(body)
    if ([asked.KeyId, asked.SourceKeyId].every((id) => id !== keyId)) return refuse('NotFoundException')
    const blobOf = (plain: Buffer) => {
      const { version, text } = seal(plain)
      return Buffer.concat([Buffer.from([version]), text]).toString('base64')
    }
    const action = header('x-amz-target').replace('TrentService.', '')
    if (action === 'DescribeKey') return { body: { KeyMetadata: { KeyId: keyId, KeyState: 'Enabled' } } }
    if (action === 'Encrypt')
      return { body: { KeyId: keyId, CiphertextBlob: blobOf(Buffer.from(asked.Plaintext, 'base64')) } }
    const blob = Buffer.from(asked.CiphertextBlob, 'base64')
    const plain = open(blob[0] ?? 0, blob.subarray(1))
    if (plain === undefined) return refuse('InvalidCiphertextException')
    if (action === 'Decrypt') return { body: { KeyId: keyId, Plaintext: plain.toString('base64') } }
    return { body: { KeyId: keyId, CiphertextBlob: blobOf(plain) } }
  })
}

/** Starts Google Cloud KMS and its token service, for the service account with this public key. */
export async function startGoogle(
  name: string,
  publicKey: string,
  sum: (bytes: Uint8Array) => number,
): Promise<TestKeyService> {
  return start(({ seal, open }) => ({ path, body, header }) => {
    if (path === '/token') {
      const form = new URLSearchParams(body)
      const [head = '', claims = '', signature = ''] = (form.get('assertion') ?? '').split('.')
      const isSigned = createVerify('RSA-SHA256')
        .update(`${head}.${claims}`)
        .verify(publicKey, signature, 'base64url')
      const isAsked = form.get('grant_type') === 'urn:ietf:params:oauth:grant-type:jwt-bearer'
      if (!isSigned || !isAsked) return { status: 400, body: { error: 'invalid_grant' } }
      return { body: { access_token: 'access', expires_in: 3_600, token_type: 'Bearer' } }
    }
    if (header('authorization') !== 'Bearer access') return { status: 401, body: { error: {} } }
    if (path === `/v1/${name}`) return { body: { name, primary: { state: 'ENABLED' } } }
    const asked = JSON.parse(body)
    if (path === `/v1/${name}:encrypt`) {
      const plain = Buffer.from(asked.plaintext, 'base64')
      const { version, text } = seal(plain)
      const ciphertext = Buffer.concat([Buffer.from([version]), text])
      const isWhole = Number(asked.plaintextCrc32c) === sum(plain)
      const sums = { ciphertextCrc32c: String(sum(ciphertext)), verifiedPlaintextCrc32c: isWhole }
      return { body: { name, ciphertext: ciphertext.toString('base64'), ...sums } }
    }
    const blob = Buffer.from(asked.ciphertext, 'base64')
    const plain =
      Number(asked.ciphertextCrc32c) === sum(blob) ? open(blob[0] ?? 0, blob.subarray(1)) : undefined
    if (plain === undefined) return { status: 400, body: { error: { status: 'INVALID_ARGUMENT' } } }
    return { body: { plaintext: plain.toString('base64'), plaintextCrc32c: String(sum(plain)) } }
  })
}

type Cipher = {
  seal(plain: Buffer): { readonly version: number; readonly text: Buffer }
  /** Nothing if the version is destroyed or the text is damaged. */
  open(version: number, text: Buffer): Buffer | undefined
}

async function start(answerOf: (cipher: Cipher) => (ask: Ask) => Told): Promise<TestKeyService> {
  const versions = new Map([[1, randomBytes(32)]])
  const newest = () => Math.max(...versions.keys())
  const cipher: Cipher = {
    seal(plain) {
      const version = newest()
      const iv = randomBytes(12)
      const aes = createCipheriv('aes-256-gcm', versions.get(version) ?? '', iv)
      return { version, text: Buffer.concat([iv, aes.update(plain), aes.final(), aes.getAuthTag()]) }
    },
    open(version, text) {
      const key = versions.get(version)
      if (key === undefined) return undefined
      try {
        const aes = createDecipheriv('aes-256-gcm', key, text.subarray(0, 12)).setAuthTag(text.subarray(-16))
        return Buffer.concat([aes.update(text.subarray(12, -16)), aes.final()])
      } catch {
        // A damaged text: the service answers with an error.
        return undefined
      }
    },
  }
  const answer = answerOf(cipher)
  let index = 0
  const upstream = await startUpstream((path, body) => {
    const headers = upstream.headers[index++]
    if (service.fault === 'hang') return 'hang'
    if (service.fault !== undefined) return service.fault
    const told = answer({ path, body, header: (name) => String(headers?.[name] ?? '') })
    return { status: told.status ?? 200, body: JSON.stringify(told.body) }
  })
  const service: TestKeyService = {
    ...upstream,
    fault: undefined,
    rotate: () => void versions.set(newest() + 1, randomBytes(32)),
    destroyOld() {
      for (const version of [...versions.keys()]) if (version !== newest()) versions.delete(version)
    },
  }
  return service
}

/** The SHA-256 of a text in hexadecimal digits. */
export function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
