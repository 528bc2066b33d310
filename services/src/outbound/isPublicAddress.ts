import { BlockList, isIP } from 'node:net'

/**
 * Ranges that an untrusted address must not reach (docs/security.md "outbound requests"): this machine, private
 * networks and special-purpose ranges.
 */
const closed = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Includes the metadata service of cloud machines, which serves credentials.
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  closed.addSubnet(network, prefix, 'ipv4')
}
for (const [network, prefix] of [
  // Teredo, benchmarking, ORCHID and similar ranges.
  ['2001::', 23],
  ['2001:db8::', 32],
  // 6to4 embeds an IPv4 address, which may be private.
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  closed.addSubnet(network, prefix, 'ipv6')
}

/** The only IPv6 range assigned to public hosts; IPv4-mapped, NAT64, local and link-local addresses are outside it. */
const open = new BlockList()
open.addSubnet('2000::', 3, 'ipv6')

/** Returns whether an IP address belongs to the public network. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !closed.check(address, 'ipv4')
    case 6:
      return open.check(address, 'ipv6') && !closed.check(address, 'ipv6')
    default:
      return false
  }
}
