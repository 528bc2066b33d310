import { afterEach, expect, test, vi } from 'vitest'
import { withHostOptions } from '../../core/resolveConfig.js'
import { bitcoin } from '../../networks/others.js'
import { bip122 } from './bip122.js'
import { getBalance } from './getBalance.js'

const service = 'https://services.example/v1/esplora/bip122:000000000019d6689c085ae165831e93/project/demo'
const coin = (value: number) => [{ txid: '1'.repeat(64), vout: 0, value, status: { confirmed: true } }]
const hostOf = (services?: string) =>
  withHostOptions(bitcoin, { services, projectId: 'demo', adapters: [bip122()] })

/** Answers each address with coins of this value; the other addresses fail. */
function answer(values: { readonly [start: string]: number }) {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    const value = Object.entries(values).find(([start]) => url.startsWith(start))?.[1]
    return value === undefined ? new Response('', { status: 502 }) : Response.json(coin(value))
  })
  return asked
}

const address = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'
const [node = ''] = bitcoin.rpcUrls.default.http
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('the host’s service is asked first for a balance, and then rests if it fails', async () => {
  const network = hostOf('https://services.example')
  const asked = answer({ [service]: 5, [node]: 7 })
  expect((await getBalance({ network, address })).units).toBe(5n)
  expect(asked).toEqual([`${service}/address/${address}/utxo`])

  const failing = answer({ [node]: 7 })
  expect((await getBalance({ network, address })).units).toBe(7n)
  expect((await getBalance({ network, address })).units).toBe(7n)
  expect(failing.filter((url) => url.startsWith(service))).toHaveLength(1)
})

test('without services, and with addresses of the host’s own, only those are asked', async () => {
  const asked = answer({ [node]: 7, 'https://own.example': 9 })
  expect((await getBalance({ network: hostOf(), address })).units).toBe(7n)
  const own = withHostOptions(bitcoin, {
    services: 'https://services.example',
    customRpcUrls: { [bitcoin.caipNetworkId]: [{ url: 'https://own.example' }] },
    adapters: [bip122()],
  })
  expect((await getBalance({ network: own, address })).units).toBe(9n)
  expect(asked.some((url) => url.startsWith('https://services.example'))).toBe(false)
})
