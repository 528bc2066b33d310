import { beforeEach, expect, test } from 'vitest'

// Loaded for each test, so that each fails where the module cannot be loaded.
let isPublicAddress: (address: string) => boolean
beforeEach(async () => {
  ;({ isPublicAddress } = await import('./isPublicAddress.js'))
})

test.each(['93.184.215.14', '1.1.1.1', '2606:4700::1111', '2a00:1450:4001::1'])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

test.each([
  '::',
  '::1',
  '::ffff:10.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::8.8.8.8',
  'fc00::1',
  'fe80::1',
  'ff02::1',
  '2002:7f00:1::',
  'localhost',
  '',
])('%j is not', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

const f = (groups: number) => ':ffff'.repeat(groups)

// RFC 6890 and the registries that IANA keeps by it. The first and the last address of each range, and its neighbours.
test.each([
  ['0.0.0.0/8', undefined, '0.0.0.0', '0.255.255.255', '1.0.0.0'],
  ['10.0.0.0/8', '9.255.255.255', '10.0.0.0', '10.255.255.255', '11.0.0.0'],
  ['100.64.0.0/10', '100.63.255.255', '100.64.0.0', '100.127.255.255', '100.128.0.0'],
  ['127.0.0.0/8', '126.255.255.255', '127.0.0.0', '127.255.255.255', '128.0.0.0'],
  ['169.254.0.0/16', '169.253.255.255', '169.254.0.0', '169.254.255.255', '169.255.0.0'],
  ['172.16.0.0/12', '172.15.255.255', '172.16.0.0', '172.31.255.255', '172.32.0.0'],
  ['192.0.0.0/24', '191.255.255.255', '192.0.0.0', '192.0.0.255', '192.0.1.0'],
  ['192.0.2.0/24', '192.0.1.255', '192.0.2.0', '192.0.2.255', '192.0.3.0'],
  ['192.88.99.0/24', '192.88.98.255', '192.88.99.0', '192.88.99.255', '192.88.100.0'],
  ['192.168.0.0/16', '192.167.255.255', '192.168.0.0', '192.168.255.255', '192.169.0.0'],
  ['198.18.0.0/15', '198.17.255.255', '198.18.0.0', '198.19.255.255', '198.20.0.0'],
  ['198.51.100.0/24', '198.51.99.255', '198.51.100.0', '198.51.100.255', '198.51.101.0'],
  ['203.0.113.0/24', '203.0.112.255', '203.0.113.0', '203.0.113.255', '203.0.114.0'],
  ['224.0.0.0/4', '223.255.255.255', '224.0.0.0', '239.255.255.255', undefined],
  ['240.0.0.0/4', undefined, '240.0.0.0', '255.255.255.255', undefined],
  ['2001::/23', `2000${f(7)}`, '2001::', `2001:1ff${f(6)}`, '2001:200::'],
  ['2001:db8::/32', `2001:db7${f(6)}`, '2001:db8::', `2001:db8${f(6)}`, '2001:db9::'],
  ['2002::/16', `2001${f(7)}`, '2002::', `2002${f(7)}`, '2003::'],
  ['3fff::/20', `3ffe${f(7)}`, '3fff::', `3fff:fff${f(6)}`, '3fff:1000::'],
])('%s is not public, and what is next to it is', (_, before, first, last, after) => {
  expect([first, last].map((address) => isPublicAddress(address))).toEqual([false, false])
  for (const next of [before, after]) expect(next === undefined || isPublicAddress(next)).toBe(true)
})

test('only 2000::/3 is public', () => {
  const edges = [`1fff${f(7)}`, '2000::', `3fff${f(7)}`, '4000::']
  expect(edges.map((address) => isPublicAddress(address))).toEqual([false, true, true, false])
})
