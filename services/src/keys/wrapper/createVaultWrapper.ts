import { readFile } from 'node:fs/promises'
import * as v from 'valibot'
import type { Settings } from '../../shared/settings.js'
import { askWrapper, base64, fromBase64, toBase64 } from './askWrapper.js'
import { type KeyWrapper, WrapperError } from './KeyWrapper.js'

/**
 * Wraps with a key of Vault's transit engine: `POST /v1/{mount}/encrypt/{key}`, `decrypt`, `rewrap`. Vault keeps the versions of the key; its
 * token needs the right to these three paths and to read the key.
 *
 * @param address `https://vault.example:8200/transit/KEY`: the last part is the key, the part before it is the engine's mount.
 */
export function createVaultWrapper(settings: Settings, address: string): KeyWrapper {
  const { origin, pathname } = new URL(address)
  const parts = pathname.split('/').filter((part) => part !== '')
  const key = parts.pop() ?? ''
  const mount = parts.join('/')

  async function ask<const schema extends v.GenericSchema>(
    operation: 'encrypt' | 'decrypt' | 'rewrap' | 'keys',
    body: object | undefined,
    schema: schema,
  ): Promise<v.InferOutput<schema>> {
    const headers = {
      'x-vault-token': await readToken(settings.keysVaultToken),
      'x-vault-request': 'true',
      'content-type': 'application/json',
    }
    const url = `${origin}/v1/${mount}/${operation}/${key}`
    return askWrapper(
      settings,
      { url, headers, body: body === undefined ? undefined : JSON.stringify(body) },
      schema,
    )
  }

  return {
    async wrap(bytes) {
      const { data } = await ask('encrypt', { plaintext: toBase64(bytes) }, wrappedSchema)
      return data.ciphertext
    },
    async unwrap(wrapped) {
      const { data } = await ask('decrypt', { ciphertext: wrapped }, plainSchema)
      return fromBase64(data.plaintext)
    },
    async rewrap(wrapped) {
      const { data } = await ask('rewrap', { ciphertext: wrapped }, wrappedSchema)
      return data.ciphertext
    },
    async health() {
      await ask('keys', undefined, keySchema)
    },
  }
}

const ciphertext = v.pipe(v.string(), v.maxLength(8_192), v.regex(/^vault:v\d+:[A-Za-z0-9+/]+={0,2}$/))
const wrappedSchema = v.object({ data: v.object({ ciphertext }) })
const plainSchema = v.object({ data: v.object({ plaintext: base64 }) })
const keySchema = v.object({ data: v.object({ supports_encryption: v.literal(true) }) })

/** The token itself, or a path: Vault's agent writes each new token to a file. */
async function readToken(setting: string | undefined): Promise<string> {
  if (setting === undefined) throw new WrapperError('LATCHKEY_KEYS_VAULT_TOKEN is not set')
  if (!setting.startsWith('/')) return setting
  const text = await readFile(setting, 'utf8').catch((cause: unknown): never => {
    throw new WrapperError('the file of LATCHKEY_KEYS_VAULT_TOKEN cannot be read', { cause })
  })
  return text.trim()
}
