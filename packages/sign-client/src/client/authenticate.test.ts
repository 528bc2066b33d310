import { afterEach, describe, expect, test } from 'vitest'
import { sealEnvelope } from '../crypto/envelope.js'
import { createKeyPair, deriveSymKey, topicOf } from '../crypto/keys.js'
import { type AuthPayload, type Cacao, formatAuthMessage } from '../protocol/authMessage.js'
import { parsePairingUri } from '../protocol/pairingUri.js'
import { encodeRecap, readRecap } from '../protocol/recap.js'
import { address, createTestStorage, createWorld, granted, record } from '../testing/clients.js'
import { settled, until } from '../testing/fakeClock.js'
import { createRawWallet } from '../testing/rawWallet.js'
import { vectors } from '../testing/vectors.js'
import { buildAuth, narrowAuthPayload } from '../wallet/approveAuthenticate.js'
import type { WalletClient } from '../wallet/createWalletClient.js'

let world = createWorld()
afterEach(async () => {
  await world.close()
  world = createWorld()
})

const asked = {
  chains: ['eip155:1', 'eip155:10'],
  domain: 'app.example',
  uri: 'https://app.example/login',
  nonce: 'a1b2c3d4',
  statement: 'Sign in.',
  methods: ['personal_sign', 'eth_sendTransaction'],
}
const supported = { chains: ['eip155:1'], methods: ['personal_sign'] }
const signature = { t: 'eip191', s: '0x51' } as const

/** Creates a wallet that signs in with the result of the given function. */
function signingWallet(make: (payload: AuthPayload) => Cacao[]): Promise<WalletClient> {
  const wallet = world.wallet()
  wallet.on('session_authenticate', ({ id, payload }) => {
    wallet.approveAuthenticate({ id, auths: make(payload) }).catch(() => {})
  })
  return wallet.start().then(() => wallet)
}

const sign = (payload: AuthPayload) => [
  buildAuth(narrowAuthPayload(payload, supported), `eip155:1:${address}`, signature),
]

describe('authenticate', () => {
  test('signs in and connects at once', async () => {
    const wallet = await signingWallet(sign)
    const app = world.app()
    const { uri, approval } = app.authenticate(asked)
    expect(parsePairingUri(uri)?.methods).toEqual(['wc_sessionAuthenticate'])
    await wallet.pair({ uri })
    const { auths = [], session } = await approval
    expect(auths).toEqual([
      {
        cacao: expect.objectContaining({ h: { t: 'caip122' }, s: signature }),
        address,
        chainId: 'eip155:1',
        signature: '0x51',
        type: 'eip191',
        message: [
          'app.example wants you to sign in with your Ethereum account:',
          address,
          '',
          "Sign in. I further authorize the stated URI to perform the following actions on my behalf: (1) 'request': 'personal_sign' for 'eip155'.",
          '',
          'URI: https://app.example/login',
          'Version: 1',
          'Chain ID: 1',
          'Nonce: a1b2c3d4',
          'Issued At: 2023-11-14T22:13:20.000Z',
          'Resources:',
          `- ${encodeRecap(['personal_sign'], ['eip155:1'])}`,
        ].join('\n'),
      },
    ])
    expect(session?.namespaces).toEqual({
      eip155: {
        chains: ['eip155:1'],
        accounts: [`eip155:1:${address}`],
        methods: ['personal_sign'],
        events: ['chainChanged', 'accountsChanged'],
      },
    })
    expect(app.sessions()).toEqual([session])
    await app.ping({ topic: session?.topic ?? '' })
    await wallet.ping({ topic: session?.topic ?? '' })
  })

  test('the link does not wait for the message', async () => {
    const wallet = await signingWallet(sign)
    const { chains, methods, ...message } = asked
    let give = (_: typeof message) => {}
    const made = new Promise<typeof message>((resolve) => {
      give = resolve
    })
    const { uri, approval } = world.app().authenticate({ chains, methods, message: () => made })
    await wallet.pair({ uri })
    await settled()
    expect(world.relay.published).toEqual([])
    give(message)
    expect((await approval).auths).toHaveLength(1)
  })

  test('error: the message cannot be created; no wallet is asked', async () => {
    const { chains, methods } = asked
    const message = () => Promise.reject(new Error('no nonce'))
    const { approval } = world.app().authenticate({ chains, methods, message })
    await expect(approval).rejects.toMatchObject({ code: 'INPUT_INVALID' })
    expect(world.relay.published).toEqual([])
  })

  test('aborted before the message was created: no wallet is asked', async () => {
    const { chains, methods, ...message } = asked
    const { approval, cancel } = world.app().authenticate({
      chains,
      methods,
      message: async () => {
        cancel()
        return message
      },
    })
    await expect(approval).rejects.toMatchObject({ code: 'ABORTED' })
    await settled()
    expect(world.relay.published).toEqual([])
  })

  test('a wallet that signs in while the caller cancels does not stay connected', async () => {
    const wallet = await signingWallet(sign)
    const app = world.app()
    const { uri, cancel } = app.authenticate(asked)
    wallet.on('session_connect', cancel)
    const heard = record(wallet, 'session_connect', 'session_delete')
    const appHeard = record(app, 'session_connect')
    await wallet.pair({ uri })
    await until(() => heard.length === 2)
    expect(heard.map(({ name }) => name)).toEqual(['session_connect', 'session_delete'])
    expect([...wallet.sessions(), ...app.sessions(), ...appHeard]).toEqual([])
  })

  test('opens no session without methods', async () => {
    const wallet = await signingWallet(sign)
    const { methods: _methods, ...without } = asked
    const app = world.app()
    const { uri, approval } = app.authenticate(without)
    await wallet.pair({ uri })
    const { auths, session } = await approval
    expect(auths).toHaveLength(1)
    expect(session).toBeUndefined()
    expect([...app.sessions(), ...wallet.sessions()]).toEqual([])
    await settled()
    await world.clock.advance(10_000)
    expect(world.relay.connections()).toBe(0)
  })

  test('several chains with one approval: one message per chain, one session for all', async () => {
    const both = { ...supported, chains: ['eip155:1', 'eip155:10'] }
    const wallet = await signingWallet((payload) => {
      const narrow = narrowAuthPayload(payload, both)
      return narrow.chains.map((chain) => buildAuth(narrow, `${chain}:${address}`, signature))
    })
    const { uri, approval } = world.app().authenticate(asked)
    await wallet.pair({ uri })
    const { auths = [], session } = await approval
    expect(auths.map(({ chainId }) => chainId)).toEqual(both.chains)
    expect(auths.map(({ message }) => /Chain ID: (\d+)/.exec(message)?.[1])).toEqual(['1', '10'])
    expect(session?.namespaces.eip155?.chains).toEqual(both.chains)
  })

  test('a wallet that cannot sign in is asked for a session only', async () => {
    const wallet = await world.agreeableWallet()
    const { uri, approval } = world.app().authenticate(asked)
    await wallet.pair({ uri })
    const { auths, session } = await approval
    expect(auths).toBeUndefined()
    expect(session?.namespaces).toEqual(granted)
  })

  test('a wallet that can sign in is asked once', async () => {
    const wallet = await signingWallet(sign)
    const heard = record(wallet, 'session_proposal')
    const { uri, approval } = world.app().authenticate(asked)
    await wallet.pair({ uri })
    await approval
    await settled()
    expect(heard).toEqual([])
  })

  test('error: the user declines', async () => {
    const wallet = world.wallet()
    wallet.on('session_authenticate', ({ id }) => void wallet.rejectAuthenticate({ id }))
    await wallet.start()
    const { uri, approval } = world.app().authenticate(asked)
    await wallet.pair({ uri })
    await expect(approval).rejects.toMatchObject({ code: 'USER_REJECTED', wireCode: 5000 })
    await until(() => world.relay.published.some(({ tag }) => tag === 1118))
  })

  test('accepts one answer', async () => {
    const wallet = world.wallet()
    const heard = record(wallet, 'session_authenticate')
    await wallet.start()
    const { uri } = world.app().authenticate(asked)
    await wallet.pair({ uri })
    await until(() => heard.length === 1)
    const { id = 0, payload } = heard[0]?.payload ?? {}
    expect(wallet.pendingAuthentications()).toHaveLength(1)
    const auths = payload === undefined ? [] : sign(payload)
    await expect(wallet.approveAuthenticate({ id, auths: [] })).rejects.toMatchObject({
      code: 'INPUT_INVALID',
    })
    await wallet.approveAuthenticate({ id, auths })
    await expect(wallet.approveAuthenticate({ id, auths })).rejects.toMatchObject({ code: 'REQUEST_GONE' })
    await expect(wallet.rejectAuthenticate({ id })).rejects.toMatchObject({ code: 'REQUEST_GONE' })
  })

  test("the host's `verify` rejects a signature", async () => {
    const wallet = await signingWallet(sign)
    const seen: string[] = []
    const { uri, approval } = world.app().authenticate({
      ...asked,
      verify: async ({ signature }) => {
        seen.push(signature)
        return false
      },
    })
    await wallet.pair({ uri })
    await expect(approval).rejects.toMatchObject({
      code: 'PEER_INVALID',
      details: 'the signature of the sign-in',
    })
    expect(seen).toEqual(['0x51'])
  })

  test('after a reload during the sign-in the next page receives the session', async () => {
    const storage = createTestStorage()
    const app = world.app({ storage })
    const { uri } = app.authenticate(asked)
    await until(() => world.relay.published.length === 2)
    await app.close()
    const wallet = await signingWallet(sign)
    await wallet.pair({ uri })
    await settled()
    const next = world.app({ storage })
    await next.start()
    await until(() => next.sessions().length === 1)
  })

  test.each([
    ['no chains', { chains: [] }],
    ['chains of another family', { chains: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'] }],
    ['a statement of two lines', { statement: 'a\nNonce: b' }],
    ['a statement that is not ASCII', { statement: 'é' }],
    ['no nonce', { nonce: '' }],
    ['no domain', { domain: undefined as never }],
    ['no page', { uri: undefined as never }],
    ['a domain of two lines', { domain: 'a\n' }],
  ])('%s: the caller is told', async (_, bent) => {
    const { approval } = world.app().authenticate({ ...asked, ...bent })
    await expect(approval).rejects.toMatchObject({ code: 'INPUT_INVALID' })
    expect(world.relay.published).toEqual([])
  })
})

describe('a hostile wallet', () => {
  const bend = (change: (cacao: Cacao) => object) => (payload: AuthPayload) =>
    sign(payload).map((cacao) => ({ ...cacao, ...change(cacao) }) as Cacao)

  test.each<[string, (payload: AuthPayload) => Cacao[], string]>([
    ['another nonce', bend(({ p }) => ({ p: { ...p, nonce: 'x' } })), 'nonce'],
    ['another domain', bend(({ p }) => ({ p: { ...p, domain: 'app.example.evil' } })), 'domain'],
    ['another page', bend(({ p }) => ({ p: { ...p, aud: 'https://evil.example' } })), 'aud'],
    ['another statement', bend(({ p }) => ({ p: { ...p, statement: 'I owe you' } })), 'statement'],
    ['an expiry of its own', bend(({ p }) => ({ p: { ...p, exp: '2030-01-01T00:00:00Z' } })), 'exp'],
    [
      'a chain nobody asked for',
      bend(({ p }) => ({ p: { ...p, iss: `did:pkh:eip155:5:${address}` } })),
      'chain',
    ],
    ['a malformed account', bend(({ p }) => ({ p: { ...p, iss: 'did:pkh:eip155:1:me' } })), 'shape'],
    ['no signature', bend(() => ({ s: { t: 'eip191', s: '' } })), 'shape'],
    ['a signature of another kind', bend(() => ({ s: { t: 'none', s: '0x51' } })), 'shape'],
    [
      'two accounts',
      (payload) => [
        ...sign(payload),
        ...bend(({ p }) => ({ p: { ...p, iss: `did:pkh:eip155:1:0x${'11'.repeat(20)}` } }))(payload),
      ],
      'more than one address',
    ],
  ])('signs in with %s', async (_, make, details) => {
    const wallet = await signingWallet(make)
    const app = world.app()
    const { uri, approval } = app.authenticate(asked)
    await wallet.pair({ uri })
    await expect(approval).rejects.toMatchObject({
      code: 'PEER_INVALID',
      details: `the answer to the sign-in: ${details}`,
    })
    expect(app.sessions()).toEqual([])
  })

  test('grants methods that were not requested: they are ignored', async () => {
    const wallet = await signingWallet((payload) => [
      buildAuth(
        { ...payload, resources: [encodeRecap(['personal_sign', 'eth_sign'], ['eip155:1', 'eip155:99'])] },
        `eip155:1:${address}`,
        signature,
      ),
    ])
    const { uri, approval } = world.app().authenticate(asked)
    await wallet.pair({ uri })
    const { session } = await approval
    expect(session?.namespaces.eip155).toMatchObject({ methods: ['personal_sign'], chains: ['eip155:1'] })
  })

  test('names a responder other than the sender of the answer', async () => {
    const { uri, approval } = world.app().authenticate(asked)
    const wallet = await createRawWallet(world.relay, uri)
    const request = () =>
      wallet.heard(wallet.pairing).find(({ method }) => method === 'wc_sessionAuthenticate')
    await until(() => request() !== undefined)
    const { requester, authPayload } = (request()?.params ?? {}) as {
      requester: { publicKey: string }
      authPayload: AuthPayload
    }
    const { privateKey, publicKey } = await createKeyPair()
    const symKey = (await deriveSymKey(privateKey, requester.publicKey)) ?? ''
    const result = { cacaos: sign(authPayload), responder: { publicKey: '22'.repeat(32), metadata: {} } }
    const text = JSON.stringify({ id: request()?.id, jsonrpc: '2.0', result })
    world.relay.inject(
      topicOf(requester.publicKey),
      sealEnvelope({ symKey, text, senderPublicKey: publicKey }),
    )
    await expect(approval).rejects.toMatchObject({
      code: 'PEER_INVALID',
      details: 'the answer to the sign-in: responder',
    })
  })

  test('declines the sign-in with its own error', async () => {
    const { uri, approval } = world.app().authenticate(asked)
    const wallet = await createRawWallet(world.relay, uri)
    const request = () =>
      wallet.heard(wallet.pairing).find(({ method }) => method === 'wc_sessionAuthenticate')
    await until(() => request() !== undefined)
    wallet.send(wallet.pairing, { id: request()?.id, error: { code: 11002, message: 'broken' } })
    await expect(approval).rejects.toMatchObject({ code: 'PEER_ERROR', wireCode: 11002 })
  })
})

describe('the message', () => {
  const payload = {
    chains: ['eip155:1'],
    domain: 'app.example',
    aud: 'https://app.example',
    version: '1',
    nonce: 'n',
    iat: '2023-11-14T22:13:20.000Z',
  }

  test('with all fields', () => {
    const full = {
      ...payload,
      exp: 'E',
      nbf: 'N',
      requestId: 'R',
      statement: 'S',
      resources: ['https://a', 'https://b'],
    }
    expect(formatAuthMessage(full, `did:pkh:eip155:10:${address}`)).toMatchInlineSnapshot(`
      "app.example wants you to sign in with your Ethereum account:
      0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb

      S

      URI: https://app.example
      Version: 1
      Chain ID: 10
      Nonce: n
      Issued At: 2023-11-14T22:13:20.000Z
      Expiration Time: E
      Not Before: N
      Request ID: R
      Resources:
      - https://a
      - https://b"
    `)
  })

  test('with the required fields only', () => {
    expect(formatAuthMessage(payload, `eip155:1:${address}`)).toMatchInlineSnapshot(`
      "app.example wants you to sign in with your Ethereum account:
      0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb


      URI: https://app.example
      Version: 1
      Chain ID: 1
      Nonce: n
      Issued At: 2023-11-14T22:13:20.000Z"
    `)
  })

  test('the recap of the test vectors', () => {
    expect(encodeRecap(['personal_sign', 'eth_sendTransaction'])).toBe(vectors.recap)
    expect(readRecap([vectors.recap])).toEqual({
      methods: ['eth_sendTransaction', 'personal_sign'],
      chains: [],
    })
  })

  test.each([
    undefined,
    [],
    ['https://a'],
    ['urn:recap:!'],
    ['urn:recap:e30'],
    [vectors.recap, 'https://last'],
  ])('%o holds no recap', (resources) => {
    expect(readRecap(resources)).toBeUndefined()
  })

  test('a payload is narrowed to what a wallet supports', () => {
    const wide = { ...payload, chains: ['eip155:1', 'eip155:10'], resources: ['https://a', vectors.recap] }
    const narrow = narrowAuthPayload(wide, supported)
    expect(narrow.chains).toEqual(['eip155:1'])
    expect(readRecap(narrow.resources)).toEqual({ methods: ['personal_sign'], chains: ['eip155:1'] })
    expect(() => narrowAuthPayload(wide, { ...supported, chains: [] })).toThrow('no common chain')
    expect(() => narrowAuthPayload(wide, { ...supported, methods: [] })).toThrow('no common method')
  })
})
