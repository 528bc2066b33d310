import { toHex } from 'viem'
import { expect, test } from 'vitest'
import { withPermission } from './permissions/keptPermissions.js'
import type { Permission } from './permissions/Permission.js'
import { readRecords } from './readRecords.js'
import { noRecords, type WalletRecords, withBatch, withSigned } from './records.js'

const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const hash = toHex(1, { size: 32 })
const chainId = 'eip155:31337'
const origin = 'https://app.example'
const permission: Permission = {
  ...{ id: hash, origin, account, chainId, grantedAt: 1, expiresAt: 9 },
  limits: [
    { type: 'coin', amount: '5', period: 60 },
    { type: 'token', contract: account, amount: '5' },
    { type: 'call', contract: account, method: 'a()', selector: '0x0dbe671f', value: '0' },
  ],
  ...{ count: { most: 3 }, fees: '7' },
}
const records: WalletRecords = withPermission(
  withBatch(withSigned(noRecords, [{ chainId, hash }]), {
    ...{ id: 'x', origin, account, chainId, sentAt: 5, isAtomic: true },
    transactions: [{ hash, nonce: 4 }],
    operation: { hash, sinceBlock: '0x1', nonce: '0x2' },
  }),
  permission,
)

test('what the wallet stored is read again', () => {
  expect(readRecords(JSON.parse(JSON.stringify(records)))).toEqual(records)
  expect(readRecords(undefined)).toEqual(noRecords)
  expect(readRecords(noRecords)).toEqual(noRecords)
})

test('what has another form is left out, one by one', () => {
  const [kept] = records.permissions
  if (kept === undefined) throw new Error('none')
  const unlimited = { ...kept, permission: { ...permission, fees: 'all' } }
  const unused = { ...kept, usage: { ...kept.usage, limits: [] } }
  const mixed = {
    signed: [5, { chainId, hash: '0x12' }, ...records.signed],
    batches: [{ ...records.batches[0], account: 'me' }, ...records.batches],
    permissions: [unlimited, unused, null, kept],
  }
  expect(readRecords(mixed)).toEqual(records)
  for (const broken of [null, 'x', [], { signed: [] }, { ...records, batches: {} }]) {
    expect(readRecords(broken)).toEqual(noRecords)
  }
})
