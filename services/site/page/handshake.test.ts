import { describe, expect, test } from 'vitest'
import { awaitHost, type FrameMessage, type FrameWindow } from './handshake.js'

const origin = 'https://app.example'
const nonce = 'a'.repeat(22)
const init = {
  type: 'latchkey:init',
  v: 1,
  frameNonce: nonce,
  hostNonce: 'b'.repeat(22),
  projectId: 'shop',
  sdk: 'latchkey-0.1.0',
}

/** @param ancestors The pages around the frame; `null` in a browser that does not list them. */
function world(ancestors: number | null = 1) {
  const said: unknown[] = []
  let listener: ((message: FrameMessage) => void) | undefined
  const parent = { postMessage: (message: unknown, target: string) => void said.push([message, target]) }
  const frame: FrameWindow = {
    parent,
    top: parent,
    ancestorOrigins: ancestors === null ? undefined : { length: ancestors },
    onMessage(added) {
      listener = added
      return () => {
        listener = undefined
      }
    },
  }
  const hear = (message: Partial<FrameMessage>) =>
    listener?.({ source: parent, origin, data: init, ports: [new MessageChannel().port1], ...message })
  const start = (isAllowed = (asked: string) => asked === origin) =>
    awaitHost(frame, { projectId: 'shop', isAllowed, newId: () => nonce })
  return { frame, said, hear, start, isListening: () => listener !== undefined }
}

describe('awaitHost', () => {
  test('says hello without a secret, and takes the first init', async () => {
    const { said, hear, start, isListening } = world()
    const host = start()
    expect(said).toEqual([[{ type: 'latchkey:hello', v: 1, frameNonce: nonce }, '*']])
    const { port1 } = new MessageChannel()
    hear({ ports: [port1] })
    expect(await host).toEqual({ port: port1, origin, projectId: 'shop', sdk: 'latchkey-0.1.0' })
    expect(isListening()).toBe(false)
  })

  test('does not hear a second init', async () => {
    const { hear, start } = world()
    const host = start()
    const first = new MessageChannel().port1
    hear({ ports: [first] })
    hear({ ports: [new MessageChannel().port1] })
    expect((await host)?.port).toBe(first)
  })

  test.each<[string, Partial<FrameMessage>]>([
    ['another window', { source: {} }],
    ['an origin that is not listed', { origin: 'https://evil.example' }],
    ['an opaque origin', { origin: 'null' }],
    ['another nonce', { data: { ...init, frameNonce: 'c'.repeat(22) } }],
    ['no port', { ports: [] }],
    ['two ports', { ports: [new MessageChannel().port1, new MessageChannel().port1] }],
    ['another version', { data: { ...init, v: 2 } }],
    ['an unknown member', { data: { ...init, more: 1 } }],
    ['another project', { data: { ...init, projectId: 'bank' } }],
    ['a text', { data: 'latchkey:init' }],
  ])('does not take an init from %s, and goes on waiting', async (_name, message) => {
    const { hear, start, isListening } = world()
    const host = start()
    hear(message)
    expect(isListening()).toBe(true)
    hear({})
    expect((await host)?.origin).toBe(origin)
  })

  test.each([[0], [2], [3]])('stays silent with %i pages around it', async (count) => {
    const { said, start } = world(count)
    expect(await start()).toBeUndefined()
    expect(said).toEqual([])
  })

  test('without a list of the pages around it, its parent must be the top page', async () => {
    const { frame, start, said } = world(null)
    void start()
    expect(said).toHaveLength(1)
    const nested = { ...frame, top: {} }
    expect(
      await awaitHost(nested, { projectId: 'shop', isAllowed: () => true, newId: () => nonce }),
    ).toBeUndefined()
  })
})
