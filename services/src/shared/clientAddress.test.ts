import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { addressKey, clientOf, truncateAddress } from './clientAddress.js'

const from = (remoteAddress: string, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage

describe('clientOf', () => {
  test('without a proxy it is the other end', () => {
    expect(clientOf(from('203.0.113.7'), [])).toEqual({ address: '203.0.113.7', isLocal: false })
    expect(clientOf(from('::ffff:127.0.0.1'), [])).toEqual({ address: '127.0.0.1', isLocal: true })
    expect(clientOf(from('::1'), [])).toEqual({ address: '::1', isLocal: true })
  })

  test('a claim is not believed, and not local either', () => {
    expect(clientOf(from('203.0.113.7', '127.0.0.1'), [])).toEqual({ address: '203.0.113.7', isLocal: false })
    expect(clientOf(from('127.0.0.1', '198.51.100.1'), [])).toEqual({ address: '127.0.0.1', isLocal: false })
  })

  test('behind named proxies it is the last one nobody named', () => {
    const proxies = ['10.0.0.1', '10.0.0.2']
    expect(clientOf(from('10.0.0.1', '1.1.1.1, 198.51.100.1'), proxies).address).toBe('198.51.100.1')
    expect(clientOf(from('10.0.0.1', '1.1.1.1, 198.51.100.1, 10.0.0.2'), proxies).address).toBe(
      '198.51.100.1',
    )
    expect(clientOf(from('10.0.0.1', '10.0.0.2'), proxies).address).toBe('10.0.0.2')
    expect(clientOf(from('10.0.0.1', '127.0.0.1'), proxies).isLocal).toBe(false)
  })
})

describe('addressKey', () => {
  test('an IPv6 network counts as one client', () => {
    expect(addressKey('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2')
    expect(addressKey('2001:0db8:0001:0002::6')).toBe('2001:db8:1:2')
    expect(addressKey('2001:db8::6')).toBe('2001:db8:0:0')
    expect(addressKey('203.0.113.7')).toBe('203.0.113.7')
  })
})

describe('truncateAddress', () => {
  test('only the network is left', () => {
    expect(truncateAddress('203.0.113.7')).toBe('203.0.113.0/24')
    expect(truncateAddress('2001:db8:1:2::6')).toBe('2001:db8:1::/48')
    expect(truncateAddress('')).toBe('unknown')
  })
})
