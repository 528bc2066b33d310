import { afterEach, expect, test, vi } from 'vitest'
import { localSolana } from '../../testing/solana/openSolanaWallet.js'
import { count, firmNodesOf } from './nodes.js'

afterEach(() => vi.unstubAllGlobals())

/** A network of this name whose own node refuses pages, with the host's service before it. */
function setUp(name: string, service: (method: string) => Response) {
  const hosts: string[] = []
  vi.stubGlobal('fetch', async (url: string, init: { readonly body: string }) => {
    const { hostname } = new URL(url)
    hosts.push(hostname)
    if (hostname === 'node.example') return new Response('Access forbidden', { status: 403 })
    return service((JSON.parse(init.body) as { readonly method: string }).method)
  })
  const { rpcUrls, ...local } = localSolana('https://node.example', '5'.repeat(44))
  const http = [`https://${name}.example/v1/`]
  return { hosts, network: { ...local, rpcUrls: { ...rpcUrls, service: { http } } } }
}

const answer = (result: unknown) => Response.json({ jsonrpc: '2.0', id: 1, result })

test('what decides a transfer comes from the host’s service where the public node refuses pages', async () => {
  const { network, hosts } = setUp('serving', () => answer(7))
  expect(await firmNodesOf(network)('getBlockHeight', [], count)).toBe(7)
  expect(hosts).toEqual(['serving.example'])
})

test('a service that does not serve the chain leaves it to the network’s own node', async () => {
  const { network, hosts } = setUp('refusing', () => new Response('', { status: 404 }))
  const asked = firmNodesOf(network)('getBlockHeight', [], count)
  await expect(asked).rejects.toMatchObject({ code: 'NETWORK_UNREADABLE' })
  expect(hosts.slice(0, 2)).toEqual(['refusing.example', 'node.example'])
})
