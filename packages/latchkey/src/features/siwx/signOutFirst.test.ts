import { describe, expect, test, vi } from 'vitest'
import type { SiwxConfig } from '../../core/siwx.js'
import { connectionsItem } from '../../protocol/storageItems.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { mockConnector, mockSession } from '../../testing/mockConnector.js'
import { connect } from '../connection/connect.js'
import { disconnect } from '../connection/disconnect.js'
import { startSiwx } from './startSiwx.js'

async function setUp(setSessions: SiwxConfig['setSessions'], told: string[] = []) {
  const siwx: SiwxConfig = {
    createMessage: async (input) => ({ ...input, toString: () => 'message' }),
    addSession: async () => {},
    revokeSession: async () => {},
    setSessions,
    getSessions: async () => [{ data: {}, message: '', signature: '' }] as never,
  }
  const wallet = mockConnector(
    {},
    { connect: () => mockSession(), disconnect: async () => void told.push('wallet') },
  )
  const kit = createTestKit({ connectors: [wallet], siwx })
  startSiwx(kit)
  await connect(kit, { connectorId: 'mock' })
  await vi.waitFor(() => expect(kit.store.getState().siwx.status).toBe('signedIn'))
  kit.events.subscribe(({ type }) => told.push(type))
  kit.store.subscribe(({ connection }, before) => {
    if (connection.connections !== before.connection.connections) told.push('state')
  })
  return { kit, told }
}

describe('disconnecting signs out first', () => {
  test('the sessions, the wallet, the state, the storage, then the host: in this order', async () => {
    const told: string[] = []
    const { kit } = await setUp(async () => void told.push('sessions'), told)
    const { remove } = kit.storage
    kit.storage.remove = (name) => {
      if (name === connectionsItem.name && told.at(-1) !== 'storage') told.push('storage')
      remove(name)
    }
    await disconnect(kit)
    expect(told).toEqual(['sessions', 'wallet', 'state', 'storage', 'DISCONNECT_SUCCESS'])
  })

  test('after 5 s without the server’s answer the wallet is disconnected', async () => {
    const { kit, told } = await setUp(() => new Promise(() => {}))
    const leaving = disconnect(kit)
    await Promise.resolve()
    expect(told).toEqual([])
    await kit.clock.advance(5_000)
    await leaving
    expect(told).toContain('wallet')
  })

  test('error: a failed sign-out is shown, and nobody stays connected', async () => {
    const { kit, told } = await setUp(async () => {
      throw new Error('the server is down')
    })
    await expect(disconnect(kit)).rejects.toMatchObject({ code: 'DISCONNECT_FAILED' })
    expect(kit.store.getState().connection.connections).toEqual({})
    expect(told).toContain('DISCONNECT_ERROR')
  })

  test('nobody is signed out twice', async () => {
    const setSessions = vi.fn(async () => {})
    const { kit } = await setUp(setSessions)
    await disconnect(kit)
    expect(setSessions).toHaveBeenCalledTimes(1)
  })
})
