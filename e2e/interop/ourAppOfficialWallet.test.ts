import type { Services } from '@latchkey/services'
import type { SignClient } from '@latchkey/sign-client'
import { parseTransaction, recoverTransactionAddress, verifyMessage, verifyTypedData } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { account, chains, granted, perform, proposed, transaction, typedData } from './peers/account.js'
import { closeOfficial, createOfficialWallet, type OfficialWallet } from './peers/official.js'
import { createOurApp, next } from './peers/ours.js'
import { startRelay } from './peers/relay.js'

let services: Services
let app: SignClient
let wallet: OfficialWallet

beforeAll(async () => {
  services = await startRelay()
})
afterAll(() => services.close())
beforeEach(async () => {
  app = createOurApp({ relayUrl: services.relayUrl })
  wallet = await createOfficialWallet({ relayUrl: services.relayUrl })
})
afterEach(async () => {
  await app.close()
  await closeOfficial(wallet)
})

type Answer = { readonly result: unknown } | { readonly error: { code: number; message: string } }

/** Connects both, with a wallet that approves every request. */
async function connect(answer: (method: string, params: unknown) => Promise<Answer> = agree) {
  wallet.on('session_proposal', ({ id }) => void wallet.approveSession({ id, namespaces: granted }))
  wallet.on('session_request', async ({ topic, id, params }) => {
    const outcome = await answer(params.request.method, params.request.params)
    await wallet.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', ...outcome } })
  })
  const { uri, approval } = app.connect({ namespaces: proposed })
  await wallet.pair({ uri })
  return approval
}

async function agree(method: string, params: unknown): Promise<Answer> {
  return { result: await perform(method, params) }
}

describe('our app and the official wallet', () => {
  test('connect', async () => {
    const session = await connect()
    expect(session.namespaces).toEqual(granted)
    expect(session.peer.metadata.name).toBe('official-wallet')
    expect(session.expiresAt - Date.now()).toBeGreaterThan(6.9 * 86_400_000)
    const theirs = Object.values(wallet.getActiveSessions())[0]
    expect(theirs?.topic).toBe(session.topic)
    expect(theirs?.peer.metadata.name).toBe('our-app')
  })

  test('reject', async () => {
    wallet.on('session_proposal', ({ id }) => {
      void wallet.rejectSession({ id, reason: { code: 5000, message: 'User rejected.' } })
    })
    const { uri, approval } = app.connect({ namespaces: proposed })
    await wallet.pair({ uri })
    await expect(approval).rejects.toMatchObject({ code: 'USER_REJECTED', wireCode: 5000 })
  })

  test('personal_sign, typed data, a transaction', async () => {
    const { topic } = await connect()
    const ask = (method: string, params: unknown) =>
      app.request({ topic, chainId: 'eip155:1', method, params }) as Promise<`0x${string}`>

    const signature = await ask('personal_sign', ['0x48656c6c6f', account.address])
    expect(await verifyMessage({ address: account.address, message: 'Hello', signature })).toBe(true)

    const typed = await ask('eth_signTypedData_v4', [account.address, JSON.stringify(typedData)])
    expect(await verifyTypedData({ ...typedData, address: account.address, signature: typed })).toBe(true)

    const serialized = (await ask('eth_signTransaction', [transaction])) as `0x02${string}`
    expect(parseTransaction(serialized)).toMatchObject({ to: account.address.toLowerCase(), value: 1n })
    expect(await recoverTransactionAddress({ serializedTransaction: serialized })).toBe(account.address)
  })

  test('error: the user declines a request', async () => {
    const { topic } = await connect(async () => ({ error: { code: 5000, message: 'User rejected.' } }))
    const answer = app.request({
      topic,
      chainId: 'eip155:1',
      method: 'personal_sign',
      params: ['0x00', account.address],
    })
    await expect(answer).rejects.toMatchObject({ code: 'USER_REJECTED', details: 'User rejected.' })
  })

  test('update', async () => {
    const { topic } = await connect()
    const updated = next<{ topic: string }>(app, 'session_update')
    const accounts = [`eip155:10:${account.address}`]
    await wallet.updateSession({
      topic,
      namespaces: { eip155: { ...granted.eip155, chains: ['eip155:10'], accounts } },
    })
    expect(await updated).toMatchObject({ topic })
    expect(app.session(topic)?.namespaces.eip155?.accounts).toEqual(accounts)
  })

  test('extend from both sides', async () => {
    const { topic, expiresAt } = await connect()
    const extended = next<{ session: { expiresAt: number } }>(app, 'session_extend')
    await wallet.extendSession({ topic })
    expect((await extended).session.expiresAt).toBeGreaterThanOrEqual(expiresAt)
    expect((await app.extend({ topic })).expiresAt).toBeGreaterThanOrEqual(expiresAt)
  })

  test('events', async () => {
    const { topic } = await connect()
    const changed = next(app, 'session_event')
    await wallet.emitSessionEvent({
      topic,
      event: { name: 'chainChanged', data: '0x89' },
      chainId: 'eip155:1',
    })
    expect(await changed).toEqual({
      topic,
      chainId: 'eip155:137',
      event: { name: 'chainChanged', data: 'eip155:137' },
    })
  })

  test('ping', async () => {
    const { topic } = await connect()
    await app.ping({ topic })
  })

  test('the wallet disconnects', async () => {
    const { topic } = await connect()
    const ended = next(app, 'session_delete')
    await wallet.disconnectSession({ topic, reason: { code: 6000, message: 'User disconnected.' } })
    expect(await ended).toMatchObject({ topic, by: 'peer', reason: { code: 6000 } })
    expect(app.sessions()).toEqual([])
    const answer = app.request({ topic, chainId: 'eip155:1', method: 'personal_sign', params: ['0x', ''] })
    await expect(answer).rejects.toMatchObject({ code: 'SESSION_GONE' })
  })

  test('the app disconnects', async () => {
    const { topic } = await connect()
    const ended = next<{ topic: string }>(wallet, 'session_delete')
    await app.disconnect({ topic })
    expect((await ended).topic).toBe(topic)
    expect(wallet.getActiveSessions()).toEqual({})
  })

  test('the app cancels before the user answers', async () => {
    const shown = next<{ id: number }>(wallet, 'session_proposal')
    const { uri, approval, cancel } = app.connect({ namespaces: proposed })
    await wallet.pair({ uri })
    await shown
    cancel()
    await expect(approval).rejects.toMatchObject({ code: 'ABORTED' })
  })

  test('error: the wallet refuses an expired link', async () => {
    const late = createOurApp({
      relayUrl: services.relayUrl,
      clock: { now: () => Date.now() - 600_000, setTimeout: () => () => {} },
    })
    const { uri } = late.connect({ namespaces: proposed })
    await expect(wallet.pair({ uri })).rejects.toThrow(/expired/i)
    await late.close()
  })

  test('sign in and connect at once', async () => {
    wallet.on('session_authenticate', async ({ id, params }) => {
      const payload = { ...params.authPayload, chains: [chains[0] ?? ''] }
      const iss = `eip155:1:${account.address}`
      const { buildAuthObject, populateAuthPayload } = await import('@walletconnect/utils')
      const supported = populateAuthPayload({
        authPayload: payload,
        chains,
        methods: proposed.eip155.methods,
      })
      const message = wallet.formatAuthMessage({ request: supported, iss })
      const signature = await account.signMessage({ message })
      const auth = buildAuthObject(supported, { t: 'eip191', s: signature }, iss)
      await wallet.approveSessionAuthenticate({ id, auths: [auth] })
    })
    const { uri, approval } = app.authenticate({
      chains,
      domain: 'our-app.example',
      uri: 'https://our-app.example/login',
      nonce: 'a1b2c3d4e5',
      statement: 'Sign in to the tests.',
      methods: ['personal_sign', 'eth_sendTransaction'],
      verify: ({ address, message, signature }) =>
        verifyMessage({ address: address as `0x${string}`, message, signature: signature as `0x${string}` }),
    })
    await wallet.pair({ uri })
    const { auths = [], session } = await approval
    expect(auths).toHaveLength(1)
    expect(auths[0]?.message).toContain('our-app.example wants you to sign in')
    expect(session?.namespaces.eip155?.methods).toEqual(['eth_sendTransaction', 'personal_sign'])
    expect(Object.keys(wallet.getActiveSessions())).toEqual([session?.topic])
    await app.ping({ topic: session?.topic ?? '' })
  })

  test('a wallet without sign-in support connects', async () => {
    wallet.on('session_proposal', ({ id }) => void wallet.approveSession({ id, namespaces: granted }))
    const { uri, approval } = app.authenticate({
      chains,
      domain: 'our-app.example',
      uri: 'https://our-app.example/login',
      nonce: 'a1b2c3d4e5',
      methods: ['personal_sign'],
    })
    await wallet.pair({ uri })
    const { auths, session } = await approval
    expect(auths).toBeUndefined()
    expect(session?.namespaces).toEqual(granted)
  })
})
