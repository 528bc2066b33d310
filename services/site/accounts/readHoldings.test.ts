import { expect, test } from 'vitest'
import type { Chain } from './Chain.js'
import type { Rpc } from './Rpc.js'
import { readHoldings } from './readHoldings.js'

const chains: readonly Chain[] = [
  { id: 'eip155:1', name: 'Ethereum', coin: { symbol: 'ETH', decimals: 18 } },
  { id: 'eip155:10', name: 'Silent', coin: { symbol: 'ETH', decimals: 18 } },
  { id: 'eip155:137', name: 'Empty', coin: { symbol: 'POL', decimals: 18 } },
  { id: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', name: 'Solana', coin: { symbol: 'SOL', decimals: 9 } },
]

test('what is held on every chain that answers, of both families', async () => {
  const rpc: Rpc = async (id, method, [account]) => {
    if (id === 'eip155:10') throw new TypeError('no answer')
    if (method === 'getBalance')
      return account === 'sol' ? { context: {}, value: 2_500_000_000 } : { value: 0 }
    return id === 'eip155:1' && account === '0xown' ? '0x14d1120d7b160000' : '0x0'
  }
  expect(await readHoldings(chains, { eip155: '0xown', solana: 'sol' }, rpc)).toEqual([
    { amount: '1.5', symbol: 'ETH', chain: 'Ethereum' },
    { amount: '2.5', symbol: 'SOL', chain: 'Solana' },
  ])
})
