import type { Connector, ConnectorEvent, ConnectorInfo, ConnectorSession } from '../core/connector.js'
import { createEmitter } from '../core/emitter.js'
import { untilAborted } from '../core/untilAborted.js'
import type { Network } from '../protocol/entities/Network.js'
import { KitError } from '../protocol/errors.js'

/** What a mock wallet does when it is asked. A function is called each time; anything it throws is thrown on. */
export type MockBehaviour = {
  readonly connect?: (() => Promise<ConnectorSession> | ConnectorSession) | undefined
  readonly restore?: (() => Promise<ConnectorSession | undefined> | ConnectorSession | undefined) | undefined
  readonly disconnect?: (() => Promise<void> | void) | undefined
  readonly switchNetwork?: ((network: Network) => Promise<void> | void) | undefined
  readonly provider?: unknown
}

export type MockConnector = Connector & {
  /** Reports a fact, as a wallet would by itself. */
  emit(event: ConnectorEvent): void
  /** What was asked of it, oldest first. */
  readonly calls: readonly string[]
}

/** A wallet that does what a test tells it. It throws when it is asked what the test did not foresee. */
export function mockConnector(info: Partial<ConnectorInfo>, behaviour: MockBehaviour = {}): MockConnector {
  const events = createEmitter<ConnectorEvent>()
  const calls: string[] = []
  const refuse = (call: string) => () => {
    throw new Error(`mockConnector: unexpected ${call}`)
  }
  return {
    info: { id: 'mock', type: 'ANNOUNCED', name: 'Mock Wallet', namespaces: ['eip155'], ...info },
    calls,
    emit: events.emit,
    subscribe: events.subscribe,
    async connect({ signal }) {
      calls.push('connect')
      return untilAborted((async () => (behaviour.connect ?? refuse('connect'))())(), signal)
    },
    async restore() {
      calls.push('restore')
      return (behaviour.restore ?? refuse('restore'))()
    },
    async disconnect() {
      calls.push('disconnect')
      await behaviour.disconnect?.()
    },
    async switchNetwork(network) {
      calls.push(`switchNetwork ${network.caipNetworkId}`)
      await (behaviour.switchNetwork ?? refuse('switchNetwork'))(network)
    },
    async getProvider() {
      if (behaviour.provider === undefined) throw new KitError('PROVIDER_NOT_FOUND')
      return behaviour.provider
    },
  }
}

/** A session on one eip155 chain. */
export function mockSession(
  addresses: readonly [string, ...string[]] = ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'],
  chainId = 1,
): ConnectorSession {
  return { namespaces: { eip155: { addresses, networkId: `eip155:${chainId}`, approvedNetworkIds: 'all' } } }
}
