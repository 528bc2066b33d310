import type { Services } from '@latchkey/services'
import {
  buildAuth,
  formatAuthMessage,
  isSignError,
  narrowAuthPayload,
  type Proposal,
  type SessionRequest,
  type WalletClient,
} from '@latchkey/sign-client/wallet'
import { verifyMessage } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { account, chains, granted, perform, proposed, typedData } from './peers/account.js'
import { closeOfficial, createOfficialApp, type OfficialApp } from './peers/official.js'
import { createOurWallet, next } from './peers/ours.js'
import { startRelay } from './peers/relay.js'

let services: Services
let app: OfficialApp
let wallet: WalletClient

beforeAll(async () => {
  services = await startRelay()
})
afterAll(() => services.close())
beforeEach(async () => {
  wallet = createOurWallet({ relayUrl: services.relayUrl })
  app = await createOfficialApp({ relayUrl: services.relayUrl })
})
afterEach(async () => {
  await wallet.close()
  await closeOfficial(app)
})

/** Sends an answer without waiting: the app may have it, and the test may close the relay, before it is confirmed. */
function answer(sent: Promise<void>) {
  sent.catch((error: unknown) => {
    if (!isSignError(error, 'CLIENT_CLOSED')) throw error
  })
}

/** Connects both, with a wallet that approves every request. */
async function connect() {
  const acknowledged = new Promise<void>((resolve, reject) => {
    wallet.on('session_proposal', async ({ id }) => {
      const approved = await wallet.approve({ id, namespaces: granted })
      approved.acknowledged.then(resolve, reject)
    })
  })
  wallet.on('session_request', async ({ topic, id, method, params }: SessionRequest) => {
    answer(wallet.respond({ topic, id, result: await perform(method, params) }))
  })
  await wallet.start()
  const { uri = '', approval } = await app.connect({ optionalNamespaces: proposed as never })
  await wallet.pair({ uri })
  const session = await approval()
  await acknowledged
  return session
}

describe('the official app and our wallet', () => {
  test('connect', async () => {
    const session = await connect()
    expect(session.namespaces).toEqual(granted)
    expect(session.peer.metadata.name).toBe('our-wallet')
    expect(wallet.session(session.topic)?.peer.metadata.name).toBe('official-app')
    expect(wallet.pendingProposals()).toEqual([])
  })

  test('proposal', async () => {
    const shown = next<Proposal>(wallet, 'session_proposal')
    const { uri = '', approval } = await app.connect({
      requiredNamespaces: { eip155: { ...proposed.eip155, chains: ['eip155:1'] } },
      optionalNamespaces: { 'eip155:137': { methods: ['personal_sign'], events: [] } },
    })
    // The official promise loses a rejection that nobody awaits yet.
    const declined = expect(approval()).rejects.toMatchObject({ code: 5000 })
    await wallet.pair({ uri })
    const proposal = await shown
    expect(proposal.proposer.metadata).toMatchObject({
      name: 'official-app',
      url: 'https://official-app.example',
    })
    // The official app moves required namespaces to optional ones.
    expect(proposal.requiredNamespaces).toEqual({})
    expect(Object.keys(proposal.optionalNamespaces)).toContain('eip155')
    expect(wallet.pendingProposals()).toEqual([proposal])
    await wallet.reject({ id: proposal.id })
    await declined
    await expect(wallet.reject({ id: proposal.id })).rejects.toMatchObject({ code: 'REQUEST_GONE' })
  })

  test('personal_sign and typed data', async () => {
    const { topic } = await connect()
    const ask = (method: string, params: unknown) =>
      app.request<`0x${string}`>({ topic, chainId: 'eip155:1', request: { method, params } })
    const signature = await ask('personal_sign', ['0x48656c6c6f', account.address])
    expect(await verifyMessage({ address: account.address, message: 'Hello', signature })).toBe(true)
    expect(await ask('eth_signTypedData_v4', [account.address, JSON.stringify(typedData)])).toMatch(/^0x/)
    expect(wallet.pendingRequests()).toEqual([])
  })

  test('error: the user declines a request', async () => {
    wallet.on('session_proposal', ({ id }) => void wallet.approve({ id, namespaces: granted }))
    wallet.on('session_request', ({ topic, id }) => {
      answer(wallet.respond({ topic, id, error: { code: 5000, message: 'User rejected.' } }))
    })
    await wallet.start()
    const { uri = '', approval } = await app.connect({ optionalNamespaces: proposed })
    await wallet.pair({ uri })
    const { topic } = await approval()
    const request = { method: 'personal_sign', params: ['0x00', account.address] }
    await expect(app.request({ topic, chainId: 'eip155:1', request })).rejects.toMatchObject({ code: 5000 })
  })

  test('update and extend', async () => {
    const { topic, expiry } = await connect()
    const accounts = [`eip155:10:${account.address}`]
    await wallet.update({
      topic,
      namespaces: { eip155: { ...granted.eip155, chains: ['eip155:10'], accounts } },
    })
    expect(app.session.get(topic).namespaces.eip155?.accounts).toEqual(accounts)
    await wallet.extend({ topic })
    expect(app.session.get(topic).expiry).toBeGreaterThanOrEqual(expiry)
  })

  test('events', async () => {
    const { topic } = await connect()
    const changed = next<{ params: unknown }>(app as never, 'session_event')
    await wallet.emit({ topic, chainId: 'eip155:137', event: { name: 'chainChanged', data: 137 } })
    expect((await changed).params).toEqual({
      event: { name: 'chainChanged', data: 137 },
      chainId: 'eip155:137',
    })
    const forbidden = wallet.emit({ topic, chainId: 'eip155:1', event: { name: 'message', data: '' } })
    await expect(forbidden).rejects.toMatchObject({ code: 'EVENT_NOT_APPROVED' })
  })

  test('ping in both directions', async () => {
    const { topic } = await connect()
    await app.ping({ topic })
    await wallet.ping({ topic })
  })

  test('the app disconnects', async () => {
    const { topic } = await connect()
    const ended = next(wallet, 'session_delete')
    await app.disconnect({ topic, reason: { code: 6000, message: 'User disconnected.' } })
    expect(await ended).toMatchObject({ topic, by: 'peer', reason: { code: 6000 } })
    expect(wallet.sessions()).toEqual([])
  })

  test('the wallet disconnects', async () => {
    const { topic } = await connect()
    const ended = next<{ topic: string }>(app as never, 'session_delete')
    await wallet.disconnect({ topic })
    expect((await ended).topic).toBe(topic)
    expect(app.session.keys).toEqual([])
  })

  test('error: an expired link', async () => {
    const { uri = '' } = await app.connect({ optionalNamespaces: proposed })
    const expired = uri.replace(/expiryTimestamp=\d+/, 'expiryTimestamp=1600000000')
    await expect(wallet.pair({ uri: expired })).rejects.toMatchObject({ code: 'URI_EXPIRED' })
  })

  test('sign in and connect at once', async () => {
    wallet.on('session_authenticate', async ({ id, payload }) => {
      const supported = narrowAuthPayload(payload, { chains, methods: granted.eip155.methods })
      const auths = await Promise.all(
        supported.chains.map(async (chain) => {
          const iss = `${chain}:${account.address}`
          const signature = await account.signMessage({ message: formatAuthMessage(supported, iss) })
          return buildAuth(supported, iss, { t: 'eip191', s: signature })
        }),
      )
      await wallet.approveAuthenticate({ id, auths })
    })
    await wallet.start()
    const { uri, response } = await app.authenticate({
      chains,
      domain: 'official-app.example',
      uri: 'https://official-app.example/login',
      nonce: 'a1b2c3d4e5',
      statement: 'Sign in to the tests.',
      resources: ['https://official-app.example/terms'],
      methods: ['personal_sign', 'eth_sendTransaction', 'wallet_unknownMethod'],
    })
    await wallet.pair({ uri })
    // The official app verifies every signature before this resolves.
    const { auths = [], session } = await response()
    expect(auths.map(({ p }) => p.iss)).toEqual(chains.map((chain) => `did:pkh:${chain}:${account.address}`))
    expect(session?.namespaces.eip155).toMatchObject({ methods: ['eth_sendTransaction', 'personal_sign'] })
    expect(wallet.sessions().map(({ topic }) => topic)).toEqual([session?.topic])
    await app.ping({ topic: session?.topic ?? '' })
  })

  test('error: the user declines a sign-in', async () => {
    wallet.on('session_authenticate', ({ id }) => answer(wallet.rejectAuthenticate({ id })))
    await wallet.start()
    const { uri, response } = await app.authenticate({
      chains,
      domain: 'official-app.example',
      uri: 'https://official-app.example/login',
      nonce: 'a1b2c3d4e5',
    })
    await wallet.pair({ uri })
    await expect(response()).rejects.toBe('User rejected.')
  })

  test('a wallet without sign-in support connects', async () => {
    wallet.on('session_proposal', ({ id }) => void wallet.approve({ id, namespaces: granted }))
    await wallet.start()
    const { uri, response } = await app.authenticate({
      chains,
      domain: 'official-app.example',
      uri: 'https://official-app.example/login',
      nonce: 'a1b2c3d4e5',
    })
    await wallet.pair({ uri })
    const { auths, session } = await response()
    expect(auths).toBeUndefined()
    expect(session?.namespaces).toEqual(granted)
  })
})
