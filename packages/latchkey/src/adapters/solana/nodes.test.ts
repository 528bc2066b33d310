import { afterEach, expect, test, vi } from 'vitest'
import { localSolana } from '../../testing/solana/openSolanaWallet.js'
import { count, firmNodesOf, nodesOf } from './nodes.js'

afterEach(() => vi.unstubAllGlobals())

/** A network whose own node and host's service give different answers. */
function setUp(name: string, node: () => Response) {
  const hosts: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    const { hostname } = new URL(url)
    hosts.push(hostname)
    return hostname === 'node.example' ? node() : answer(8)
  })
  const { rpcUrls, ...local } = localSolana('https://node.example', '5'.repeat(44))
  const http = [`https://${name}.example/v1/`]
  return { hosts, network: { ...local, rpcUrls: { ...rpcUrls, service: { http } } } }
}

const answer = (result: unknown) => Response.json({ jsonrpc: '2.0', id: 1, result })

test('what decides a transfer comes from the network’s own node, never from the host’s service', async () => {
  const { network, hosts } = setUp('serving', () => answer(7))
  expect(await firmNodesOf(network)('getBlockHeight', [], count)).toBe(7)
  expect(hosts).toEqual(['node.example'])
})

test('where that node refuses pages, the service is not asked in its place', async () => {
  const { network, hosts } = setUp('standing-in', () => new Response('Access forbidden', { status: 403 }))
  const asked = firmNodesOf(network)('getBlockHeight', [], count)
  await expect(asked).rejects.toMatchObject({ code: 'NETWORK_UNREADABLE' })
  expect(new Set(hosts)).toEqual(new Set(['node.example']))
})

test('what is only shown comes from the service', async () => {
  const { network, hosts } = setUp('showing', () => answer(7))
  expect(await nodesOf(network)('getBlockHeight', [], count)).toBe(8)
  expect(hosts).toEqual(['showing.example'])
})
