import type { Gate } from '../../core/adapter.js'
import { defineSlot } from '../../core/slots.js'
import type { Namespace } from '../../protocol/caip.js'
import { type Eip1193Provider, isEip1193Provider } from '../../protocol/Eip1193Provider.js'
import { walletError } from '../../protocol/walletErrors.js'
import { accountOf } from '../account/state.js'
import type { Kit } from '../Kit.js'
import { passRequest } from './passRequest.js'

export type GuardParameters = {
  readonly provider: unknown
  readonly namespace: Namespace
  readonly connectorId: string
}

const guardedSlot = defineSlot<WeakMap<object, Map<string, unknown>>>('intent.guarded')

/** Some providers are functions. */
const isObject = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || typeof value === 'function'

/** The methods that only subscribe to events and send no request. */
const listening = ['on', 'once', 'addListener', 'off', 'removeListener', 'removeAllListeners'] as const

/**
 * A wallet's provider that the kit guards. Where its family has providers of its own, the family's adapter makes it
 * (`Adapter.guardProvider`). Else it is an EIP-1193 one: `request` goes by the kit's rules ({@link passRequest}),
 * events come through, and flags such as `isMetaMask` are seen. Every other way to ask (`send`, `sendAsync`, `enable`,
 * a wallet's own) is hidden, so that there is no way around. The same provider of the same wallet always gives the same
 * object.
 *
 * @throws `PROVIDER_NOT_FOUND` for a provider that cannot be guarded: an app could send the wallet requests without
 *   the kit.
 */
export function guardedProvider(kit: Kit, { provider, namespace, connectorId }: GuardParameters): unknown {
  const adapter = kit.adapters.get(namespace)
  if (!isObject(provider)) throw walletError('PROVIDER_NOT_FOUND')
  const guards = kit.slots.ensure(guardedSlot, () => new WeakMap())
  const ofProvider = guards.get(provider) ?? new Map<string, unknown>()
  guards.set(provider, ofProvider)
  const key = `${connectorId} ${namespace}`
  const known = ofProvider.get(key)
  if (known !== undefined) return known
  const access = { namespace, connectorId }
  const gate: Gate = (asked, ask) => passRequest(kit, { ...access, provider: { request: ask } }, asked)
  const guarded =
    adapter?.guardProvider === undefined
      ? guardRequests(kit, { ...access, provider })
      : adapter.guardProvider({
          provider,
          gate,
          active: () => accountOf(kit.store.getState(), namespace)?.address,
        })
  ofProvider.set(key, guarded)
  return guarded
}

function guardRequests(kit: Kit, { provider, ...access }: GuardParameters) {
  if (!isEip1193Provider(provider)) throw walletError('PROVIDER_NOT_FOUND')
  const parameters = { ...access, provider }
  const source = provider as unknown as { readonly [name: PropertyKey]: unknown }
  const guarded: Eip1193Provider = new Proxy<Eip1193Provider>(
    { request: (asked) => passRequest(kit, parameters, asked), ...listenersOf(source, () => guarded) },
    // The proxy's target is an object of ours: announced providers are frozen, and a proxy may not change a frozen
    // target's properties.
    {
      get: (own, name) => (name in own ? Reflect.get(own, name) : flag(source, name)),
      has: (own, name) => name in own || flag(source, name) !== undefined,
    },
  )
  return guarded
}

/** Whether a property only describes the wallet: a flag, a number or a text, never a function or an object. */
function flag(source: { readonly [name: PropertyKey]: unknown }, name: PropertyKey): unknown {
  if (typeof name === 'symbol') return undefined
  const value = source[name]
  return typeof value === 'function' || typeof value === 'object' ? undefined : value
}

type Listen = (...values: unknown[]) => unknown

function listenersOf(source: { readonly [name: PropertyKey]: unknown }, guarded: () => unknown) {
  const own: { [name: string]: Listen } = {}
  for (const name of listening) {
    const listen = source[name]
    if (typeof listen !== 'function') continue
    own[name] = (...values) => {
      const answer: unknown = listen.apply(source, values)
      // Emitters return themselves.
      return answer === source ? guarded() : answer
    }
  }
  return own
}
