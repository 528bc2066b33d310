import { isSameJson } from '../../core/json.js'
import type { Namespace } from '../../protocol/caip.js'
import type { Network } from '../../protocol/entities/Network.js'
import {
  type AppKitEvent,
  type Extra,
  type Instance,
  type Snapshot,
  snapshotOf,
  watchInstance,
} from './Instance.js'
import {
  type AppKitConnection,
  type AppKitTheme,
  type ConnectedWalletInfo,
  isSettled,
  type PublicState,
  readAccount,
  readConnections,
  readNetwork,
  readPublicState,
  readTheme,
  readWalletInfo,
  type UseAppKitAccountReturn,
  type UseAppKitNetworkReturn,
} from './readers.js'

type Stop = () => void

/** Each calls back when its subject has changed, never immediately; each returns a function that unsubscribes. */
export function subscriptions(instance: Instance) {
  const { extra } = instance
  const onChange = <value>(read: (snapshot: Snapshot) => value, callback: (value: value) => void): Stop =>
    watchInstance(instance, read, callback, isSameJson)
  return {
    getState: (): PublicState => readPublicState(snapshotOf(instance)),
    /** Resolves once the kit knows whether it can restore a stored connection. Never resolves on a server. */
    ready(): Promise<void> {
      if (extra.getState().isReady) return Promise.resolve()
      return new Promise((resolve) => {
        const stop = extra.subscribe(({ isReady }) => {
          if (!isReady) return
          stop()
          resolve()
        })
      })
    },
    subscribeState: (callback: (state: PublicState) => void): Stop => onChange(readPublicState, callback),
    subscribeAccount: (callback: (account: UseAppKitAccountReturn) => void, namespace?: Namespace): Stop =>
      onChange((snapshot) => readAccount(snapshot, namespace), callback),
    subscribeNetwork: (callback: (network: UseAppKitNetworkReturn) => void): Stop =>
      onChange(readNetwork, callback),
    subscribeCaipNetworkChange: (callback: (network: Network | undefined) => void): Stop =>
      onChange((snapshot) => readNetwork(snapshot).caipNetwork, callback),
    subscribeProviders: (callback: (providers: Extra['providers']) => void): Stop =>
      watchInstance(instance, (snapshot) => snapshot.extra.providers, callback, Object.is),
    subscribeWalletInfo: (
      callback: (info: ConnectedWalletInfo | undefined) => void,
      namespace?: Namespace,
    ): Stop => onChange((snapshot) => readWalletInfo(snapshot, namespace), callback),
    subscribeTheme: (callback: (theme: AppKitTheme) => void): Stop => onChange(readTheme, callback),
    subscribeEvents: (callback: (event: AppKitEvent) => void): Stop =>
      watchInstance(instance, (snapshot) => snapshot.extra.event, callback, Object.is),
    subscribeConnections: (callback: (connections: readonly AppKitConnection[]) => void): Stop =>
      onChange((snapshot) => readConnections(snapshot), callback),
    subscribeShouldUpdateToAddress: (callback: (address: string | undefined) => void): Stop =>
      onChange((snapshot) => readAccount(snapshot).address, callback),
    /** There is no dashboard: the options of `createAppKit` apply, and this never calls back. */
    subscribeRemoteFeatures:
      (_callback: (features: Record<string, never>) => void): Stop =>
      () => {},
    /** Always empty: there is no dashboard. */
    getRemoteFeatures: (): Record<string, never> => ({}),
    getEvent: (): AppKitEvent => extra.getState().event,
  }
}

/** Keeps {@link Extra} up to date while the kit is alive. */
export function followKit(instance: Instance): Stop {
  const { kit, extra } = instance
  const stopEvents = kit.events.subscribe(({ type, ...properties }) => {
    const data = { type: 'track', event: type, properties } as const
    extra.setState((before) => ({ ...before, event: { timestamp: kit.clock.now(), data } }))
  })
  const settle = () => {
    if (!extra.getState().isReady && isSettled(kit.store.getState())) {
      extra.setState((before) => ({ ...before, isReady: true }))
    }
  }
  const stopState = kit.store.subscribe(settle)
  settle()
  return () => {
    stopEvents()
    stopState()
  }
}
