import type {
  Connector,
  ConnectorEvent,
  ConnectorInfo,
  ConnectorSession,
  OnAsked,
} from '../core/connector.js'
import { createEmitter } from '../core/emitter.js'
import { untilAborted } from '../core/untilAborted.js'
import type { Network } from '../protocol/entities/Network.js'
import { walletError } from '../protocol/walletErrors.js'

/** The behaviour of a mock wallet. A function is called at each request; its errors are rethrown. */
export type MockBehaviour = {
  readonly connect?: (() => Promise<ConnectorSession> | ConnectorSession) | undefined
  readonly restore?: (() => Promise<ConnectorSession | undefined> | ConnectorSession | undefined) | undefined
  readonly disconnect?: (() => Promise<void> | void) | undefined
  readonly switchNetwork?: ((network: Network) => Promise<void> | void) | undefined
  readonly provider?: unknown
}

/** The latest session of the wallet behind each provider. */
const sessions = new WeakMap<object, ConnectorSession>()

/** Returns the session of the mock wallet with this provider. */
export function mockSessionOf(provider: unknown): ConnectorSession | undefined {
  return typeof provider === 'object' && provider !== null ? sessions.get(provider) : undefined
}

export type MockConnector = Connector & {
  /** Emits an event, as a wallet would unprompted. */
  emit(event: ConnectorEvent): void
  /** Says that the provider which was got last has made a request, and which id it has. */
  ask(id: number): void
  /** The calls it received, oldest first. */
  readonly calls: readonly string[]
}

/** Makes a wallet that a test scripts. It throws at a request that the test did not script. */
export function mockConnector(info: Partial<ConnectorInfo>, behaviour: MockBehaviour = {}): MockConnector {
  const events = createEmitter<ConnectorEvent>()
  const calls: string[] = []
  let hearAsked: OnAsked | undefined
  const refuse = (call: string) => () => {
    throw new Error(`mockConnector: unexpected ${call}`)
  }
  const told = <session extends ConnectorSession | undefined>(session: session): session => {
    const { provider } = behaviour
    if (session !== undefined && typeof provider === 'object' && provider !== null)
      sessions.set(provider, session)
    return session
  }
  return {
    info: { id: 'mock', type: 'ANNOUNCED', name: 'Mock Wallet', namespaces: ['eip155'], ...info },
    calls,
    emit(event) {
      if (event.type === 'session') told(event.session)
      events.emit(event)
    },
    ask: (id) => hearAsked?.({ id }),
    subscribe: events.subscribe,
    async connect({ signal }) {
      calls.push('connect')
      return untilAborted((async () => told(await (behaviour.connect ?? refuse('connect'))()))(), signal)
    },
    async restore() {
      calls.push('restore')
      return told(await (behaviour.restore ?? refuse('restore'))())
    },
    async disconnect() {
      calls.push('disconnect')
      await behaviour.disconnect?.()
    },
    async switchNetwork(network) {
      calls.push(`switchNetwork ${network.caipNetworkId}`)
      await (behaviour.switchNetwork ?? refuse('switchNetwork'))(network)
    },
    async getProvider(_, onAsked) {
      hearAsked = onAsked
      if (behaviour.provider === undefined) throw walletError('PROVIDER_NOT_FOUND')
      return behaviour.provider
    },
  }
}

/** Makes a session on one eip155 chain. */
export function mockSession(
  addresses: readonly [string, ...string[]] = ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'],
  chainId = 1,
): ConnectorSession {
  return { namespaces: { eip155: { addresses, networkId: `eip155:${chainId}`, approvedNetworkIds: 'all' } } }
}
