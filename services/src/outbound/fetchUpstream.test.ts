import { afterEach, describe, expect, test } from 'vitest'
import { createContext } from '../shared/context.js'
import { startUpstream, type UpstreamAnswer } from '../testing/startUpstream.js'
import { AnswerTooLong, fetchUpstream, NoRoom } from './fetchUpstream.js'
import { post } from './post.js'

const cleanups: (() => void)[] = []
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup()
})

async function start(answer: (path: string) => UpstreamAnswer) {
  const upstream = await startUpstream(answer)
  cleanups.push(upstream.stop)
  return upstream
}

const request = () => ({ size: 1_000, signal: AbortSignal.timeout(5_000) })

describe('a configured server', () => {
  test.each([
    ...([
      'chains',
      'authRpcUrls',
      'historySources',
      'sources',
      'das',
      'ord',
      'subscan',
      'priceSources',
      'priceUrl',
      'loginFarcasterNode',
    ] as const),
  ])('of %s is asked', async (name) => {
    const upstream = await start(() => ({ body: 'here' }))
    const value =
      name === 'priceUrl' || name === 'loginFarcasterNode'
        ? `${upstream.url}/v3`
        : [`eip155:1=${upstream.url}/key`]
    const { settings } = createContext({ settings: { [name]: value } })
    expect(await fetchUpstream(settings, `${upstream.url}/x`, request())).toMatchObject({
      status: 200,
      text: 'here',
    })
  })

  test('error: another origin, even another port of the same host', async () => {
    const [upstream, other] = [await start(() => ({ body: '' })), await start(() => ({ body: '' }))]
    const { settings } = createContext({ settings: { chains: [`eip155:1=${upstream.url}`] } })
    for (const address of [
      other.url,
      'http://169.254.169.254/',
      'file:///etc/passwd',
      'data:text/plain,x',
      `blob:${upstream.url}/x`,
      'https://',
      'https://:0:/',
      '',
    ])
      await expect(fetchUpstream(settings, address, request())).rejects.toMatchObject({
        name: 'UpstreamError',
        message: 'no server of the settings',
      })
    expect(other.asked).toEqual([])
  })

  test.each([301, 302, 303, 307, 308])(
    'error: %i redirects are not followed, not even for a node',
    async (status) => {
      const other = await start(() => ({ body: '{"jsonrpc":"2.0","id":1,"result":"0x"}' }))
      const upstream = await start(() => ({ status, headers: { location: other.url } }))
      const { settings } = createContext({ settings: { authRpcUrls: [`eip155:1=${upstream.url}`] } })
      await expect(fetchUpstream(settings, upstream.url, request())).rejects.toThrow('unreachable')
      await expect(post(settings, upstream.url, [{ method: 'eth_call' }], request().signal)).rejects.toThrow()
      expect(other.asked).toEqual([])
    },
  )

  test('stops reading an answer at the size limit', async () => {
    const { ask } = await own({ isEndless: true })
    await expect(ask()).rejects.toThrow(new AnswerTooLong('answered too much'))
  })

  test('error: it breaks off its answer', async () => {
    const { ask } = await own({ headers: { 'content-length': '100', connection: 'close' }, body: 'x' })
    await expect(ask()).rejects.toThrow('broke off its answer')
  })

  test('gets the headers of a request, and nothing else', async () => {
    const { ask, upstream } = await own({ body: 'here' })
    await ask({ headers: { authorization: 'Bearer key' } })
    expect(upstream.asked).toEqual(['GET /'])
    expect(upstream.headers[0]).toMatchObject({ authorization: 'Bearer key' })
    expect(upstream.headers[0]).not.toHaveProperty('content-type')
  })

  test('gets JSON', async () => {
    const { ask, upstream } = await own({ body: 'here' })
    await ask({ json: { id: 1 }, headers: { authorization: 'Bearer key' } })
    expect(upstream.asked).toEqual(['POST /'])
    expect(upstream.bodies).toEqual(['{"id":1}'])
    expect(upstream.headers[0]).toMatchObject({
      authorization: 'Bearer key',
      'content-type': 'application/json',
    })
  })

  test('gets a text as it is', async () => {
    const { ask, upstream } = await own({ body: 'here' })
    await ask({ body: 'raw transaction' })
    expect(upstream.asked).toEqual(['POST /'])
    expect(upstream.bodies).toEqual(['raw transaction'])
  })

  test('every byte of its answer is claimed, and an answer without room ends', async () => {
    const { ask } = await own({ body: 'twelve bytes' })
    const claimed: number[] = []
    const granting = { take: (bytes: number) => claimed.push(bytes) > 0, release: () => {} }
    expect(await ask({ claim: granting })).toMatchObject({ text: 'twelve bytes' })
    expect(claimed.reduce((sum, bytes) => sum + bytes, 0)).toBe(12)
    const refusing = { take: () => false, release: () => {} }
    await expect(ask({ claim: refusing })).rejects.toThrow(new NoRoom('too many bytes at once'))
  })

  test('an answer whose status the caller reads is read', async () => {
    const { ask } = await own({ status: 404, body: 'no such coin' })
    expect(await ask({ read: [404] })).toMatchObject({ status: 404, text: 'no such coin' })
    expect(await ask({ read: [400] })).toMatchObject({ status: 404, text: '' })
  })

  test.each<[number, UpstreamAnswer & object]>([
    [500, { body: '<html>', headers: { 'retry-after': '7' } }],
    [429, { isEndless: true, headers: { 'retry-after': '7' } }],
    [304, { headers: { 'retry-after': '7' } }],
  ])('that answers %i says so, and its page is not read', async (status, answer) => {
    const { ask } = await own({ ...answer, status })
    const { headers, ...rest } = await ask()
    expect(rest).toEqual({ status, text: '' })
    expect(headers.get('retry-after')).toBe('7')
  })
})

/** Starts a server that always gives the same answer, and asks it as a configured one. */
async function own(answer: UpstreamAnswer) {
  const upstream = await start(() => answer)
  const { settings } = createContext({ settings: { chains: [`eip155:1=${upstream.url}`] } })
  return {
    upstream,
    ask: (more: object = {}) => fetchUpstream(settings, upstream.url, { ...request(), ...more }),
  }
}
