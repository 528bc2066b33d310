import * as v from 'valibot'
import type { Settings } from '../../shared/settings.js'
import { askWrapper, base64, fromBase64, toBase64 } from './askWrapper.js'
import { type KeyWrapper, WrapperError } from './KeyWrapper.js'
import { type AwsKey, signAws } from './signAws.js'

/**
 * Wraps with a symmetric key of AWS KMS: `Encrypt`, `Decrypt`, `ReEncrypt`, `DescribeKey`.
 *
 * @param address `https://kms.REGION.amazonaws.com/KEY`: the key's id, its alias or its ARN.
 * @param now Epoch milliseconds; a signature is valid for five minutes.
 */
export function createAwsWrapper(settings: Settings, address: string, now: () => number): KeyWrapper {
  const { origin, pathname, hostname } = new URL(address)
  const KeyId = decodeURIComponent(pathname.slice(1))
  const region = /^kms(?:-fips)?\.([a-z0-9-]+)\./.exec(hostname)?.[1] ?? 'us-east-1'

  async function ask<const schema extends v.GenericSchema>(
    action: 'Encrypt' | 'Decrypt' | 'ReEncrypt' | 'DescribeKey',
    input: object,
    schema: schema,
  ): Promise<v.InferOutput<schema>> {
    const url = `${origin}/`
    const body = JSON.stringify(input)
    const headers = signAws(readKey(settings.keysAwsKey), {
      ...{ url, region, service: 'kms', body, at: now() },
      headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': `TrentService.${action}` },
    })
    return askWrapper(settings, { url, headers, body }, schema)
  }

  return {
    async wrap(key) {
      const { CiphertextBlob } = await ask('Encrypt', { KeyId, Plaintext: toBase64(key) }, wrappedSchema)
      return `aws:${CiphertextBlob}`
    },
    async unwrap(wrapped) {
      const input = { KeyId, CiphertextBlob: blobOf(wrapped) }
      return fromBase64((await ask('Decrypt', input, plainSchema)).Plaintext)
    },
    async rewrap(wrapped) {
      const input = { SourceKeyId: KeyId, DestinationKeyId: KeyId, CiphertextBlob: blobOf(wrapped) }
      return `aws:${(await ask('ReEncrypt', input, wrappedSchema)).CiphertextBlob}`
    },
    async health() {
      await ask('DescribeKey', { KeyId }, keySchema)
    },
  }
}

const wrappedSchema = v.object({ CiphertextBlob: base64 })
const plainSchema = v.object({ Plaintext: base64 })
const keySchema = v.object({ KeyMetadata: v.object({ KeyState: v.literal('Enabled') }) })

function blobOf(wrapped: string): string {
  return wrapped.replace(/^aws:/, '')
}

/** Reads `ID:SECRET` or `ID:SECRET:SESSION`. */
function readKey(setting: string | undefined): AwsKey {
  const [, id, secret, session] = /^([^:]+):([^:]+)(?::(.+))?$/.exec(setting ?? '') ?? []
  if (id === undefined || secret === undefined)
    throw new WrapperError('LATCHKEY_KEYS_AWS_KEY must be ID:SECRET')
  return { id, secret, session }
}
