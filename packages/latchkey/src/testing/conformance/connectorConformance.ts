import type { Connector, ConnectorEvent, ConnectorSession } from '../../core/connector.js'
import { namespaceOf } from '../../protocol/caip.js'
import type { Network } from '../../protocol/entities/Network.js'
import { isKitError } from '../../protocol/errors.js'
import { type Check, isPlainJson, must } from './Check.js'

/**
 * Returns the checks that every connector must pass, for any test runner, with a wallet that approves every request.
 *
 * @param open Makes a new connector for each check, to a wallet without connections.
 * @param networks Two networks that the wallet supports; it is asked to switch from the first to the second.
 * @param strange A network that the wallet neither supports nor adds.
 *
 * @example
 * ```ts
 * for (const { name, run } of connectorConformance({ open: () => toyWallet(), networks: [one, two] })) test(name, run)
 * ```
 */
export function connectorConformance({
  open,
  networks,
  strange,
}: connectorConformance.Parameters): readonly Check[] {
  const asked = () => ({ networks, signal: new AbortController().signal })
  const connect = (connector: Connector) => connector.connect(asked())
  const checks: Check[] = [
    {
      name: 'says what it is in plain words, the same each time',
      async run() {
        const { info } = await open()
        must(isPlainJson(info), 'its info is not JSON')
        must(info.id !== '' && info.name !== '', 'it has no id or no name')
        must(info.namespaces.length > 0, 'it is of no chain family')
        must((await open()).info.id === info.id, 'it has another id the next time')
      },
    },
    {
      name: 'a session grants accounts and a chain of the families that it is of',
      async run() {
        const connector = await open()
        checkSession(connector, await connect(connector))
      },
    },
    {
      name: 'a session is taken up again as it was',
      async run() {
        const connector = await open()
        const before = await connect(connector)
        const after = await connector.restore({ networks, signal: new AbortController().signal })
        must(after !== undefined, 'it is gone')
        must(JSON.stringify(after.namespaces) === JSON.stringify(before.namespaces), 'it is another one')
      },
    },
    {
      name: 'giving up before the wallet answers leaves nobody connected',
      async run() {
        const connector = await open()
        const controller = new AbortController()
        const attempt = connector.connect({ networks, signal: controller.signal })
        controller.abort(new Error('given up'))
        await failureOf(attempt, 'it connected all the same')
      },
    },
    {
      name: 'giving up before asking leaves nobody connected',
      async run() {
        const connector = await open()
        const signal = AbortSignal.abort(new Error('given up'))
        await failureOf(connector.connect({ networks, signal }), 'it connected all the same')
      },
    },
    {
      name: 'a caller that gave up can ask again',
      async run() {
        const connector = await open()
        const controller = new AbortController()
        const attempt = connector.connect({ networks, signal: controller.signal })
        controller.abort(new Error('given up'))
        await failureOf(attempt, 'it connected all the same')
        checkSession(connector, await connect(connector))
      },
    },
    {
      name: 'there is nothing to take up where nobody has connected',
      async run() {
        const connector = await open()
        must((await connector.restore(asked())) === undefined, 'it takes something up')
      },
    },
    {
      name: 'a provider is there while it is connected',
      async run() {
        const connector = await open()
        await connect(connector)
        const [namespace = ''] = connector.info.namespaces
        must((await connector.getProvider(namespace)) !== undefined, 'there is none')
      },
    },
    {
      name: 'a switch is done when it resolves, and is told',
      async run() {
        const connector = await open()
        const [, second] = networks
        await connect(connector)
        const told: ConnectorEvent[] = []
        connector.subscribe((event) => told.push(event))
        await connector.switchNetwork(second)
        await settled(() => told.length > 0)
        const last = told.flatMap((event) => (event.type === 'session' ? [event.session] : [])).at(-1)
        must(last !== undefined, 'it told nothing')
        const { networkId } = last.namespaces[second.chainNamespace] ?? {}
        must(networkId === second.caipNetworkId, `it is on ${networkId}`)
        checkSession(connector, last)
      },
    },
    {
      name: 'a listener that was removed is told nothing more',
      async run() {
        const connector = await open()
        const told: ConnectorEvent[] = []
        const stop = connector.subscribe((event) => told.push(event))
        stop()
        await connect(connector)
        await connector.switchNetwork(networks[1])
        must(told.length === 0, `it told ${told[0]?.type}`)
      },
    },
    {
      name: 'ends, and can be connected again',
      async run() {
        const connector = await open()
        await connect(connector)
        await connector.disconnect()
        checkSession(connector, await connect(connector))
      },
    },
    {
      name: 'what was ended is not taken up again',
      async run() {
        const connector = await open()
        await connect(connector)
        await connector.disconnect()
        must((await connector.restore(asked())) === undefined, 'it is connected again')
      },
    },
  ]
  if (strange === undefined) return checks
  return [
    ...checks,
    {
      name: 'a network that the wallet does not know is refused, and it stays where it is',
      async run() {
        const connector = await open()
        const before = await connect(connector)
        const error = await failureOf(connector.switchNetwork(strange), 'it says that it is there')
        must(isKitError(error, 'CHAIN_NOT_SUPPORTED'), `it says ${String(error)}`)
        const after = await connector.restore(asked())
        const where = (session: ConnectorSession | undefined) =>
          session?.namespaces[strange.chainNamespace]?.networkId
        must(where(after) === where(before), `it is on ${where(after)}`)
      },
    },
  ]
}

/** Returns the rejection of a promise; throws `sentence` if it resolves. */
async function failureOf(promise: Promise<unknown>, sentence: string): Promise<unknown> {
  const answer = await promise.then(
    () => undefined,
    (error: unknown) => ({ error }),
  )
  must(answer !== undefined, sentence)
  return answer.error
}

function checkSession({ info }: Connector, session: ConnectorSession) {
  must(isPlainJson(session), 'the session is not JSON')
  const granted = Object.entries(session.namespaces)
  must(granted.length > 0, 'it grants nothing')
  for (const [namespace, entry] of granted) {
    must(info.namespaces.includes(namespace), `it grants ${namespace}, which its info does not name`)
    must(entry !== undefined && entry.addresses.length > 0, 'it grants no account')
    must(new Set(entry.addresses).size === entry.addresses.length, 'it grants an account twice')
    const { networkId, approvedNetworkIds, accounts = [] } = entry
    const isGranted = accounts.every(({ address, type }) => entry.addresses.includes(address) && type !== '')
    must(isGranted, 'it tells of an account that it does not grant')
    must(
      new Set(accounts.map(({ address }) => address)).size === accounts.length,
      'it tells of an account twice',
    )
    must(namespaceOf(networkId) === namespace, `${networkId} is no chain of ${namespace}`)
    must(
      approvedNetworkIds === 'all' || approvedNetworkIds.includes(networkId),
      'the chain in use is not approved',
    )
  }
}

async function settled(isDone: () => boolean): Promise<void> {
  for (let turn = 0; turn < 50 && !isDone(); turn++) await new Promise((resolve) => setTimeout(resolve, 0))
}

export declare namespace connectorConformance {
  type Parameters = {
    readonly open: () => Connector | Promise<Connector>
    readonly networks: readonly [Network, Network]
    readonly strange?: Network | undefined
  }
}
