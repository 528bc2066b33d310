import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { getWallets } from '../http/explorer.js'
import { walletSchema } from './Wallet.js'

describe('walletSchema', () => {
  test('keeps valid fields', () => {
    const wallet = {
      id: 'c57ca95b47569778a828d19178114f4db188b89b763c899ba0be274e97267d96',
      name: 'MetaMask',
      rdns: 'io.metamask',
      image_id: 'eebe4a7f-7166-402f-92e0-1f64ca2aa800',
      homepage: 'https://metamask.io/',
      mobile_link: 'metamask://',
      chains: ['eip155:1' as const],
      badge_type: 'certified' as const,
    }
    expect(v.parse(walletSchema, wallet)).toEqual(wallet)
  })

  test('drops links that are not safe to open, and keeps the wallet', () => {
    const read = v.parse(walletSchema, {
      id: 'a',
      name: 'A',
      mobile_link: 'javascript://%0aalert(1)',
      homepage: 'http://evil.example',
      rdns: 'not a host',
      chains: ['eip155:1', 'nonsense', 7],
    })
    expect(read).toEqual({
      id: 'a',
      name: 'A',
      mobile_link: undefined,
      homepage: undefined,
      rdns: undefined,
      chains: ['eip155:1'],
    })
  })

  test.each([
    { id: 'a' },
    { name: 'A' },
    { id: '', name: 'A' },
    { id: 'a b', name: 'A' },
    { id: 'a', name: '\u200b' },
    null,
    1,
  ])('refuses %o', (value) => {
    expect(v.safeParse(walletSchema, value).success).toBe(false)
  })
})

describe('getWallets answer', () => {
  const read = (value: unknown) => v.safeParse(getWallets.answer, value)

  test('drops bad entries and keeps the good ones', () => {
    const result = read({
      data: [{ id: 'a', name: 'A' }, null, { id: 'b' }, 'x', { id: 'c', name: 'C' }],
      count: 5,
    })
    expect(result.output).toEqual({
      data: [
        { id: 'a', name: 'A' },
        { id: 'c', name: 'C' },
      ],
      count: 5,
    })
  })

  test('takes no more entries than a page can have', () => {
    const data = Array.from({ length: 5_000 }, (_, index) => ({ id: String(index), name: 'A' }))
    expect(v.parse(getWallets.answer, { data, count: 5_000 }).data).toHaveLength(100)
  })

  test.each([
    null,
    '<html>',
    [],
    {},
    { data: [] },
    { data: {}, count: 1 },
    { data: [], count: -1 },
    { data: [], count: 1.5 },
  ])('refuses %o', (value) => {
    expect(read(value).success).toBe(false)
  })

  test('leaves no prototype to pollute', () => {
    const result = read(JSON.parse('{"data":[{"id":"a","name":"A","__proto__":{"x":1}}],"count":1}'))
    expect(({} as { x?: number }).x).toBeUndefined()
    expect(result.success).toBe(true)
  })
})

describe('getWallets query', () => {
  test('reads the wire’s texts', () => {
    expect(
      v.parse(getWallets.query, { page: '2', entries: '4', include: 'a,b,', chains: 'eip155:1' }),
    ).toEqual({
      page: 2,
      entries: 4,
      include: ['a', 'b'],
      chains: ['eip155:1'],
    })
  })

  test('has the first page of 40 by default', () => {
    expect(v.parse(getWallets.query, {})).toEqual({ page: 1, entries: 40 })
  })

  test.each([
    { page: '0' },
    { page: '-1' },
    { page: '1e3' },
    { entries: '101' },
    { badge_type: 'x' },
    { search: 'a'.repeat(101) },
  ])('refuses %o', (value) => {
    expect(v.safeParse(getWallets.query, value).success).toBe(false)
  })
})
