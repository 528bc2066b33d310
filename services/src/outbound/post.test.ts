import { expect, test } from 'vitest'
import { createContext } from '../shared/context.js'
import { post, UnsendableCall } from './post.js'

const url = 'http://127.0.0.1:9/'
const { settings } = createContext({ settings: { chains: [`eip155:1=${url}`], logLevel: 'error' } })
const send = (params: unknown) =>
  post(settings, url, [{ method: 'eth_call', params }], new AbortController().signal)

test('error: a call that cannot be written as JSON says nothing about the node', async () => {
  const loop: unknown[] = []
  loop.push(loop)
  await expect(send(loop)).rejects.toThrow(UnsendableCall)
  await expect(send(loop)).rejects.toMatchObject({ isOfTheCall: true })
})

test('error: a node that cannot be reached', async () => {
  await expect(send([])).rejects.toMatchObject({ message: 'unreachable', isOfTheCall: false })
})
