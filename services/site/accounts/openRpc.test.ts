import { describe, expect, test } from 'vitest'
import { openRpc } from './openRpc.js'
import { isNodeError, type NodeError } from './Rpc.js'

const answering = (text: string) =>
  openRpc(() => 'https://wallet.example/rpc', { send: async () => new Response(text) })(
    'eip155:1',
    'eth_call',
    [],
  )

describe('answers', () => {
  test('the result, also null', async () => {
    expect(await answering('{"result":"0x1"}')).toBe('0x1')
    expect(await answering('{"result":null,"error":null}')).toBeNull()
  })

  test("error: the node's own, with its code and data, cut to a length", async () => {
    const error = (await answering(
      JSON.stringify({ error: { code: 3, message: 'x'.repeat(900), data: '0x08' } }),
    ).catch((one: unknown) => one)) as NodeError
    expect({
      isNode: isNodeError(error),
      code: error.code,
      data: error.data,
      length: error.message.length,
    }).toEqual({
      isNode: true,
      code: 3,
      data: '0x08',
      length: 500,
    })
    expect(await answering('{"error":"broken"}').catch((one) => one.code)).toBe(-32603)
  })

  test.each(['<html>', '[]', '5', '{}', 'null', `{"result":"${'x'.repeat(4_200_000)}"}`])(
    'error: no answer of JSON-RPC',
    async (text) => {
      const error = (await answering(text).catch((one: unknown) => one)) as NodeError
      expect(error).toBeInstanceOf(Error)
      expect(isNodeError(error)).toBe(false)
    },
  )

  test('error: a chain without a node', async () => {
    const error = (await openRpc(() => undefined)('eip155:5', 'eth_call', []).catch(
      (one: unknown) => one,
    )) as NodeError
    expect(error.message).toBe('eip155:5 has no node.')
  })
})

test('asks with headers and rising ids', async () => {
  const seen: { url: string; body: unknown; header: string | null }[] = []
  const rpc = openRpc((id) => `/rpc/${id}`, {
    headers: { authorization: 'DPoP x' },
    send: async (url, options) => {
      seen.push({
        url: String(url),
        body: JSON.parse(String(options?.body)),
        header: new Headers(options?.headers).get('authorization'),
      })
      return new Response('{"result":1}')
    },
  })
  await rpc('eip155:1', 'a', [1])
  await rpc('eip155:1', 'b', [])
  expect(seen).toEqual([
    { url: '/rpc/eip155:1', body: { jsonrpc: '2.0', id: 1, method: 'a', params: [1] }, header: 'DPoP x' },
    { url: '/rpc/eip155:1', body: { jsonrpc: '2.0', id: 2, method: 'b', params: [] }, header: 'DPoP x' },
  ])
})
