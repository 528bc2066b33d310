import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoryStorage } from '../../core/storageBackends.js'
import { formatSiwxMessage } from '../../siwx/message/formatSiwxMessage.js'
import { localSiwx } from './localSiwx.js'

const chainId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const accountAddress = 'GwAF45zjfyGzUbd3i3hXxzGeuchzEZXwpRYHZM5912F1'
const text = formatSiwxMessage({
  domain: 'app.example',
  uri: 'https://app.example',
  nonce: 'abcdef0123456789',
  version: '1',
  issuedAt: '2026-01-01T00:00:00.000Z',
  address: accountAddress,
  chainId,
})

beforeEach(() => void vi.stubGlobal('location', new URL('https://app.example')))
afterEach(() => vi.unstubAllGlobals())

test.each([
  ['by its id', text, 1],
  ['by the name of its cluster', text.replace(/Chain ID: \w+/, 'Chain ID: mainnet'), 1],
  ['by the name of another cluster', text.replace(/Chain ID: \w+/, 'Chain ID: devnet'), 0],
])('a text that names its network %s', async (_, message, count) => {
  const siwx = localSiwx({ storage: memoryStorage() })
  await siwx.addSession({ message, signature: '0x', data: { accountAddress, chainId } } as never)
  expect(await siwx.getSessions(chainId, accountAddress)).toHaveLength(count)
})
