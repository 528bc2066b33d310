import { afterEach, expect, test, vi } from 'vitest'
import { createPeerClient } from './createPeerClient.js'

afterEach(() => vi.unstubAllGlobals())

test('error: without a WebSocket it says what to pass', async () => {
  vi.stubGlobal('WebSocket', undefined)
  await expect(createPeerClient({ relayUrl: 'ws://localhost:1' })).rejects.toThrow('pass `webSocket`')
})
