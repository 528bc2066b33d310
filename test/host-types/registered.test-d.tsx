// What an app that has registered its kit may write, on the packages as they are published. Nothing here runs: the
// compiler is the test, and an `@ts-expect-error` over a line that compiles is an error of its own.
import {
  accountOf,
  addNetwork,
  connect,
  createKit,
  disconnect,
  getProvider,
  type HostChainId,
  type HostNamespace,
  type HostNetwork,
  type HostNetworkId,
  type Kit,
  openModal,
  removeNetwork,
  switchNetwork,
} from 'latchkey'
import { base, mainnet, optimism, polkadot, type solana } from 'latchkey/networks'
import {
  ConnectButtonCustom,
  LatchkeyProvider,
  useAction,
  type useChains,
  useConnection,
  useDisconnect,
  useModal,
  useNetwork,
  type useNetworkId,
  useProvider,
  useSwitchChain,
} from 'latchkey/react'
import { kit } from './kit.js'

type Equals<a, b> = (<t>() => t extends a ? 1 : 2) extends <t>() => t extends b ? 1 : 2 ? true : false
function same<a, b>(..._: Equals<a, b> extends true ? [] : ['these types differ', a, b]) {}

type SolanaId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
type EvmId = 'eip155:1' | 'eip155:8453' | 'eip155:57073' | 'eip155:31337' | 'eip155:99'

export function theRegisteredNames() {
  same<HostNetworkId, EvmId | SolanaId>()
  same<HostNamespace, 'eip155' | 'solana'>()
  same<HostChainId<'eip155'>, 1 | 8453 | 57073 | 31337 | 99>()
  same<HostNetwork<'solana'>['caipNetworkId'], SolanaId>()
  same<typeof kit, Kit<EvmId | SolanaId>>()
  same<(typeof mainnet)['id'], 1>()
  same<(typeof mainnet)['caipNetworkId'], 'eip155:1'>()
  same<(typeof solana)['chainNamespace'], 'solana'>()
}

export function aConfig() {
  const services = 'https://wallet.example.com'
  // @ts-expect-error: not one of `networks`.
  createKit({ services, networks: [mainnet], defaultNetwork: base })
  // @ts-expect-error: a kit has at least one.
  createKit({ services, networks: [] })
  // @ts-expect-error: a typing error is found though the config's type is inferred.
  createKit({ services, networks: [mainnet], enableWalletGide: true })
}

export async function actions(any: Kit) {
  await switchNetwork(kit, { networkId: 'eip155:8453' })
  await switchNetwork(kit, { networkId: base.caipNetworkId })
  await switchNetwork(any, { networkId: 'eip155:31337' })
  // @ts-expect-error: not one of the app's networks.
  await switchNetwork(kit, { networkId: 'eip155:10' })
  // @ts-expect-error: not one of the app's networks.
  await switchNetwork(kit, { networkId: optimism.caipNetworkId })
  // @ts-expect-error: a chain id is not a network id.
  await switchNetwork(kit, { networkId: '1' })
  addNetwork(kit, optimism)
  removeNetwork(kit, { networkId: 'eip155:99' })
  // @ts-expect-error: not one of the app's networks.
  removeNetwork(kit, { networkId: polkadot.caipNetworkId })
  await connect(kit, { connectorId: 'x', networkId: 'eip155:1' })
  // @ts-expect-error: not one of the app's networks.
  await connect(kit, { connectorId: 'x', networkId: 'eip155:10' })
  await disconnect(kit, { namespace: 'solana' })
  // @ts-expect-error: the app has no network of this family.
  await disconnect(kit, { namespace: 'bip122' })
  await getProvider(kit, { namespace: 'eip155' })
  // @ts-expect-error: the app has no network of this family.
  await getProvider(kit, { namespace: 'polkadot' })
  openModal(kit, { namespace: 'eip155' })
  // @ts-expect-error: the app has no network of this family.
  openModal(kit, { namespace: 'bip122' })
  accountOf(kit.store.getState(), 'solana')
  // @ts-expect-error: the app has no network of this family.
  accountOf(kit.store.getState(), 'bip122')
}

export function Hooks() {
  const connection = useConnection()
  same<typeof connection.chainId, number | string | undefined>()
  same<NonNullable<typeof connection.chain>['caipNetworkId'], EvmId | SolanaId>()
  // A wallet may be on a network that the app does not offer: of its family, but no more is known.
  same<typeof connection.networkId, `eip155:${string}` | `solana:${string}` | undefined>()
  const { chain } = connection
  if (chain?.caipNetworkId === 'eip155:1') same<typeof chain.id, 1>()
  // @ts-expect-error: never so.
  chain?.caipNetworkId === 'eip155:10'

  const evm = useConnection({ namespace: 'eip155' })
  same<typeof evm.chainId, number | undefined>()
  same<NonNullable<typeof evm.chain>['id'], 1 | 8453 | 57073 | 31337 | 99>()
  same<typeof evm.caipAddress, `eip155:${string}:${string}` | undefined>()
  // @ts-expect-error: the app has no network of this family.
  useConnection({ namespace: 'bip122' })

  const network = useNetwork()
  same<NonNullable<typeof network>['chainNamespace'], 'eip155' | 'solana'>()
  same<ReturnType<typeof useNetworkId>, `eip155:${string}` | `solana:${string}`>()
  same<ReturnType<typeof useChains>[number]['caipNetworkId'], EvmId | SolanaId>()

  const { mutate: switchChain, chains } = useSwitchChain()
  switchChain({ chainId: 8453 })
  switchChain({ chainId: 'eip155:31337' })
  for (const { caipNetworkId } of chains) switchChain({ chainId: caipNetworkId })
  // @ts-expect-error: not one of the app's networks.
  switchChain({ chainId: 10 })
  // @ts-expect-error: not one of the app's networks.
  switchChain({ chainId: 'eip155:10' })

  const { mutate: leave } = useDisconnect()
  leave({ namespace: 'solana' })
  // @ts-expect-error: the app has no network of this family.
  leave({ namespace: 'polkadot' })
  const { open } = useModal()
  open({ namespace: 'solana' })
  // @ts-expect-error: the app has no network of this family.
  open({ namespace: 'polkadot' })
  useProvider('solana')
  // @ts-expect-error: the app has no network of this family.
  useProvider('bip122')
  const change = useAction(switchNetwork)
  void change({ networkId: 'eip155:99' })
  // @ts-expect-error: not one of the app's networks.
  void change({ networkId: 'eip155:100' })
  return (
    <LatchkeyProvider kit={kit}>
      <ConnectButtonCustom>
        {({ chain }) => {
          // @ts-expect-error: never so.
          if (chain?.caipNetworkId === 'eip155:10') return null
          return chain?.caipNetworkId === 'eip155:1' ? 'Ethereum' : chain?.name
        }}
      </ConnectButtonCustom>
    </LatchkeyProvider>
  )
}
