import { expect, test } from 'vitest'
import { parseCaipAddress } from './parseCaipAddress.js'

test.each([
  ['eip155:1:0xAb', { namespace: 'eip155', networkId: 'eip155:1', address: '0xAb' }],
  // Wallets write chain ids of eip155 in hex too.
  ['eip155:0xa:0xAb', { namespace: 'eip155', networkId: 'eip155:10', address: '0xAb' }],
  ['hedera:mainnet:0.0.1-a%20', { namespace: 'hedera', networkId: 'hedera:mainnet', address: '0.0.1-a%20' }],
  [`solana:x:${'a'.repeat(128)}`, { namespace: 'solana', networkId: 'solana:x', address: 'a'.repeat(128) }],
])('%s is an account', (text, account) => {
  expect(parseCaipAddress(text)).toEqual(account)
})

test.each([
  ['nothing', undefined],
  ['an object', { toString: (): string => 'eip155:1:0xAb' }],
  ['a list', ['eip155:1:0xAb']],
  ['an empty text', ''],
  ['a network', 'eip155:1'],
  ['more than three parts', 'eip155:1:0xAb:1'],
  ['no address', 'eip155:1:'],
  ['no reference', 'eip155::0xAb'],
  ['no namespace', ':1:0xAb'],
  ['a namespace in capitals', 'EIP155:1:0xAb'],
  ['a namespace that is too short', 'ei:1:0xAb'],
  ['chain 0', 'eip155:0:0xAb'],
  ['a chain that is no number', 'eip155:main:0xAb'],
  ['an address that is too long', `solana:x:${'a'.repeat(129)}`],
  ['a space before the address', 'eip155:1: 0xAb'],
  ['a space after the address', 'eip155:1:0xAb '],
  ['a line after the address', 'eip155:1:0xAb\n'],
  ['a path', 'eip155:1:0xAb/erc20'],
])('%s is no account', (_, value) => {
  expect(parseCaipAddress(value)).toBeUndefined()
})
