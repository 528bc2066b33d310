import { expect, test } from 'vitest'
import * as networks from '../exports/networks.js'
import { toReference as bip122 } from './bip122/toReference.js'
import { toReference as polkadot } from './polkadot/toReference.js'
import { toReference as solana } from './solana/toReference.js'

const families = { solana, bip122, polkadot }

test.each(Object.entries(families))(
  'every network of %s is called as its family calls chains',
  (namespace, read) => {
    const own = Object.values(networks)
      .filter((network) => typeof network === 'object')
      .filter(({ chainNamespace }) => chainNamespace === namespace)
    expect(own.length).toBeGreaterThan(0)
    for (const { id } of own) expect(read(id)).toBe(id)
  },
)

test('older references of Solana are read as the present ones', () => {
  const older = Object.values(networks)
    .filter((network) => typeof network === 'object')
    .flatMap(({ id, deprecatedCaipNetworkId: old }) => (old === undefined ? [] : [[old.slice(7), id]]))
  expect(older.length).toBeGreaterThan(0)
  for (const [old, id] of older) expect(solana(old)).toBe(id)
})

test.each([
  [solana, '5eykt4UsFv8P8NJdTREpY1vzqKqZKvd'],
  [solana, '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp1'],
  [solana, '0eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
  [bip122, '000000000019D6689C085AE165831E93'],
  [bip122, '000000000019d6689c085ae165831e9'],
  [polkadot, '91b171bb158e2d3848fa23a9f1c2518x'],
  [polkadot, 1],
])('%o reads nothing else: %s', (read, value) => {
  expect(read(value)).toBeUndefined()
})
