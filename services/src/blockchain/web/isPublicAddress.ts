import { BlockList, isIP } from 'node:net'

/** What no stranger may send us to (security.md section 5): this machine, its networks, and what is not for hosts. */
const closed = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Also where clouds keep the keys of their machines.
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
  // Teredo, benchmarks, ORCHID and more of the like.
  ['2001::', 23],
  ['2001:db8::', 32],
  // 6to4 holds an IPv4 address, which may be a closed one.
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  closed.addSubnet(network, prefix, 'ipv6')
}

/** Of IPv6 only this is given to hosts of the public network; IPv4-mapped, NAT64, local and link-local are outside. */
const open = new BlockList()
open.addSubnet('2000::', 3, 'ipv6')

/** Whether an IP address belongs to the public network. */
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
