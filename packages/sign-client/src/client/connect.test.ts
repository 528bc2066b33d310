import { afterEach, describe, expect, test } from 'vitest'
import { createWorld, granted } from '../testing/clients.js'

let world = createWorld()
afterEach(async () => {
  await world.close()
  world = createWorld()
})

describe('connect', () => {
  test('an app and a wallet agree on a session', async () => {
    const { app, wallet, session } = await world.connected()
    expect(session.namespaces).toEqual(granted)
    expect(session.peer.metadata.name).toBe('wallet')
    expect(app.sessions()).toEqual([session])
    expect(wallet.session(session.topic)?.peer.metadata.name).toBe('app')
  })
})
