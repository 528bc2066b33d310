// Networks that are known at run time only: the kit's type is as wide as theirs, whatever the app has registered.
import { createKit, type Kit } from 'latchkey'
import { defineNetwork } from 'latchkey/networks'
import type { Chain } from 'viem'

const services = 'https://wallet.example.com'

export function ofAnything(settings: { readonly chains: [unknown, ...unknown[]] }) {
  // As it comes of `JSON.parse`, which knows no types.
  // biome-ignore lint/suspicious/noExplicitAny: that is what is tested.
  const chains = settings.chains as any
  const kit = createKit({ services, networks: chains })
  const ids: (typeof kit)['config']['defaultNetworkId'][] = ['eip155:5', 'solana:main']
  return { any: kit satisfies Kit, ids }
}

export function ofViem(chains: readonly [Chain, ...Chain[]]) {
  const kit = createKit({ services, networks: chains })
  type Id = (typeof kit)['config']['defaultNetworkId']
  const id: Id = 'eip155:5'
  // @ts-expect-error: viem's chains are all of one family.
  const other: Id = 'solana:main'
  return { any: kit satisfies Kit, id, other }
}

export function ofNumbers(id: number) {
  const network = defineNetwork({
    id,
    name: 'Some',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrl: 'https://rpc.example',
  })
  const found: number = network.id
  // @ts-expect-error: which one is not known.
  const one: 'eip155:1' = network.caipNetworkId
  return { found, one }
}
