import { expectTypeOf, test } from 'vitest'
import { createKit } from '../createKit.js'
import type { Kit } from '../features/Kit.js'
import type { switchNetwork } from '../features/network/switchNetwork.js'
import { base, mainnet } from '../networks/eip155.js'
import { solana } from '../networks/others.js'
import type { CaipNetworkId, Namespace } from '../protocol/caip.js'
import type { Network, NetworkIdOf, NetworkInput } from '../protocol/entities/Network.js'
import type { useConnection } from '../react/hooks/useConnection.js'
import type { useSwitchChain } from '../react/hooks/useSwitchChain.js'
import type { HostChainId, HostNamespace, HostNetwork, HostNetworkId } from './Register.js'

// No kit is registered here. `test/host-types` tests an app that has registered its kit.

test('without a registered kit, types allow every network and family', () => {
  expectTypeOf<HostNetworkId>().toEqualTypeOf<CaipNetworkId>()
  expectTypeOf<HostNamespace>().toEqualTypeOf<Namespace>()
  expectTypeOf<HostNetwork>().toEqualTypeOf<Network>()
  expectTypeOf<HostChainId>().toEqualTypeOf<number | string>()
  expectTypeOf<HostChainId<'eip155'>>().toEqualTypeOf<number>()
  expectTypeOf<Parameters<typeof switchNetwork>[1]['networkId']>().toEqualTypeOf<CaipNetworkId>()
  expectTypeOf<useSwitchChain.Variables['chainId']>().toEqualTypeOf<number | CaipNetworkId>()
  expectTypeOf<useConnection.ReturnType['chain']>().toEqualTypeOf<Network | undefined>()
  expectTypeOf<useConnection.ReturnType['chainId']>().toEqualTypeOf<number | string | undefined>()
})

test('a kit’s type names the networks of its config', () => {
  const kit = createKit({ services: {}, networks: [mainnet, base, solana], debug: false })
  type Id = 'eip155:1' | 'eip155:8453' | 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
  expectTypeOf(kit).toEqualTypeOf<Kit<Id>>()
  // A function that takes any kit also takes this one.
  expectTypeOf(kit).toExtend<Kit>()
})

test('the id of a network, as precise as its type', () => {
  expectTypeOf<NetworkIdOf<typeof base>>().toEqualTypeOf<'eip155:8453'>()
  // As viem writes a chain.
  expectTypeOf<
    NetworkIdOf<Omit<NetworkInput, 'chainNamespace'> & { readonly id: 10 }>
  >().toEqualTypeOf<'eip155:10'>()
  expectTypeOf<
    NetworkIdOf<Omit<NetworkInput, 'chainNamespace'> & { readonly id: number }>
  >().toEqualTypeOf<`eip155:${number}`>()
  expectTypeOf<NetworkIdOf<NetworkInput>>().toEqualTypeOf<CaipNetworkId>()
})
