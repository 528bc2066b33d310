import { expect, test } from 'vitest'
import { variants } from '../testing.js'
import { formatSiwxMessage } from './formatSiwxMessage.js'
import { networkIdOf } from './networkIdOf.js'
import { parseSiwxMessage } from './parseSiwxMessage.js'
import { readSiwxMessage } from './readSiwxMessage.js'
import type { SiwxMessage } from './SiwxMessage.js'

const base: SiwxMessage = {
  domain: 'app.example',
  address: '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A',
  uri: 'https://app.example/login',
  version: '1',
  chainId: 'eip155:1',
  nonce: '32891756abcd',
  issuedAt: '2026-11-21T10:00:00.000Z',
}

test.each(variants)('a message with %j is read as it was written', (variant) => {
  const message = { ...base, ...variant }
  expect(readSiwxMessage(formatSiwxMessage(message))).toEqual(message)
})

test('an address without its checksum is read: only a server checks that', () => {
  const message = { ...base, address: base.address.toLowerCase() }
  expect(readSiwxMessage(formatSiwxMessage(message))).toEqual(message)
})

test.each<[string, (text: string) => string]>([
  ['something before it', (text) => `x\n${text}`],
  ['a blank before it', (text) => ` ${text}`],
  ['something after it', (text) => `${text}\nx`],
  ['a family that is none', (text) => text.replace('Ethereum', 'Ether')],
  ['a field twice', (text) => text.replace('Version: 1', 'Version: 1\nVersion: 1')],
  ['a field too few', (text) => text.replace('Version: 1\n', '')],
])('a message with %s is not read', (_, change) => {
  expect(readSiwxMessage(change(formatSiwxMessage(base)))).toBeUndefined()
})

test('a Solana text without a statement has one blank line, as wallets compose it; others have two', () => {
  const message = {
    ...base,
    chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    address: 'GwAF45zjfyGzUbd3i3hXxzGeuchzEZXwpRYHZM5912F1',
  } as const
  const text = formatSiwxMessage(message)
  expect(text).toContain(`${message.address}\n\nURI: `)
  expect(readSiwxMessage(text)).toEqual(message)
  expect(readSiwxMessage(text.replace('\n\nURI', '\n\n\nURI'))).toBeUndefined()
  expect(readSiwxMessage(formatSiwxMessage(base).replace('\n\n\nURI', '\n\nURI'))).toBeUndefined()
  const said = { ...message, statement: 'URI: https://evil.example' }
  expect(readSiwxMessage(formatSiwxMessage(said))).toEqual(said)
})

test("a text may name one of Solana's clusters by its name, and no other chain so", () => {
  const message = {
    ...base,
    chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    address: 'GwAF45zjfyGzUbd3i3hXxzGeuchzEZXwpRYHZM5912F1',
  } as const
  const text = formatSiwxMessage(message)
  const naming = (name: string) =>
    text.replace('Chain ID: 5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', `Chain ID: ${name}`)
  const read = (text: string) => {
    const found = readSiwxMessage(text)
    return found && { ...found, chainId: networkIdOf(found) }
  }
  expect(read(naming('mainnet'))).toEqual(message)
  expect(parseSiwxMessage(naming('mainnet'))).toEqual(message)
  const devnet = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
  expect(read(naming('devnet'))).toEqual({ ...message, chainId: devnet })
  const testnet = 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z'
  expect(read(naming('testnet'))).toEqual({ ...message, chainId: testnet })
  expect(read(naming('localnet'))?.chainId).toBe('solana:localnet')
  expect(readSiwxMessage(naming('solana:mainnet'))).toBeUndefined()
  const elsewhere = formatSiwxMessage({ ...base, chainId: 'cosmos:mainnet' })
  expect(read(elsewhere)?.chainId).toBe('cosmos:mainnet')
})
