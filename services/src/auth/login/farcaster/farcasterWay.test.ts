import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createProver } from '../../../testing/createProver.js'
import { startFarcasterChain, startFarcasterRelay } from '../../../testing/startFarcaster.js'
import { type Asked, frameUrl, page, startLogin } from '../../../testing/startLogin.js'
import { whileTimePasses } from '../../../testing/whileTimePasses.js'

type SignatureParams = NonNullable<ReturnType<typeof relay.askedBy>>
let farcaster: Awaited<ReturnType<typeof startFarcasterChain>>
let relay: Awaited<ReturnType<typeof startFarcasterRelay>>
beforeAll(async () => {
  farcaster = await startFarcasterChain()
  relay = await startFarcasterRelay()
}, 60_000)
afterAll(async () => {
  await farcaster.chain.stop()
  await relay.close()
})
const cleanups: (() => unknown)[] = []
afterEach(async () => {
  relay.behaviour.status = undefined
  relay.behaviour.channel = undefined
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

let count = 1_000n
/** Makes an account that its owner's key signs for. */
async function createAccount() {
  const owner = privateKeyToAccount(generatePrivateKey())
  const fid = ++count
  await farcaster.own(owner.address, fid)
  return { owner, fid }
}

type Signed = Partial<Parameters<typeof createSiweMessage>[0]>

async function setUp(options: Parameters<typeof startLogin>[0] = {}) {
  const started = await startLogin({
    ...options,
    settings: {
      loginFarcaster: relay.url,
      chains: [`eip155:10=${farcaster.chain.url}`],
      ...options.settings,
    },
  })
  cleanups.push(started.login.close)
  const { call, clock } = started

  const begin = async (asked: Asked = {}) => {
    const { status, body } = await call('farcaster', { host: page }, asked)
    if (status !== 200) throw new Error(`${status} ${body.error?.message}`)
    return { flow: String(body.flow), url: String(body.url) }
  }
  const result = (flow: string, asked: Asked = {}) =>
    whileTimePasses(clock, call('result', { flow }, asked)).then(({ body }) => body)

  /** Signs as the visitor's app does, and sends it to the relay. */
  async function approve(
    url: string,
    { owner, fid }: Pick<Awaited<ReturnType<typeof createAccount>>, 'owner' | 'fid'>,
    change: Signed = {},
    said: object = {},
  ) {
    const asked = relay.askedBy(url) as SignatureParams
    const message = createSiweMessage({
      ...{ domain: asked.domain, address: owner.address, statement: 'Farcaster Auth', uri: asked.siweUri },
      ...{ version: '1', chainId: 10, nonce: asked.nonce, issuedAt: new Date(clock.now()) },
      ...(asked.expirationTime === undefined ? {} : { expirationTime: new Date(asked.expirationTime) }),
      resources: [`farcaster://fid/${fid}`],
      ...change,
    })
    const signature = await owner.signMessage({ message })
    relay.complete(url, { message, signature, fid: Number(fid), username: 'ann', ...said })
  }
  return { ...started, begin, result, approve }
}

test('the owner of an account logs in, and is the same user the next time', async () => {
  const { app, begin, result, approve, clock, call, lines } = await setUp()
  const methods = await app.request(`${frameUrl}/auth/v1/login/methods?projectId=acme`)
  expect(await methods.json()).toMatchObject({ farcaster: true })
  const account = await createAccount()
  const { flow, url } = await begin()
  expect(relay.askedBy(url)).toEqual({
    siweUri: `${frameUrl}/login/farcaster`,
    domain: 'wallet.example',
    nonce: expect.stringMatching(/^\w{8,}$/),
    acceptAuthAddress: true,
    expirationTime: new Date(clock.now() + 600_000).toISOString(),
  })
  expect(await result(flow)).toEqual({ isPending: true, hasBegun: false })
  const waiting = call('result', { flow })
  await approve(url, account)
  const { body } = await whileTimePasses(clock, waiting)
  expect(body).toMatchObject({
    token: expect.any(String),
    user: { email: null, userName: 'ann', way: 'farcaster' },
  })
  expect(await result(flow)).toEqual({ failed: 'failed', way: 'farcaster' })
  const next = await begin()
  await approve(next.url, account)
  expect((await result(next.flow)).user).toEqual(body.user)
  expect(lines.join('\n')).not.toContain(new URL(url).searchParams.get('channelToken'))
})

test('an address that may sign in for an account logs in; one that may not any more does not', async () => {
  const { begin, result, approve } = await setUp()
  const { owner, fid } = await createAccount()
  const other = privateKeyToAccount(generatePrivateKey())
  const attempt = async (signer: typeof owner) => {
    const { flow, url } = await begin()
    await approve(url, { owner: signer, fid })
    return result(flow)
  }
  const failed = { failed: 'failed', way: 'farcaster' }
  expect(await attempt(other)).toEqual(failed)
  await farcaster.setKey(fid, other.address)
  const { user } = await attempt(other)
  expect(user).toEqual((await attempt(owner)).user)
  await farcaster.setKey(fid, other.address, { state: 2 })
  expect(await attempt(other)).toEqual(failed)
  // A key of another type is a signer of messages, not an address that logs in.
  await farcaster.setKey(fid, other.address, { keyType: 1 })
  expect(await attempt(other)).toEqual(failed)
  // The account has gone to somebody else.
  await farcaster.own(owner.address, 0n)
  expect(await attempt(owner)).toEqual(failed)
})

test('whatever else was signed, or by somebody else, logs nobody in', async () => {
  const { begin, result, approve, clock, lines } = await setUp()
  const account = await createAccount()
  const { fid: foreign } = await createAccount()
  const stranger = privateKeyToAccount(generatePrivateKey())
  const changes: readonly [string, Signed, object?][] = [
    ['another domain', { domain: 'evil.example' }],
    ['another address', { uri: 'https://evil.example/login/farcaster' }],
    ['another path', { uri: `${frameUrl}/` }],
    ['the nonce of another flow', { nonce: 'abcdef1234567890' }],
    ['another chain', { chainId: 1 }],
    ['another statement', { statement: 'Sign in' }],
    ['another account', { resources: [`farcaster://fid/${foreign}`] }],
    ['no account', { resources: [] }],
    ['two accounts', { resources: [`farcaster://fid/${foreign}`, `farcaster://fid/${account.fid}`] }],
    ['another signer', { address: stranger.address }],
    ['a text that is old', { issuedAt: new Date(clock.now() - 3_600_000) }],
    ['a text that is over', { expirationTime: new Date(clock.now() - 1) }],
    ['no signature', {}, { signature: '0x' }],
    ['a text that is none', {}, { message: 'Farcaster Auth' }],
    ['no text', {}, { message: undefined }],
  ]
  for (const [what, change, said] of changes) {
    const { flow, url } = await begin()
    await approve(url, account, change, said)
    expect([what, await result(flow)]).toEqual([what, { failed: 'failed', way: 'farcaster' }])
  }
  // An answer without a text is noted, and once more when the relay has no channel left.
  expect(lines.filter((line) => line.includes('login.provider'))).toHaveLength(changes.length + 1)
})

test('only the key that began a login gets its result, and what was signed for one flow ends no other', async () => {
  const { begin, result, approve } = await setUp()
  const account = await createAccount()
  const thief = { prover: await createProver() }
  const [victim, own] = [await begin(), await begin(thief)]
  await approve(victim.url, account)
  expect(await result(victim.flow, thief)).toEqual({ failed: 'failed' })
  const { nonce } = relay.askedBy(victim.url) as SignatureParams
  await approve(own.url, account, { nonce })
  expect(await result(own.flow, thief)).toEqual({ failed: 'failed', way: 'farcaster' })
  expect(await result(victim.flow)).toHaveProperty('user')
})

test('a relay that is down for a while delays the login; one that has lost it ends it', async () => {
  const { begin, result, approve, call } = await setUp()
  const account = await createAccount()
  const { flow, url } = await begin()
  relay.behaviour.status = 503
  expect(await result(flow)).toEqual({ isPending: true, hasBegun: false })
  expect((await call('farcaster', { host: page })).status).toBe(503)
  relay.behaviour.status = undefined
  await approve(url, account)
  expect(await result(flow)).toHaveProperty('user')

  const lost = await begin()
  relay.drop(lost.url)
  expect(await result(lost.flow)).toEqual({ failed: 'failed', way: 'farcaster' })
})

test('a relay of no known form is not believed, and is not asked without end', async () => {
  const { call, begin, result } = await setUp()
  for (const channel of [
    {},
    { channelToken: 'x', url: 'javascript:alert(1)' },
    { channelToken: '../..', url: page },
  ]) {
    relay.behaviour.channel = channel
    expect((await call('farcaster', { host: page })).status).toBe(503)
  }
  relay.behaviour.channel = undefined
  const { flow } = await begin()
  const before = relay.reads.length
  await Promise.all([result(flow), result(flow), result(flow)])
  // Once in a second of the 25 that a request waits.
  expect(relay.reads.length - before).toBeLessThanOrEqual(80)
})

test('a login is begun by pages of the project, only so often, and only with a node of the chain', async () => {
  const { call } = await setUp({ settings: { loginStartsPerClient: 2 } })
  expect((await call('farcaster', { host: 'https://evil.example' })).status).toBe(403)
  expect((await call('farcaster', { host: page })).status).toBe(200)
  expect((await call('farcaster', { host: page })).status).toBe(200)
  expect((await call('farcaster', { host: page })).status).toBe(429)
  const without = await setUp({ settings: { chains: [] } })
  expect((await without.call('farcaster', { host: page })).status).toBe(404)
})
