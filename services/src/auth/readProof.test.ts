import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createProver } from '../testing/createProver.js'
import { readProof } from './readProof.js'

const now = Date.UTC(2026, 0, 1)
const url = 'https://services.example/auth/v1/me'
const token = 'x'.repeat(43)
const expected = { method: 'GET', urls: [url], now, token }
const right = { method: 'GET', url, now, token }
const prover = await createProver()

/** Returns why a proof is refused; `undefined` if it is accepted. */
async function reasonOf(proof: string, other: Partial<readProof.Expected> = {}) {
  const error = await readProof(proof, { ...expected, ...other }).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error === undefined) return undefined
  expect(error).toMatchObject({ name: 'ProofError' })
  return (error as Error).message
}

const headOf = (proof: string) => JSON.parse(Buffer.from(proof.split('.')[0] ?? '', 'base64url').toString())
const digest = (text: string) => createHash('sha256').update(text).digest('base64url')

describe('what a proof says', () => {
  test('the key is its thumbprint (RFC 7638), and the id belongs to that key', async () => {
    const jti = 'a proof of its own'
    const proof = await prover({ ...right, claims: { jti } })
    const { x, y } = headOf(proof).jwk
    const key = digest(`{"crv":"P-256","kty":"EC","x":"${x}","y":"${y}"}`)
    expect(await readProof(proof, expected)).toEqual({ key, id: `${key} ${digest(jti)}` })
  })

  test('a request without a token needs none in the proof', async () => {
    const proof = await prover({ ...right, token: undefined })
    expect(await reasonOf(proof, { token: undefined })).toBeUndefined()
    expect(await reasonOf(proof)).toBe('ath')
  })

  test('queries and fragments of addresses do not count; paths do', async () => {
    const proof = await prover({ ...right, url: `${url}?page=2#top` })
    expect(await reasonOf(proof)).toBeUndefined()
    expect(await reasonOf(proof, { urls: ['https://other.example/', `${url}?page=3`] })).toBeUndefined()
    expect(await reasonOf(proof, { urls: ['https://services.example/', 'https://other.example/'] })).toBe(
      `htu: ${url}, asked was https://services.example/ or https://other.example/`,
    )
  })
})

describe('a refused proof', () => {
  test.each<[string, Partial<Parameters<typeof prover>[0]>, string]>([
    ['for another method', { method: 'POST' }, 'htm: POST, asked was GET'],
    ['for another token', { token: 'y'.repeat(43) }, 'ath'],
    ['for an address with a user name', { url: 'https://ada@services.example/auth/v1/me' }, 'htu'],
    ['for an address with a password', { url: 'https://:pass@services.example/auth/v1/me' }, 'htu'],
    ['for no address', { url: 'services' }, 'claims'],
    ['with a fraction of a second', { claims: { iat: now / 1_000 + 0.5 } }, 'claims'],
    ['with a time that is a text', { claims: { iat: String(now / 1_000) } }, 'claims'],
    ['without a name', { claims: { jti: undefined } }, 'claims'],
    ['without a method', { claims: { htm: undefined } }, 'claims'],
    ['with a token hash that is no text', { claims: { ath: 7 } }, 'claims'],
    ['of another type', { head: { typ: 'JWT' } }, 'header'],
    ['by another algorithm', { head: { alg: 'HS256' } }, 'header'],
    ['with an extension', { head: { crit: ['b64'] } }, 'header'],
    ['without a key', { head: { jwk: undefined } }, 'header'],
  ])('%s', async (_, change, reason) => {
    expect(await reasonOf(await prover({ ...right, ...change }))).toBe(reason)
  })

  test.each<[string, object]>([
    ['of another type', { kty: 'RSA' }],
    ['on another curve', { crv: 'P-384' }],
    ['that is private', { d: 'A'.repeat(43) }],
    ['with a short x', { x: 'A'.repeat(42) }],
    ['with a long x', { x: 'A'.repeat(44) }],
    ['with a short y', { y: 'A'.repeat(42) }],
    ['with a long y', { y: 'A'.repeat(44) }],
    ['with a foreign character at the end of x', { x: `${'A'.repeat(42)}+` }],
    ['with a foreign character at the beginning of x', { x: `+${'A'.repeat(42)}` }],
  ])('with a key %s', async (_, change) => {
    const { jwk } = headOf(await prover(right))
    expect(await reasonOf(await prover({ ...right, head: { jwk: { ...jwk, ...change } } }))).toBe('header')
  })

  test('with a key that is no point of the curve', async () => {
    const { jwk } = headOf(await prover(right))
    const proof = await prover({ ...right, head: { jwk: { ...jwk, y: 'A'.repeat(43) } } })
    expect(await reasonOf(proof)).toBe('key')
  })

  test("with another prover's key", async () => {
    const other = await createProver()
    const { jwk } = headOf(await other(right))
    expect(await reasonOf(await prover({ ...right, head: { jwk } }))).toBe('signature')
  })

  test('whose claims or header were changed after signing', async () => {
    const [head, body, signature] = (await prover(right)).split('.')
    const [otherHead, otherBody] = (await prover({ ...right, head: { kid: 'x' } })).split('.')
    expect(await reasonOf(`${head}.${otherBody}.${signature}`)).toBe('signature')
    expect(await reasonOf(`${otherHead}.${body}.${signature}`)).toBe('signature')
  })

  test('in another form', async () => {
    const proof = await prover(right)
    const [head, body, signature = ''] = proof.split('.')
    for (const text of [
      '',
      'a.b.c',
      `${head}.${body}`,
      `${proof}.x`,
      `${proof}x`,
      `${head}.${body}.x${signature}`,
      `${head}.${body}.${signature.slice(1)}`,
      `${head}.${body}.${signature.slice(1)}+`,
    ])
      expect(await reasonOf(text)).toBe('form')
  })

  test('whose header or claims are no JSON', async () => {
    const [head, body, signature] = (await prover(right)).split('.')
    expect(await reasonOf(`AAAA.${body}.${signature}`)).toBe('header')
    expect(await reasonOf(`${head}.AAAA.${signature}`)).toBe('claims')
  })
})

describe('limits', () => {
  test('a proof has at most 4,096 characters', async () => {
    const lengthOf = (pad: number) => prover({ ...right, claims: { pad: 'x'.repeat(pad) } })
    const { length } = await lengthOf(0)
    const pad = Math.floor(((4_096 - length) * 3) / 4)
    const longest = await lengthOf(pad)
    expect(longest).toHaveLength(4_096)
    expect(await reasonOf(longest)).toBeUndefined()
    expect(await reasonOf(await lengthOf(pad + 1))).toBe('form')
  })

  test.each([
    [15, 'claims'],
    [16, undefined],
    [128, undefined],
    [129, 'claims'],
  ])('a name of %i characters: %s', async (length, reason) => {
    expect(await reasonOf(await prover({ ...right, claims: { jti: 'x'.repeat(length) } }))).toBe(reason)
  })

  test.each([
    [-120_001, 'iat'],
    [-120_000, undefined],
    [120_000, undefined],
    [120_001, 'iat'],
  ])('a proof that is read %i ms after its date: %s', async (later, reason) => {
    expect(await reasonOf(await prover(right), { now: now + later })).toBe(reason)
  })
})
