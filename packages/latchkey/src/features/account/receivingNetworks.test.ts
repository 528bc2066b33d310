import { expect, test } from 'vitest'
import { bip122 } from '../../adapters/bip122/bip122.js'
import { polkadot } from '../../adapters/polkadot/polkadot.js'
import { bitcoin, bitcoinTestnet, polkadot as dot } from '../../exports/networks.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { mockNetwork } from '../../testing/mockNetwork.js'
import { receivingNetworks } from './receivingNetworks.js'

const kusama = {
  ...dot,
  id: 'b0a8d493285c2df73290dfb7e61f870f',
  caipNetworkId: 'polkadot:b0a8d493285c2df73290dfb7e61f870f',
  name: 'Kusama',
} as const
const kit = createTestKit({
  networks: [mockNetwork(1), mockNetwork(10), bitcoin, bitcoinTestnet, dot, kusama],
  adapters: [bip122(), polkadot()],
})

test.each([
  ['bip122', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', [bitcoin.name]],
  ['bip122', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', [bitcoinTestnet.name]],
  ['polkadot', '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5', [dot.name]],
  ['polkadot', 'HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F', ['Kusama']],
  ['eip155', '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', ['Chain 1', 'Chain 10']],
])('on %s, the address %s receives on %j', async (namespace, address, names) => {
  const found = await receivingNetworks(kit, { account: { namespace, address } })
  expect(found.map(({ name }) => name)).toEqual(names)
})
