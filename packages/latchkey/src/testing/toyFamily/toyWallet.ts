import type { AccountFacts, Connector, ConnectorEvent, ConnectorSession } from '../../core/connector.js'
import { createEmitter } from '../../core/emitter.js'
import { untilAborted } from '../../core/untilAborted.js'
import { type CaipNetworkId, type Namespace, namespaceOf } from '../../protocol/caip.js'
import type { Network } from '../../protocol/entities/Network.js'
import { walletError } from '../../protocol/walletErrors.js'
import type { ToyLedger } from './toyLedger.js'
import type { ToyProvider } from './toyProvider.js'
import { toySignature } from './toySignature.js'

/** Returns the facts about a toy account: a wallet's first account is for spending, the others for keeping. */
export function toyFacts(address: string, index: number): AccountFacts {
  const type = index === 0 ? 'spending' : 'keeping'
  return { address, type, publicKey: `key-of-${address}`, path: `drawer/${index}` }
}

/**
 * Makes a connector to a wallet of the toy family. The wallet approves everything and remembers the permission. Its
 * chains may belong to several families.
 */
export function toyWallet({
  ledger,
  accounts,
  networks,
  remembered = new Map(),
}: toyWallet.Parameters): Connector {
  const events = createEmitter<ConnectorEvent>()
  const families = [...new Set(networks.map(namespaceOf))]
  const chainsOf = (namespace: Namespace) => networks.filter((id) => namespaceOf(id) === namespace)
  const whereIs = (namespace: Namespace) => {
    const [first] = chainsOf(namespace)
    return remembered.get(namespace) ?? first ?? networks[0]
  }
  const session = (): ConnectorSession => {
    const entries = families.map((namespace) => [
      namespace,
      {
        addresses: accounts,
        accounts: accounts.map(toyFacts),
        networkId: whereIs(namespace),
        approvedNetworkIds: chainsOf(namespace),
      },
    ])
    return { namespaces: Object.fromEntries(entries) }
  }
  const moveTo = (networkId: CaipNetworkId) => remembered.set(namespaceOf(networkId), networkId)
  const providerOf = (namespace: Namespace): ToyProvider => ({
    where: async () => whereIs(namespace),
    whoAmI: async () => accounts,
    sign: async (account, message) => toySignature(account, message),
    signIn: async (account, text) => `in ${toySignature(account, text)}`,
    pay: async (on, from, to, units) => ledger.move(on, from, to, units),
  })
  return {
    info: { id: 'toy', type: 'ANNOUNCED', name: 'Toy Box', namespaces: families },
    subscribe: events.subscribe,
    async connect({ networks: offered, signal }) {
      // Its user takes a moment to answer.
      await untilAborted(Promise.resolve(), signal)
      for (const namespace of families) {
        const wanted = offered.find(({ caipNetworkId }) => chainsOf(namespace).includes(caipNetworkId))
        moveTo(wanted?.caipNetworkId ?? whereIs(namespace))
      }
      return session()
    },
    async restore() {
      return remembered.size === 0 ? undefined : session()
    },
    async disconnect() {
      remembered.clear()
    },
    async switchNetwork({ caipNetworkId }: Network) {
      if (!networks.includes(caipNetworkId)) throw walletError('CHAIN_NOT_SUPPORTED')
      moveTo(caipNetworkId)
      events.emit({ type: 'session', session: session() })
    },
    getProvider: async (namespace) => providerOf(namespace),
  }
}

export declare namespace toyWallet {
  type Parameters = {
    readonly ledger: ToyLedger
    readonly accounts: readonly [string, ...string[]]
    readonly networks: readonly [CaipNetworkId, ...CaipNetworkId[]]
    /** State that survives a page, by family: if passed again, the wallet still grants its session. */
    readonly remembered?: Map<Namespace, CaipNetworkId> | undefined
  }
}
