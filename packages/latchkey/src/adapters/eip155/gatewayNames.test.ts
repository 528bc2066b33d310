import { encodeAbiParameters, encodeErrorResult, encodeFunctionResult, parseAbi } from 'viem'
import { afterEach, expect, test, vi } from 'vitest'
import { defineNetwork } from '../../networks/defineNetwork.js'
import { names } from './names.js'

// A name stored off the chain (EIP-3668): the contract names a gateway, and verifies its answer.

const resolver = '0xeEeEEEeE14D718C2B47D9923Deab1335E144EeEe'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const abi = parseAbi([
  'error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData)',
  'function resolveWithGateways(bytes name, bytes data, string[] gateways) view returns (bytes, address)',
])
const network = defineNetwork({
  ...{ id: 1, name: 'Ethereum', rpcUrl: 'https://node.example' },
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
})

afterEach(() => vi.unstubAllGlobals())

/** Mocks a node whose resolver names these gateways, and the gateways' answers; records which ones were asked. */
function world(
  urls: readonly string[],
  answer: () => Response = () => Response.json({ data: '0x1234' }),
  { isEndless = false, bodies = [] as unknown[] } = {},
) {
  const asked: string[] = []
  const lookUp = encodeErrorResult({
    abi,
    errorName: 'OffchainLookup',
    args: [resolver, urls, '0xabcd', '0x12345678', '0x'],
  })
  const found = encodeFunctionResult({
    abi,
    functionName: 'resolveWithGateways',
    result: [encodeAbiParameters([{ type: 'address' }], [bob]), resolver],
  })
  vi.stubGlobal('fetch', async (url: string, { body }: { readonly body: string }) => {
    if (!url.startsWith('https://node.example')) {
      asked.push(url)
      bodies.push(body === undefined ? undefined : JSON.parse(body))
      return answer()
    }
    const { params } = JSON.parse(body)
    // The client calls the contract back with the gateway's answer.
    if (!isEndless && String(params[0].data).startsWith('0x12345678'))
      return Response.json({ id: 1, result: found })
    return Response.json({ id: 1, error: { code: 3, message: 'execution reverted', data: lookUp } })
  })
  return asked
}

const prove = () => names.prove?.({ name: 'bob.example.eth', networkId: 'eip155:1', networks: [network] })

test('the gateway answers, and the contract accepts the answer', async () => {
  const asked = world(['https://gateway.example/{sender}/{data}.json'])
  expect(await prove()).toBe(bob)
  expect(asked).toEqual([`https://gateway.example/${resolver.toLowerCase()}/0xabcd.json`])
})

test('if one gateway has no answer, the next one is asked', async () => {
  let count = 0
  const asked = world(['https://one.example/{data}', 'https://two.example/'], () =>
    count++ === 0 ? new Response('gone', { status: 500 }) : Response.json({ data: '0x1234' }),
  )
  expect(await prove()).toBe(bob)
  expect(asked).toEqual(['https://one.example/0xabcd', 'https://two.example/'])
})

test('a gateway is asked by GET where its address has room for the question, else by POST', async () => {
  let count = 0
  const bodies: unknown[] = []
  const answer = () => Response.json(count++ === 0 ? {} : { data: '0x1234' })
  const asked = world(['https://one.example/{data}', 'https://two.example/{sender}'], answer, { bodies })
  expect(await prove()).toBe(bob)
  expect(asked).toEqual(['https://one.example/0xabcd', `https://two.example/${resolver.toLowerCase()}`])
  expect(bodies).toEqual([undefined, { data: '0xabcd', sender: resolver }])
})

test('each place of an address is filled in', async () => {
  const asked = world(['https://gateway.example/{sender}/{sender}/{data}/{data}'])
  expect(await prove()).toBe(bob)
  const sender = resolver.toLowerCase()
  expect(asked).toEqual([`https://gateway.example/${sender}/${sender}/0xabcd/0xabcd`])
})

test.each([{}, { data: 'text' }, { data: 7 }, [], 'text', null])(
  'error: a gateway that answers %j leaves the name unread',
  async (answer) => {
    const asked = world(['https://gateway.example/{data}'], () => Response.json(answer))
    await expect(prove()).rejects.toThrow()
    expect(asked).toHaveLength(1)
  },
)

test('error: of many gateways without an answer, four are asked', async () => {
  const urls = ['1', '2', '3', '4', '5'].map((name) => `https://gateway.example/${name}/{data}`)
  const asked = world(['http://plain.example/{data}', ...urls], () => Response.json({}))
  await expect(prove()).rejects.toThrow()
  expect(asked).toEqual(urls.slice(0, 4).map((url) => url.replace('{data}', '0xabcd')))
})

test.each(['http://192.168.0.1/{data}', 'file:///etc/{data}', 'data:application/json,{data}'])(
  'error: %s is not asked',
  async (url) => {
    const asked = world([url])
    await expect(prove()).rejects.toThrow('no gateway')
    expect(asked).toEqual([])
  },
)

test('error: a gateway that does not answer leaves the name unread', async () => {
  const asked = world(['https://gateway.example/{data}'], () => {
    throw new TypeError('Failed to fetch')
  })
  await expect(prove()).rejects.toThrow('The ENS service cannot be reached')
  expect(asked).toHaveLength(1)
})

test('error: a contract that redirects for ever is given up after four requests', async () => {
  const asked = world(['https://gateway.example/{data}'], undefined, { isEndless: true })
  await expect(prove()).rejects.toThrow('too many gateways')
  expect(asked).toHaveLength(4)
})
