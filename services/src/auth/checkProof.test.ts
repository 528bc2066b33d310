import { describe, expect, test } from 'vitest'
import { createContext } from '../shared/context.js'
import { createLog } from '../shared/log.js'
import { createProver } from '../testing/createProver.js'
import { createTestClock } from '../testing/createTestClock.js'
import type { AuthStore } from './AuthStore.js'
import { createProofCheck } from './checkProof.js'

const path = '/auth/v1/me'
const token = 'x'.repeat(43)
const prover = await createProver()

type Parts = {
  readonly authUrls?: readonly string[]
  /** The header `Host`; `null` if there is none. */
  readonly host?: string | null
  readonly useProof?: AuthStore['useProof']
}

function setUp({ authUrls = [], host = 'services.example', useProof = async () => true }: Parts = {}) {
  const clock = createTestClock()
  const lines: string[] = []
  const log = createLog({ level: 'info', now: () => 0, write: (line) => lines.push(line) })
  const context = createContext({ settings: { authUrls: [...authUrls] }, clock, log })
  const check = createProofCheck(context, { useProof } as AuthStore)
  const proofFor = (url: string) => prover({ method: 'GET', url, token, now: clock.now() })
  const ask = (proof: string | undefined) => {
    const headers: { readonly [name: string]: string | undefined } = { dpop: proof, host: host ?? undefined }
    const header = (name: string) => headers[name]
    const input = { header, origin: 'https://app.example', project: { id: 'acme' } }
    return check(input, { method: 'GET', path, token })
  }
  const accepts = async (url: string) =>
    ask(await proofFor(url)).then(
      () => true,
      () => false,
    )
  return { ask, accepts, proofFor, clock, lines }
}

test('returns the thumbprint of the key, and has the store remember the proof by it', async () => {
  const used: [string, number][] = []
  const { ask, proofFor } = setUp({ useProof: async (...parts) => used.push(parts) > 0 })
  const key = await ask(await proofFor(`https://services.example${path}`))
  expect(key).toMatch(/^[\w-]{43}$/)
  expect(used.map(([id]) => id.split(' ')[0])).toEqual([key])
})

test('a proof is remembered for longer than it is valid, however late its date', async () => {
  const used: number[] = []
  const { ask, clock } = setUp({ useProof: async (_, until) => used.push(until) > 0 })
  const now = clock.now()
  const ahead = await prover({
    method: 'GET',
    url: `https://services.example${path}`,
    token,
    now: now + 120_000,
  })
  await ask(ahead)
  clock.advance(240_000)
  await ask(ahead)
  expect(used[0]).toBeGreaterThan(clock.now())
  clock.advance(1)
  await expect(ask(ahead)).rejects.toMatchObject({ details: 'iat' })
})

describe('a refused proof', () => {
  const refusal = (details: string) => ({
    code: 'UNAUTHORIZED',
    message: 'The proof of the key (header `DPoP`) does not count',
    details,
    headers: { 'www-authenticate': 'DPoP error="invalid_dpop_proof", algs="ES256"' },
    cause: { name: 'ProofError' },
  })

  test('is answered with 401 and its reason, and logged', async () => {
    const { ask, lines } = setUp()
    await expect(ask(undefined)).rejects.toMatchObject(refusal('form'))
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 'info', event: 'auth.proof', project: 'acme', reason: 'form' },
    ])
  })

  test('was used before', async () => {
    const { ask, proofFor } = setUp({ useProof: async () => false })
    const proof = await proofFor(`https://services.example${path}`)
    await expect(ask(proof)).rejects.toMatchObject(refusal('jti: came before'))
  })

  test('is not the same as a store that fails', async () => {
    const { ask, proofFor, lines } = setUp({ useProof: () => Promise.reject(new Error('no database')) })
    await expect(ask(await proofFor(`https://services.example${path}`))).rejects.toThrow('no database')
    expect(lines).toEqual([])
  })
})

describe('the addresses that a proof may name', () => {
  test('without a setting: the host under either scheme, and the page', async () => {
    const { accepts } = setUp()
    for (const base of ['https://services.example', 'http://services.example', 'https://app.example'])
      expect(await accepts(`${base}${path}`)).toBe(true)
    for (const base of ['https://other.example', 'http://app.example', 'https://services.example/x'])
      expect(await accepts(`${base}${path}`)).toBe(false)
  })

  test('with a setting: only those that it names, with or without slashes at the end', async () => {
    const { accepts } = setUp({ authUrls: ['https://shop.example/wallet//', 'https://pay.example'] })
    for (const base of ['https://shop.example/wallet', 'https://pay.example'])
      expect(await accepts(`${base}${path}`)).toBe(true)
    for (const base of ['https://services.example', 'https://app.example', 'https://shop.example'])
      expect(await accepts(`${base}${path}`)).toBe(false)
  })

  test('without a host: this machine, and the page', async () => {
    const { accepts } = setUp({ host: null })
    expect(await accepts(`http://localhost${path}`)).toBe(true)
    expect(await accepts(`https://app.example${path}`)).toBe(true)
  })

  test('a host that is none leaves the page', async () => {
    const { accepts } = setUp({ host: 'services example' })
    expect(await accepts(`https://app.example${path}`)).toBe(true)
    expect(await accepts(`https://services.example${path}`)).toBe(false)
  })
})
