import type { SignClient } from '@latchkey/sign-client'
import { expect, test } from 'vitest'
import type { ConnectorEvent } from '../../core/connector.js'
import { createEmitter } from '../../core/emitter.js'
import { mockAdapter } from '../../testing/mockAdapter.js'
import { followClient } from './followClient.js'
import type { SessionInUse } from './sessionInUse.js'

test("a wallet's answer to a request of an earlier page is reported, a refusal with its code", () => {
  const heard: ConnectorEvent[] = []
  const listeners = new Map<string, (event: unknown) => void>()
  const client = {
    on: (name: string, listener: (event: unknown) => void) => listeners.set(name, listener),
    session: () => undefined,
  } as unknown as SignClient
  const events = createEmitter<ConnectorEvent>()
  events.subscribe((event) => heard.push(event))
  const sessionInUse = { session: () => undefined } as unknown as SessionInUse
  const adapters = new Map([['eip155', mockAdapter()]])
  followClient({ client, sessionInUse, adapters, events, ownPairings: new Set(), onUnused: () => {} })
  const answer = { topic: 't', id: 1, chainId: 'eip155:1', method: 'eth_sendTransaction', expiresAt: 300_007 }
  listeners.get('late_answer')?.({ ...answer, outcome: { result: '0x51' } })
  listeners.get('late_answer')?.({ ...answer, outcome: { error: { code: 5000, message: 'User rejected.' } } })
  const told = {
    type: 'answer',
    networkId: 'eip155:1',
    method: 'eth_sendTransaction',
    requestId: 1,
    askedAt: 7,
  }
  expect(heard).toMatchObject([
    { ...told, outcome: { result: '0x51' } },
    { ...told, outcome: { error: { code: 4001 } } },
  ])
})
