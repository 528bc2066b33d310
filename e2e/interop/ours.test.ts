import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Services } from '@latchkey/services'
import { memoryStorage, type SignClient } from '@latchkey/sign-client'
import type { WalletClient } from '@latchkey/sign-client/wallet'
import { verifyMessage } from 'viem'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { account, granted, perform, proposed } from './peers/account.js'
import { createOurApp, createOurWallet, next } from './peers/ours.js'
import { startRelay } from './peers/relay.js'

let folder: string
let services: Services
let app: SignClient
let wallet: WalletClient

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-interop-'))
  services = await startRelay({ dataDir: folder })
  app = createOurApp({ relayUrl: services.relayUrl })
  wallet = createOurWallet({ relayUrl: services.relayUrl })
})
afterEach(async () => {
  await app.close()
  await wallet.close()
  await services.close()
  rmSync(folder, { recursive: true })
})

async function connect() {
  wallet.on('session_proposal', ({ id }) => void wallet.approve({ id, namespaces: granted }))
  await wallet.start()
  const { uri, approval } = app.connect({ namespaces: proposed })
  await wallet.pair({ uri })
  return approval
}

function sign(wallet: WalletClient) {
  wallet.on('session_request', async ({ topic, id, method, params }) => {
    await wallet.respond({ topic, id, result: await perform(method, params) }).catch(() => {})
  })
}

/** Stops the relay and starts it again on the same port with its stored data. */
async function restartRelay(meanwhile: () => Promise<void> = async () => {}) {
  const { port } = services
  await services.close()
  await meanwhile()
  services = await startRelay({ port, dataDir: folder })
}

const hello = { chainId: 'eip155:1', method: 'personal_sign', params: ['0x48656c6c6f', account.address] }

describe('our app and our wallet', () => {
  test('connect, sign and disconnect', async () => {
    const { topic } = await connect()
    sign(wallet)
    const signature = (await app.request({ topic, ...hello })) as `0x${string}`
    expect(await verifyMessage({ address: account.address, message: 'Hello', signature })).toBe(true)
    const ended = next(wallet, 'session_delete')
    await app.disconnect({ topic })
    await ended
    expect([...app.sessions(), ...wallet.sessions()]).toEqual([])
  })

  test('the relay restarts between a request and its answer', async () => {
    const { topic } = await connect()
    const shown = next<{ id: number }>(wallet, 'session_request')
    const answer = app.request({ topic, ...hello })
    const { id } = await shown
    await restartRelay(async () => {
      // Answered while the relay is down; sent when it is up again.
      wallet.respond({ topic, id, result: '0x51' }).catch(() => {})
    })
    expect(await answer).toBe('0x51')
  })

  test('the relay restarts before the wallet has scanned', async () => {
    wallet.on('session_proposal', ({ id }) => void wallet.approve({ id, namespaces: granted }))
    await wallet.start()
    const { uri, approval } = app.connect({ namespaces: proposed })
    while (app.relay().status !== 'open') await next(app, 'relay')
    await app.start()
    await restartRelay()
    await wallet.pair({ uri })
    expect((await approval).namespaces).toEqual(granted)
  })

  test('messages sent while the app is away are delivered when it returns', async () => {
    const storage = memoryStorage()
    await app.close()
    app = createOurApp({ relayUrl: services.relayUrl, storage })
    const { topic } = await connect()
    await app.close()

    const namespaces = {
      eip155: { ...granted.eip155, accounts: [`eip155:10:${account.address}`], chains: ['eip155:10'] },
    }
    const updated = wallet.update({ topic, namespaces })
    app = createOurApp({ relayUrl: services.relayUrl, storage })
    const heard = next(app, 'session_update')
    await app.start()
    expect(app.sessions().map((session) => session.topic)).toEqual([topic])
    await heard
    await updated
    expect(app.session(topic)?.namespaces).toEqual(namespaces)
  })

  test('a link that names its relay', async () => {
    const announcing = createOurApp({ relayUrl: services.relayUrl, announceRelay: true })
    const { parsePairingUri } = await import('@latchkey/sign-client/wallet')
    const { uri } = announcing.connect({ namespaces: proposed })
    expect(parsePairingUri(uri)?.relayUrl).toBe(new URL(services.relayUrl).href)
    await announcing.close()
  })
})
