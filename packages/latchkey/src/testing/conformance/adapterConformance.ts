import type { Adapter, Gate } from '../../core/adapter.js'
import { isNamespace } from '../../protocol/caip.js'
import { isEip1193Provider } from '../../protocol/Eip1193Provider.js'
import type { Network } from '../../protocol/entities/Network.js'
import { type Check, isPlainJson, must } from './Check.js'

/**
 * Returns the checks that every chain family's adapter must pass, for any test runner.
 *
 * @example
 * ```ts
 * for (const { name, run } of adapterConformance({ adapter: toy(), addresses: ['Ada', 'ada'], others: ['0x1'] })) {
 *   test(name, run)
 * }
 * ```
 */
export function adapterConformance({
  adapter,
  addresses,
  others,
  same = [],
  wallet,
  live,
}: adapterConformance.Parameters): readonly Check[] {
  const isSame = adapter.isSameAddress ?? ((one: string, other: string) => one === other)
  const [first] = addresses
  const checks: Check[] = [
    {
      name: 'its namespace is one of CAIP-2',
      run: async () => must(isNamespace(adapter.namespace), `${adapter.namespace} is no namespace`),
    },
    {
      name: 'an address is read, and what was read is read as itself',
      async run() {
        for (const address of addresses) {
          const read = await adapter.toAddress(address)
          must(read !== undefined, `${address} is not read`)
          must((await adapter.toAddress(read)) === read, `${read} is read as another one`)
        }
      },
    },
    {
      name: 'what is no address is none',
      async run() {
        const none = [undefined, null, 1, {}, [], '', ' ', `${first} `, `${first}\n`, `${first}:1`, ...others]
        for (const value of none) {
          must((await adapter.toAddress(value)) === undefined, `${String(value)} is taken for an address`)
        }
      },
    },
    {
      name: 'one address written in two ways is read as one, and two addresses are two',
      async run() {
        for (const [one, other] of same) {
          must(
            (await adapter.toAddress(one)) === (await adapter.toAddress(other)),
            `${one} and ${other} are one`,
          )
        }
        const read = await Promise.all(addresses.map((one) => adapter.toAddress(one)))
        must(new Set(read).size === addresses.length, 'two addresses are read as one')
        for (const [index, one = ''] of read.entries()) {
          for (const [place, other = ''] of read.entries()) {
            must(isSame(one, other) === (index === place), `${one} and ${other}`)
          }
        }
      },
    },
    {
      name: 'what it says of the connection protocol is plain, and says nothing twice',
      async run() {
        const protocol = await adapter.walletProtocol?.()
        if (protocol === undefined) return
        must(isPlainJson(protocol), 'it is not JSON')
        for (const list of [protocol.methods, protocol.events]) {
          must(new Set(list).size === list.length, 'it names something twice')
        }
        const { safe = [], methods, isEip1193 } = protocol
        const strange = safe.find((method) => isEip1193 || !methods.includes(method))
        must(strange === undefined, `${strange} is none of its own methods`)
      },
    },
    {
      name: 'what is no wallet of the family does not say where it is',
      async run() {
        for (const provider of [undefined, null, 'wallet', {}]) {
          const said = await (async () => adapter.walletState(provider))().catch(() => undefined)
          must(said === undefined, `${JSON.stringify(provider)} says where it is`)
        }
      },
    },
    {
      name: 'its nodes are asked in some way',
      async run() {
        const { rpcTransports = ['http'] } = adapter
        must(rpcTransports.length > 0, 'there is none')
        must(
          rpcTransports.every((transport) => ['http', 'webSocket'].includes(transport)),
          String(rpcTransports),
        )
      },
    },
    {
      name: 'what is shown in an explorer stays one part of the path',
      async run() {
        const hostile = '../x?y=1#z'
        for (const page of [{ tx: hostile }, { address: hostile }, { token: hostile, tokenId: hostile }]) {
          const path = adapter.explorerPath?.(page, 'https://explorer.example')
          if (path === undefined) continue
          const { host, pathname, hash } = new URL(path, 'https://explorer.example')
          must(host === 'explorer.example' && hash === '' && !/[/]x$/.test(pathname), path)
        }
      },
    },
    {
      name: 'a name that nobody has is an answer',
      async run() {
        const names = await adapter.names?.()
        const service = { addresses: async () => ({}), identity: async () => ({ name: null, avatar: null }) }
        const networkId = live?.network.caipNetworkId ?? (`${adapter.namespace}:1` as const)
        const networks = live === undefined ? [] : [live.network]
        const found = await names?.resolve({ name: 'nobody-has-1t.example', networkId, networks, service })
        must(found === undefined, `it is ${found}`)
      },
    },
  ]
  return [
    ...checks,
    ...(wallet === undefined ? [] : walletChecks(adapter, wallet)),
    ...(live === undefined ? [] : liveChecks(adapter, live)),
  ]
}

/** The checks of wallet requests. */
function walletChecks(adapter: Adapter, { open, approve }: adapterConformance.Wallet): readonly Check[] {
  return [
    {
      name: 'a wallet says where it is, and for whom, as the family writes it',
      async run() {
        const { networkId, addresses } = await adapter.walletState(open().provider)
        must(networkId.startsWith(`${adapter.namespace}:`), `it is on ${networkId}`)
        must(addresses.length > 0, 'it has no accounts')
        for (const address of addresses) {
          must((await adapter.toAddress(address)) === address, `${address} is read as another one`)
        }
      },
    },
    {
      name: 'what an app asks for goes through the gate, by a method of the family, or not at all',
      async run() {
        const { provider, asked } = open()
        const methods = (await adapter.walletProtocol?.())?.methods ?? []
        const seen: string[] = []
        const guarded = (gate: Gate) => adapter.guardProvider?.({ provider, gate })
        if (guarded(() => Promise.reject(new Error('held'))) === undefined) {
          must(isEip1193Provider(provider), 'it guards nothing, and the kit cannot')
          return
        }
        const held = approve(guarded(() => Promise.reject(new Error('held'))))
        must(
          await held.then(
            () => false,
            () => true,
          ),
          'it is answered though the gate holds it up',
        )
        must(asked() === 0, 'the wallet was asked though the gate holds it up')
        await approve(
          guarded(({ method }, ask) => {
            seen.push(method)
            return ask()
          }),
        )
        must(asked() === 1, `the wallet was asked ${asked()} times`)
        must(seen.length === 1 && methods.includes(seen[0] ?? ''), `the gate was told ${seen}`)
      },
    },
  ]
}

/** The checks against a chain. */
function liveChecks(
  adapter: Adapter,
  { network, rich, poor }: NonNullable<adapterConformance.Parameters['live']>,
): readonly Check[] {
  const transfer = { from: rich, to: poor, units: 1n }
  return [
    {
      name: 'a balance is whole base units of the network’s coin',
      async run() {
        const { units, decimals } = await adapter.getBalance({ network, address: rich })
        must(units > 0n, 'the rich account has nothing')
        must(decimals === network.nativeCurrency.decimals, `the coin has ${decimals} decimals`)
      },
    },
    {
      name: 'what can be sent is what there is',
      async run() {
        const transfers = await adapter.transfers?.()
        const { units } = await adapter.getBalance({ network, address: rich })
        const balance = await transfers?.balance({ network, address: rich })
        must(balance === undefined || balance === units, `it says ${balance} and ${units}`)
      },
    },
    {
      name: 'a fee is quoted in base units: about so much, and most no less',
      async run() {
        const quote = await (await adapter.transfers?.())?.estimate({ network, transfer })
        if (quote === undefined) return
        must(BigInt(quote.about) >= 0n, 'it is negative')
        must(BigInt(quote.most) >= BigInt(quote.about), `most ${quote.most}, about ${quote.about}`)
        must(isPlainJson(quote), 'it is not JSON')
      },
    },
    {
      name: 'an account of a key is no contract, and no transaction is found that was never sent',
      async run() {
        const transfers = await adapter.transfers?.()
        if (transfers === undefined) return
        must(!(await transfers.facts({ network, to: poor })).isContract, 'it is said to be one')
        const asked = await transfers.prepare({ network, from: rich, isAtomic: false })
        must(isPlainJson(asked), 'what is stored of a request is not JSON')
        const { status } = await transfers.find({ network, transfer, asked })
        must(status === 'open', `it is ${status}`)
      },
    },
  ]
}

export declare namespace adapterConformance {
  /** A wallet of the family in the page. */
  type Wallet = {
    /** Opens a fresh provider for each check; `asked` counts its prompts to the user. */
    readonly open: () => { readonly provider: unknown; readonly asked: () => number }
    /** Requests something from the app's provider that the wallet's user has to approve. */
    readonly approve: (provider: unknown) => Promise<unknown>
  }
  type Parameters = {
    readonly adapter: Adapter
    /** Different addresses of the family. */
    readonly addresses: readonly [string, ...string[]]
    /** Texts that are no addresses of the family: addresses of other families, and its own with a mistake. */
    readonly others: readonly string[]
    /** Pairs of texts for the same address, if the family has several ways to write one. */
    readonly same?: readonly (readonly [string, string])[] | undefined
    readonly wallet?: Wallet | undefined
    /** A chain to read, an account with some of its coin (`rich`), and another account with a key (`poor`). */
    readonly live?: { readonly network: Network; readonly rich: string; readonly poor: string } | undefined
  }
}
