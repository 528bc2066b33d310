import { expect, test } from 'vitest'
import { mockTransferIntent } from '../../testing/mockTransferIntent.js'
import { sentOf } from './sentOf.js'

const sent = { kind: 'transaction', id: `0x${'ab'.repeat(32)}` } as const

test('a listed token keeps its name and picture', () => {
  const iconUrl = 'data:image/gif;base64,R0lGODlh'
  const { isUnverified, ...rest } = sentOf(mockTransferIntent({ iconUrl }), sent, 0)
  expect(isUnverified).toBeUndefined()
  expect(rest).toMatchObject({ hash: sent.id, symbol: 'ETH', units: '1000000000000000000', iconUrl })
})

test.each([
  ['no list knows', { isUnverified: true }],
  ['the list calls otherwise than its contract does', { listedSymbol: 'USDC' }],
] as const)('a token that %s stays unverified once it was sent', (_, more) => {
  expect(sentOf(mockTransferIntent(more), sent, 0).isUnverified).toBe(true)
})
