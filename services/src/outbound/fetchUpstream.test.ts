import { afterEach, describe, expect, test } from 'vitest'
import { createContext } from '../shared/context.js'
import { startUpstream, type UpstreamAnswer } from '../testing/startUpstream.js'
import { fetchUpstream } from './fetchUpstream.js'
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
  test.each(['chains', 'authRpcUrls', 'historySources', 'priceUrl'] as const)(
    'of %s is asked',
    async (name) => {
      const upstream = await start(() => ({ body: 'here' }))
      const value = name === 'priceUrl' ? `${upstream.url}/v3` : [`eip155:1=${upstream.url}/key`]
      const { settings } = createContext({ settings: { [name]: value } })
      expect(await fetchUpstream(settings, `${upstream.url}/x`, request())).toMatchObject({
        status: 200,
        text: 'here',
      })
    },
  )

  test('error: another origin, even another port of the same host', async () => {
    const [upstream, other] = [await start(() => ({ body: '' })), await start(() => ({ body: '' }))]
    const { settings } = createContext({ settings: { chains: [`eip155:1=${upstream.url}`] } })
    for (const address of [
      other.url,
      'http://169.254.169.254/',
      'file:///etc/passwd',
      'data:text/plain,x',
      '',
    ])
      await expect(fetchUpstream(settings, address, request())).rejects.toThrow('no server of the settings')
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
    const upstream = await start(() => ({ isEndless: true }))
    const { settings } = createContext({ settings: { chains: [`eip155:1=${upstream.url}`] } })
    await expect(fetchUpstream(settings, upstream.url, request())).rejects.toThrow('answered too much')
  })
})
