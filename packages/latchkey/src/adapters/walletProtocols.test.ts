import { afterEach, expect, test, vi } from 'vitest'
import type { Adapter } from '../core/adapter.js'
import type { Namespace } from '../protocol/caip.js'
import { walletProtocolsOf } from './walletProtocols.js'

afterEach(() => {
  vi.doUnmock('./knownProtocols.js')
})

const own = { methods: ['own_method'], events: [] }
const hostOf = (...namespaces: readonly Namespace[]) => ({
  adapters: new Map([['eip155', { walletProtocol: async () => own } as unknown as Adapter]] as const),
  config: { networks: namespaces.map((chainNamespace) => ({ chainNamespace })) },
})

test('a host whose networks all have an adapter does not load what is known of other families', async () => {
  const loaded = vi.fn(() => ({ knownProtocols: {} }))
  vi.doMock('./knownProtocols.js', loaded)
  const protocolOf = await walletProtocolsOf(hostOf('eip155'))
  expect(protocolOf('eip155')).toBe(own)
  expect(loaded).not.toHaveBeenCalled()
})

test('a network of a family without its adapter has what is known of it; a strange one has nothing', async () => {
  const protocolOf = await walletProtocolsOf(hostOf('eip155', 'solana', 'strange'))
  expect(protocolOf('eip155')).toBe(own)
  expect(protocolOf('solana').methods).toContain('solana_signTransaction')
  expect(protocolOf('strange')).toEqual({ methods: [], events: [] })
})
