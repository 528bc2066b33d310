import { createHmac, generateKeyPairSync, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createContext } from '../../shared/context.js'
import type { Settings } from '../../shared/settings.js'
import { createTestClock } from '../../testing/createTestClock.js'
import {
  sha256Of,
  startAws,
  startGoogle,
  startVault,
  type TestKeyService,
} from '../../testing/startKeyServices.js'
import { crc32c } from './crc32c.js'
import { WrapperError, WrapperUnreachable } from './KeyWrapper.js'
import { openWrapper } from './openWrapper.js'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-wrapper-'))
const clock = createTestClock()
const key = new Uint8Array(randomBytes(64))
const arn = 'arn:aws:kms:eu-west-1:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab'
const ring = 'projects/app/locations/global/keyRings/latchkey/cryptoKeys/wallets'
let services: { readonly [kind: string]: { service: TestKeyService; settings: Partial<Settings> } }

beforeAll(async () => {
  const account = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  const privateKey = account.privateKey.export({ type: 'pkcs8', format: 'pem' })
  const publicKey = account.publicKey.export({ type: 'spki', format: 'pem' })
  const accountFile = join(folder, 'account.json')
  const facts = {
    client_email: 'a@app.iam.gserviceaccount.com',
    private_key_id: 'k1',
    private_key: privateKey,
  }
  writeFileSync(accountFile, JSON.stringify(facts))
  const tokenFile = join(folder, 'token')
  writeFileSync(tokenFile, 's.token\n')
  const vault = await startVault('s.token')
  const aws = await startAws(arn, checkSignature)
  const google = await startGoogle(ring, String(publicKey), crc32c)
  services = {
    vault: {
      service: vault,
      settings: { keysWrapper: [`vault:${vault.url}/transit/wallets`], keysVaultToken: tokenFile },
    },
    aws: {
      service: aws,
      settings: { keysWrapper: [`aws:${aws.url}/${arn}`], keysAwsKey: 'AKID:secret:session' },
    },
    google: {
      service: google,
      settings: {
        keysWrapper: [`google:${google.url}/v1/${ring}`],
        keysGoogleAccount: accountFile,
        keysGoogleTokenUrl: `${google.url}/token`,
      },
    },
  }
})
afterAll(() => {
  for (const { service } of Object.values(services)) service.stop()
  rmSync(folder, { recursive: true })
})

/** The signature as the documentation of AWS describes it, written apart from the code under test. */
function checkSignature({ body, header }: { body: string; header: (name: string) => string }) {
  const [, id, day = '', region = '', names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=(\w+)\/(\d+)\/([\w-]+)\/kms\/aws4_request, SignedHeaders=([\w;-]+), Signature=([0-9a-f]+)$/.exec(
      header('authorization'),
    ) ?? []
  const lines = names.split(';').map((name) => `${name}:${header(name)}\n`)
  const canonical = `POST\n/\n\n${lines.join('')}\n${names}\n${sha256Of(body)}`
  const scope = `${day}/${region}/kms/aws4_request`
  const text = `AWS4-HMAC-SHA256\n${header('x-amz-date')}\n${scope}\n${sha256Of(canonical)}`
  let mac: Buffer | string = 'AWS4secret'
  for (const part of [day, region, 'kms', 'aws4_request', text])
    mac = createHmac('sha256', mac).update(part).digest()
  expect(id).toBe('AKID')
  expect(names.split(';')).toEqual(expect.arrayContaining(['host', 'x-amz-security-token', 'x-amz-target']))
  expect(Buffer.from(mac).toString('hex')).toBe(signature)
}

function open(settings: Partial<Settings>, warnings: string[] = []) {
  const log = { debug() {}, info() {}, error() {}, warn: (event: string) => void warnings.push(event) }
  return openWrapper(createContext({ settings, clock, log }), folder)
}

describe.each(['vault', 'aws', 'google'])('%s', (kind) => {
  const get = () => services[kind] ?? expect.fail()

  test('wraps, unwraps and is well', async () => {
    const wrapper = open(get().settings)
    const wrapped = await wrapper.wrap(key)
    expect(wrapped.startsWith(`${kind}:`)).toBe(true)
    expect(await wrapper.wrap(key)).not.toBe(wrapped)
    expect(new Uint8Array(await wrapper.unwrap(wrapped))).toEqual(key)
    await wrapper.health()
    expect(wrapper.renewable).toBeUndefined()
  })

  test('a key that was wrapped again opens after the old version is destroyed; others do not', async () => {
    const { service, settings } = get()
    const wrapper = open(settings)
    const [kept, lost] = [await wrapper.wrap(key), await wrapper.wrap(key)]
    service.rotate()
    const again = await wrapper.rewrap(kept)
    service.destroyOld()
    expect(new Uint8Array(await wrapper.unwrap(again))).toEqual(key)
    await expect(wrapper.unwrap(lost)).rejects.toThrow(WrapperError)
  })

  test('refusals and outages are told apart, and neither tells the address', async () => {
    const { service, settings } = get()
    const wrapper = open(settings)
    const wrapped = await wrapper.wrap(key)
    for (const status of [429, 500, 503]) {
      service.fault = { status }
      await expect(wrapper.unwrap(wrapped)).rejects.toThrow(WrapperUnreachable)
      await expect(wrapper.health()).rejects.toThrow(WrapperUnreachable)
    }
    for (const fault of [{ status: 403 }, { status: 200, body: 'no JSON' }, { status: 200, body: '{}' }]) {
      service.fault = fault
      const error: Error = await wrapper.unwrap(wrapped).catch((error) => error)
      expect(error).toBeInstanceOf(WrapperError)
      expect(error).not.toBeInstanceOf(WrapperUnreachable)
      expect(error.message).not.toContain(service.url)
    }
    service.fault = undefined
    const damaged = `${wrapped.slice(0, -6)}AAAAAA`
    await expect(wrapper.unwrap(damaged)).rejects.toThrow(WrapperError)
  })

  test('a server that is gone is an outage', async () => {
    const { settings } = get()
    const gone = await startVault('s.token')
    gone.stop()
    const [entry = ''] = settings.keysWrapper ?? []
    const moved = entry.replace(/http:\/\/[^/]+/, gone.url)
    const tokens =
      settings.keysGoogleTokenUrl === undefined ? {} : { keysGoogleTokenUrl: `${gone.url}/token` }
    await expect(open({ ...settings, ...tokens, keysWrapper: [moved] }).wrap(key)).rejects.toThrow(
      WrapperUnreachable,
    )
  })
})

test('vault: a wrong token is a refusal', async () => {
  const { settings } = services.vault ?? expect.fail()
  await expect(open({ ...settings, keysVaultToken: 'other' }).wrap(key)).rejects.toThrow('HTTP 403')
  await expect(open({ ...settings, keysVaultToken: undefined }).wrap(key)).rejects.toThrow('is not set')
})

test('google: one access token serves until a minute before its end', async () => {
  const { service, settings } = services.google ?? expect.fail()
  const wrapper = open(settings)
  const tokens = () => service.asked.filter((line) => line === 'POST /token').length
  const before = tokens()
  await wrapper.wrap(key)
  clock.advance(58 * 60_000)
  await wrapper.wrap(key)
  expect(tokens() - before).toBe(1)
  clock.advance(2 * 60_000)
  await wrapper.wrap(key)
  expect(tokens() - before).toBe(2)
})

describe('file', () => {
  const path = join(folder, 'wrapper.key')

  test('the file is for its owner only, and the log says what it is', async () => {
    const warnings: string[] = []
    const wrapper = open({}, warnings)
    const wrapped = await wrapper.wrap(key)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(new Uint8Array(await wrapper.unwrap(wrapped))).toEqual(key)
    expect(warnings).toEqual(['keys.wrapper'])
  })

  test('two processes that start at once use one key', async () => {
    const settings = { keysWrapper: [`file:${join(folder, 'both.key')}`] }
    const wrappers = Array.from({ length: 8 }, () => open(settings))
    const wrapped = await Promise.all(wrappers.map((wrapper) => wrapper.wrap(key)))
    for (const text of wrapped) expect(new Uint8Array((await wrappers[0]?.unwrap(text)) ?? [])).toEqual(key)
  })

  test('renew and forgetOld: what was wrapped again opens, what was not does not', async () => {
    const { wrap, unwrap, rewrap, renewable } = open({})
    const [kept, lost] = [await wrap(key), await wrap(key)]
    await renewable?.renew()
    const again = await rewrap(kept)
    await renewable?.forgetOld()
    expect(new Uint8Array(await unwrap(again))).toEqual(key)
    await expect(unwrap(lost)).rejects.toThrow('destroyed')
  })

  test('a file that others can read is complained about; a damaged one is refused', async () => {
    const loose = join(folder, 'loose.key')
    writeFileSync(loose, '{}', { mode: 0o644 })
    const warnings: string[] = []
    await expect(open({ keysWrapper: [`file:${loose}`] }, warnings).wrap(key)).rejects.toThrow('damaged')
    expect(warnings).toEqual(['keys.wrapper', 'keys.wrapper'])
  })
})

test('what one wrapper wrapped moves to another', async () => {
  const { settings } = services.vault ?? expect.fail()
  const before = open({})
  const wrapped = await before.wrap(key)
  const both = open({
    ...settings,
    keysWrapper: [...(settings.keysWrapper ?? []), `file:${join(folder, 'wrapper.key')}`],
  })
  expect(new Uint8Array(await both.unwrap(wrapped))).toEqual(key)
  const again = await both.rewrap(wrapped)
  expect(again.startsWith('vault:')).toBe(true)
  expect(new Uint8Array(await open(settings).unwrap(again))).toEqual(key)
  await expect(open(settings).unwrap(wrapped)).rejects.toThrow('no wrapper')
})

test('crc32c: the vectors of RFC 3720', () => {
  expect(crc32c(new Uint8Array(32))).toBe(0x8a9136aa)
  expect(crc32c(new Uint8Array(32).fill(0xff))).toBe(0x62a8ab43)
  expect(crc32c(Uint8Array.from({ length: 32 }, (_, index) => index))).toBe(0x46dd794e)
})
