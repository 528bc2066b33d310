import type { Session } from '@latchkey/sign-client'
import { expect, test } from 'vitest'
import { mockAdapter } from '../../testing/mockAdapter.js'
import { readAccounts } from './readSession.js'

const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const adapters = new Map([['eip155', mockAdapter()]])

const granting = (...accounts: readonly string[]) =>
  ({ namespaces: { any: { accounts, methods: [], events: [] } } }) as unknown as Session

test("a wallet's accounts in a family that the app does not use are ignored", async () => {
  const foreign = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'
  expect(await readAccounts(granting(foreign), adapters)).toEqual([])
  const read = await readAccounts(granting(foreign, `eip155:1:${address}`), adapters)
  expect(read.map(({ networkId }) => networkId)).toEqual(['eip155:1'])
})

test('an account is written for its network', async () => {
  const toAddress = async (value: unknown, networkId?: string) => `${value} on ${networkId}`
  const writing = new Map([['eip155', mockAdapter({ toAddress })]])
  const [read] = await readAccounts(granting(`eip155:5:${address}`), writing)
  expect(read?.address).toBe(`${address} on eip155:5`)
})
