import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import * as v from 'valibot'
import { parseJsonOr } from '../../shared/parseJsonOr.js'
import { type RenewableWrapper, WrapperError } from './KeyWrapper.js'

const fileSchema = v.strictObject({
  latchkey: v.literal('wrapper/1'),
  /** The id of the key that wraps. */
  current: v.string(),
  keys: v.record(v.string(), v.pipe(v.string(), v.regex(/^[\w-]{43}$/))),
})
type KeyFile = v.InferOutput<typeof fileSchema>

/**
 * Wraps with a key in a file, for development: whoever copies the disk has both the file and the database. The file is made on first use, for
 * its owner only.
 *
 * Each call reads the file: another process may have renewed the key, and calls are rare.
 *
 * @param warn Called once if other users of the machine can read the file.
 */
export function createFileWrapper(path: string, warn: (reason: string) => void): RenewableWrapper {
  let made: Promise<void> | undefined

  async function read(): Promise<KeyFile> {
    made ??= make(path, warn)
    await made.catch((error: unknown): never => {
      made = undefined
      throw error
    })
    const refusal = (cause: unknown) => new WrapperError('the key file is damaged', { cause })
    const text = await readFile(path, 'utf8').catch((cause: unknown): never => {
      throw new WrapperError('the key file cannot be read', { cause })
    })
    const result = v.safeParse(fileSchema, parseJsonOr(text, refusal))
    if (!result.success || !Object.hasOwn(result.output.keys, result.output.current)) throw refusal(undefined)
    return result.output
  }

  async function wrap(key: Uint8Array): Promise<string> {
    const { current, keys } = await read()
    const iv = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', keyOf(keys, current), iv)
    const text = Buffer.concat([iv, cipher.update(key), cipher.final(), cipher.getAuthTag()])
    return `file:${current}.${text.toString('base64url')}`
  }

  async function unwrap(wrapped: string): Promise<Uint8Array> {
    const [id = '', text = ''] = wrapped.replace(/^file:/, '').split('.')
    const { keys } = await read()
    if (!Object.hasOwn(keys, id)) throw new WrapperError('the key that wrapped this is destroyed')
    const bytes = Buffer.from(text, 'base64url')
    try {
      const decipher = createDecipheriv('aes-256-gcm', keyOf(keys, id), bytes.subarray(0, 12), {
        authTagLength: 16,
      })
      decipher.setAuthTag(bytes.subarray(-16))
      return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()])
    } catch (cause) {
      throw new WrapperError('a wrapped key is damaged', { cause })
    }
  }

  return {
    wrap,
    unwrap,
    rewrap: async (wrapped) => wrap(await unwrap(wrapped)),
    health: async () => void (await read()),
    async renew() {
      const { keys, ...rest } = await read()
      const { id, key } = createKey()
      await write(path, { ...rest, current: id, keys: { ...keys, [id]: key } })
    },
    async forgetOld() {
      const { current, keys, ...rest } = await read()
      await write(path, { ...rest, current, keys: { [current]: keys[current] ?? '' } })
    },
  }
}

async function make(path: string, warn: (reason: string) => void): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const { id, key } = createKey()
  const temporary = await writeBeside(path, { latchkey: 'wrapper/1', current: id, keys: { [id]: key } })
  try {
    // Of two processes that start at once, one makes the file, and both see it whole.
    await link(temporary, path)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    const { mode } = await stat(path)
    if ((mode & 0o077) !== 0) warn('other users of this machine can read the key file: chmod 600')
  } finally {
    await rm(temporary)
  }
}

/** Replaces the file at once: a crash leaves the old one or the new one. */
async function write(path: string, contents: KeyFile): Promise<void> {
  await rename(await writeBeside(path, contents), path)
}

async function writeBeside(path: string, contents: KeyFile): Promise<string> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}`
  const file = await open(temporary, 'wx', 0o600)
  try {
    await file.writeFile(`${JSON.stringify(contents)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  return temporary
}

function createKey(): { readonly id: string; readonly key: string } {
  return { id: randomBytes(6).toString('hex'), key: randomBytes(32).toString('base64url') }
}

function keyOf(keys: KeyFile['keys'], id: string): Buffer {
  return Buffer.from(keys[id] ?? '', 'base64url')
}
