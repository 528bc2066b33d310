import { expect, test } from 'vitest'
import { readPriceEntry, readSourceEntry, sourceEntriesOf } from './sourceEntry.js'

test('reads the chain, the kind, the rate and the address', () => {
  expect(
    readSourceEntry('eip155:1=etherscan@5:https://api.etherscan.io/v2/api?chainid=1&apikey=KEY'),
  ).toEqual({
    chainId: 'eip155:1',
    kind: 'etherscan',
    perSecond: 5,
    url: 'https://api.etherscan.io/v2/api?chainid=1&apikey=KEY',
  })
})

test.each([
  ['eip155:1=etherscan:https://scan.example/api', 3],
  ['eip155:1=blockscout:https://scan.example/api', 3],
  ['eip155:1=alchemy:https://eth-mainnet.g.alchemy.com/v2/KEY', 2],
  ['eip155:1=goldrush:https://api.covalenthq.com/v1?key=KEY', 4],
  ['eip155:1=goldrush@0.5:https://api.covalenthq.com/v1?key=KEY', 0.5],
])('%s: %s calls a second', (text, perSecond) => {
  expect(readSourceEntry(text)?.perSecond).toBe(perSecond)
})

test.each([
  '',
  'eip155:1=https://scan.example/api',
  'eip155:1=other:https://scan.example/api',
  'eip155:1=etherscan@0:https://scan.example/api',
  'eip155:1=etherscan@x:https://scan.example/api',
  'eip155:1=etherscan:ftp://scan.example/api',
  'eip155:1=etherscan:https://user@scan.example/api',
  'eip155:x=etherscan:https://scan.example/api',
  // The address is one of another chain.
  'eip155:1=etherscan:https://api.etherscan.io/v2/api?chainid=137&apikey=KEY',
  'eip155:1=blockscout:https://api.blockscout.com/v2/api?chain_id=10',
])('error: %s', (text) => {
  expect(readSourceEntry(text)).toBeUndefined()
})

test.each([
  ['eip155:1=alchemy:https://api.g.alchemy.com/prices/v1/KEY?network=eth-mainnet', 'eth-mainnet'],
  ['eip155:1=goldrush@2:https://api.covalenthq.com/v1?key=KEY', ''],
  ['eip155:1=alchemy:https://api.g.alchemy.com/prices/v1/KEY', undefined],
  ['eip155:1=alchemy:https://api.g.alchemy.com/prices/v1/KEY?network=a%20b', undefined],
  ['eip155:1=etherscan:https://scan.example/api', undefined],
  ['eip155:1=https://api.example', undefined],
])('a source of prices: %s', (text, network) => {
  expect(readPriceEntry(text)?.network).toBe(network)
})

test('the sources of a chain keep their order, and the older setting comes last', () => {
  const settings = {
    sources: [
      'eip155:1=alchemy:https://a.example/v2/K',
      'eip155:2=etherscan:https://b.example/api',
      'eip155:1=blockscout:https://c.example/api',
    ],
    historySources: ['eip155:1=https://d.example/api?apikey=K'],
  }
  expect(sourceEntriesOf(settings, 'eip155:1').map(({ kind, url }) => [kind, new URL(url).hostname])).toEqual(
    [
      ['alchemy', 'a.example'],
      ['blockscout', 'c.example'],
      ['etherscan', 'd.example'],
    ],
  )
})
