import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { addressKey, clientOf, isLoopbackHost, plainAddress, truncateAddress } from './clientAddress.js'

const from = (remoteAddress: string | undefined, forwarded?: string | readonly string[]) =>
  ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage

describe('clientOf', () => {
  test("without a proxy it is the connection's peer", () => {
    expect(clientOf(from('203.0.113.7'), [])).toEqual({ address: '203.0.113.7', isLocal: false })
    expect(clientOf(from('::ffff:127.0.0.1'), [])).toEqual({ address: '127.0.0.1', isLocal: true })
    expect(clientOf(from('::1'), [])).toEqual({ address: '::1', isLocal: true })
    // The connection has ended meanwhile.
    expect(clientOf(from(undefined), [])).toEqual({ address: '', isLocal: false })
  })

  test('an unconfigured proxy header is ignored, and makes the client not local', () => {
    expect(clientOf(from('203.0.113.7', '127.0.0.1'), [])).toEqual({ address: '203.0.113.7', isLocal: false })
    expect(clientOf(from('127.0.0.1', '198.51.100.1'), [])).toEqual({ address: '127.0.0.1', isLocal: false })
  })

  test('behind configured proxies it is the last address that is not one of them', () => {
    const proxies = ['10.0.0.1', '10.0.0.2']
    expect(clientOf(from('10.0.0.1', '1.1.1.1, 198.51.100.1'), proxies).address).toBe('198.51.100.1')
    expect(clientOf(from('10.0.0.1', '1.1.1.1, 198.51.100.1, 10.0.0.2'), proxies).address).toBe(
      '198.51.100.1',
    )
    expect(clientOf(from('10.0.0.1', '10.0.0.2'), proxies).address).toBe('10.0.0.2')
    expect(clientOf(from('10.0.0.1', '127.0.0.1'), proxies).isLocal).toBe(false)
    expect(clientOf(from('10.0.0.1', ['1.1.1.1', '198.51.100.1']), proxies).address).toBe('198.51.100.1')
    expect(clientOf(from('10.0.0.1', '198.51.100.1, ,'), proxies).address).toBe('198.51.100.1')
    expect(clientOf(from('10.0.0.1', '[2001:db8::1], ::ffff:10.0.0.2'), proxies).address).toBe('2001:db8::1')
  })
})

describe('headers that proxies add', () => {
  test.each(['forwarded', 'via', 'x-real-ip', 'x-forwarded-host', 'x-forwarded-proto', 'cf-connecting-ip'])(
    'with %s is not of this machine',
    (name) => {
      const request = { socket: { remoteAddress: '127.0.0.1' }, headers: { [name]: 'for=127.0.0.1' } }
      expect(clientOf(request as unknown as IncomingMessage, []).isLocal).toBe(false)
    },
  )
})

test('accepts names of this machine and refuses names that look like them', () => {
  const own = ['localhost', 'LOCALHOST:80', 'app.localhost:5173', '127.0.0.1:8787', '127.1.2.3', '[::1]:1']
  own.push('a.b.localhost', '127.10.2.3', '127.1.20.3', '127.1.2.30', '127.255.255.254:65535')
  expect(own.filter((host) => !isLoopbackHost(host))).toEqual([])
  const others = [
    '',
    'localhost.example',
    'a.127.0.0.1',
    '127.0.0.1.example',
    'xlocalhost',
    '0.0.0.0',
    '[::2]',
  ]
  expect(others.filter(isLoopbackHost)).toEqual([])
})

describe('addressKey', () => {
  test('an IPv6 network counts as one client', () => {
    expect(addressKey('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2')
    expect(addressKey('2001:0db8:0001:0002::6')).toBe('2001:db8:1:2')
    expect(addressKey('2001:db8::6')).toBe('2001:db8:0:0')
    expect(addressKey('203.0.113.7')).toBe('203.0.113.7')
    expect(addressKey('0.0.0.0')).toBe('0.0.0.0')
  })

  test('zeros count wherever they are left out', () => {
    expect(addressKey('::1')).toBe('0:0:0:0')
    expect(addressKey('::')).toBe('0:0:0:0')
    expect(addressKey('2001:db8::')).toBe('2001:db8:0:0')
    expect(addressKey('1:2:3::')).toBe('1:2:3:0')
    expect(addressKey('1::2:3:4:5:6:7')).toBe('1:0:2:3')
    expect(addressKey('::2:3:4:5:6:7:8')).toBe('0:2:3:4')
    expect(addressKey('1:0:0:2::')).toBe('1:0:0:2')
  })
})

describe('truncateAddress', () => {
  test('keeps only the network', () => {
    expect(truncateAddress('203.0.113.7')).toBe('203.0.113.0/24')
    expect(truncateAddress('2001:db8:1:2::6')).toBe('2001:db8:1::/48')
    expect(truncateAddress('203.10.113.70')).toBe('203.10.113.0/24')
    for (const other of ['', 'x203.0.113.7', '203.0.113.7x', '203.0.113']) {
      expect(truncateAddress(other)).toBe('unknown')
    }
  })
})

test('an address is written without brackets, and an IPv4 one as that', () => {
  expect(plainAddress('::ffff:10.0.0.1')).toBe('10.0.0.1')
  expect(plainAddress('::FFFF:10.0.0.1')).toBe('10.0.0.1')
  expect(plainAddress('[2001:db8::1]')).toBe('2001:db8::1')
  expect(plainAddress('2001:db8::1')).toBe('2001:db8::1')
  expect(plainAddress('64:ff9b::ffff:10.0.0.1')).toBe('64:ff9b::ffff:10.0.0.1')
  expect(plainAddress('::ffff:a00:1')).toBe('::ffff:a00:1')
  for (const half of ['[::1', '::1]', 'a[::1]', '[::1]:80']) expect(plainAddress(half)).toBe(half)
})
