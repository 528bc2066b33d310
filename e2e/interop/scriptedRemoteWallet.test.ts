import type { Services } from '@latchkey/services'
import type { SignClient } from '@latchkey/sign-client'
import type { WebSocketConstructor } from '@latchkey/sign-client/wallet'
import { defineNetwork } from 'latchkey/networks'
import {
  bitcoinProtocolAccount,
  mockNetwork,
  polkadotProtocolAccount,
  type ScriptedRemoteWallet,
  scriptedRemoteWallet,
  solanaProtocolAccount,
} from 'latchkey/testing'
import { verifyMessage } from 'viem'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createOurApp, next } from './peers/ours.js'
import { startRelay } from './peers/relay.js'

let services: Services
let app: SignClient
let wallet: ScriptedRemoteWallet

beforeEach(async () => {
  services = await startRelay()
  app = createOurApp({ relayUrl: services.relayUrl })
  wallet = await create()
})
afterEach(async () => {
  await app.close()
  await wallet.close()
  await services.close()
})

function create(options: Partial<scriptedRemoteWallet.Parameters> = {}) {
  return scriptedRemoteWallet({
    networks: [mockNetwork(1), mockNetwork(10)],
    relayUrl: services.relayUrl,
    // Node 20 has no WebSocket.
    webSocket: WebSocket as unknown as WebSocketConstructor,
    ...options,
  })
}

const namespaces = {
  eip155: {
    chains: ['eip155:1', 'eip155:10'],
    methods: ['personal_sign', 'wallet_switchEthereumChain'],
    events: ['chainChanged', 'accountsChanged'],
  },
}

async function connect() {
  const { uri, approval } = app.connect({ namespaces })
  approval.catch(() => {})
  await wallet.pair(uri)
  return approval
}

describe('scriptedRemoteWallet', () => {
  test("approves a session on the host's networks, and signs", async () => {
    const session = await connect()
    expect(session.namespaces.eip155?.accounts).toEqual([
      `eip155:1:${wallet.address}`,
      `eip155:10:${wallet.address}`,
    ])
    const params = ['0x48656c6c6f', wallet.address]
    const request = { topic: session.topic, chainId: 'eip155:1', method: 'personal_sign', params }
    const signature = (await app.request(request)) as `0x${string}`
    const address = wallet.address as `0x${string}`
    expect(await verifyMessage({ address, message: 'Hello', signature })).toBe(true)
    expect(wallet.requests.map(({ method }) => method)).toEqual(['wc_sessionPropose', 'personal_sign'])
  })

  test('rejects a session, and a signature', async () => {
    wallet.behave({ connect: 'reject' })
    await expect(connect()).rejects.toMatchObject({ code: 'USER_REJECTED' })
    wallet.behave({ sign: 'reject' })
    const { topic } = await connect()
    const request = { topic, chainId: 'eip155:1', method: 'personal_sign', params: ['0x00', wallet.address] }
    await expect(app.request(request)).rejects.toMatchObject({ code: 'USER_REJECTED' })
  })

  test('is silent until it is settled', async () => {
    wallet.behave('silent')
    const approval = connect()
    await expect.poll(() => wallet.pending).toEqual(['connect'])
    wallet.settle('approve')
    expect((await approval).peer.metadata.name).toBe('Test wallet')
  })

  test('wrong chain: grants one that the app did not ask for', async () => {
    wallet.behave('wrongChain')
    const { namespaces } = await connect()
    expect(namespaces.eip155?.chains).toEqual(['eip155:7777777'])
  })

  test('grants another chain on request, and emits account and chain changes', async () => {
    await wallet.close()
    wallet = await create({ grants: 'first' })
    const { topic } = await connect()
    const method = 'wallet_switchEthereumChain'
    const switchTo = (chainId: `0x${string}`) =>
      app.request({ topic, chainId: 'eip155:1', method, params: [{ chainId }] })
    expect(app.session(topic)?.namespaces.eip155?.chains).toEqual(['eip155:1'])
    expect(await switchTo('0xa')).toBeNull()
    expect(app.session(topic)?.namespaces.eip155?.chains).toEqual(['eip155:1', 'eip155:10'])
    await expect(switchTo('0x5')).rejects.toMatchObject({ wireCode: 4902 })

    const heard = next<{ event: unknown }>(app, 'session_event')
    await wallet.chooseNetwork(1)
    expect((await heard).event).toEqual({ name: 'chainChanged', data: 'eip155:1' })
  })

  test('ends its sessions', async () => {
    const { topic } = await connect()
    const ended = next<{ topic: string }>(app, 'session_delete')
    await wallet.disconnect()
    expect((await ended).topic).toBe(topic)
  })

  test('signs in while connecting, if it supports that', async () => {
    await wallet.close()
    wallet = await create({ canSignIn: true })
    const { uri, approval } = app.authenticate({
      chains: ['eip155:1'],
      domain: 'app.example',
      uri: 'https://app.example/login',
      nonce: 'a1b2c3d4',
      methods: ['personal_sign'],
    })
    await wallet.pair(uri)
    const { auths, session } = await approval
    const [{ message = '', signature = '' } = {}] = auths ?? []
    const address = wallet.address as `0x${string}`
    expect(await verifyMessage({ address, message, signature: signature as `0x${string}` })).toBe(true)
    expect(session?.namespaces.eip155?.accounts).toEqual([`eip155:1:${wallet.address}`])
  })

  test('has accounts of four families: one session, a namespace and signatures for each', async () => {
    await wallet.close()
    const accounts = [
      solanaProtocolAccount(),
      await bitcoinProtocolAccount(),
      await polkadotProtocolAccount(),
    ]
    const others = Object.entries(families).map(([namespace, { reference }]) =>
      defineNetwork({
        ...{ id: reference, namespace: namespace as keyof typeof families, name: namespace },
        nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 9 },
        rpcUrl: 'http://127.0.0.1:1',
      }),
    )
    wallet = await create({ networks: [mockNetwork(1), ...others], accounts })
    const proposed = Object.entries(families).map(([namespace, { reference, method }]) => [
      namespace,
      { chains: [`${namespace}:${reference}`], methods: [method], events: ['chainChanged'] },
    ])
    const { uri, approval } = app.connect({ namespaces: { ...namespaces, ...Object.fromEntries(proposed) } })
    await wallet.pair(uri)
    const { topic, namespaces: granted, sessionProperties } = await approval
    expect(Object.keys(granted)).toEqual(['eip155', 'solana', 'bip122', 'polkadot'])
    expect(sessionProperties?.bip122_getAccountAddresses).toContain('ordinal')

    for (const [namespace, { reference, method, ask }] of Object.entries(families)) {
      const chainId = `${namespace}:${reference}`
      const address = granted[namespace]?.accounts[0]?.split(':')[2] ?? ''
      const request = { topic, chainId, method, params: ask(address) }
      expect(await app.request(request)).toMatchObject({ signature: expect.any(String) })
      wallet.behave({ sign: 'reject' })
      await expect(app.request(request)).rejects.toMatchObject({ code: 'USER_REJECTED' })
      wallet.behave('approve')
      const heard = next<{ chainId: string }>(app, 'session_event')
      await wallet.chooseNetwork(`${namespace as 'solana'}:${reference}`)
      expect((await heard).chainId).toBe(chainId)
    }
  })
})

const families = {
  solana: {
    reference: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    method: 'solana_signMessage',
    ask: (pubkey: string) => ({ pubkey, message: 'Ldp' }),
  },
  bip122: {
    reference: '0f9188f13cb7b2c71f2a335e3a4fc328',
    method: 'signMessage',
    ask: (account: string) => ({ account, message: 'Hello' }),
  },
  polkadot: {
    reference: '91b171bb158e2d3848fa23a9f1c25182',
    method: 'polkadot_signMessage',
    ask: (address: string) => ({ address, message: 'Hello' }),
  },
}
