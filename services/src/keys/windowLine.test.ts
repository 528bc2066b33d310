import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { SiteError } from '../../site/page/toFrameError.js'
import { type Carrier, newTicket, serverLine } from '../../site/page/windowLine.js'
import { randomId } from '../../site/vault/bytes.js'
import { CallError } from '../../site/worker/calls.js'
import { toWorkerError } from '../../site/worker/toWorkerError.js'
import { createTestDevice } from '../testing/keys/createTestDevice.js'
import { siteUrl, startTestKeys, type TestKeys } from '../testing/keys/startTestKeys.js'

// The line between an iframe and its window through the key service, for browsers that cut the two apart.

let directory = ''
let keys: TestKeys
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'latchkey-line-'))
  keys = await startTestKeys({ directory })
})
afterAll(async () => {
  await keys.close()
  rmSync(directory, { recursive: true })
})

/** A surface of the visitor, whose calls may fail. */
async function carrier(isLost: (path: string) => boolean = () => false): Promise<Carrier> {
  const device = await createTestDevice()
  const { token } = keys.connect(device)
  async function send(name: string, content: object): Promise<{ readonly messages?: readonly string[] }> {
    const path = `/keys/v1/rendezvous/${name}`
    const body = JSON.stringify(content)
    const url = `${siteUrl}${path}`
    const dpop = await device.prove({ method: 'POST', url, body, token, now: keys.clock.now() })
    if (isLost(name)) throw new TypeError('lost')
    const { status, answer } = await keys.send(`${path}?projectId=acme`, body, {
      authorization: `DPoP ${token}`,
      dpop,
    })
    if (status !== 200) {
      // As the worker tells its page.
      const { code, message } = toWorkerError(new CallError(status))
      throw new SiteError(code, message)
    }
    return JSON.parse(answer)
  }
  return {
    putMessage: async (place, seq, text) => void (await send('put', { place, seq, text })),
    takeMessages: async (place, from) => (await send('take', { place, from })).messages ?? [],
  }
}

test('a message waits for the other surface, however often its sender looks meanwhile', async () => {
  const ticket = newTicket(randomId(), undefined)
  const heard = { frame: [] as unknown[], window: [] as unknown[] }
  const frame = serverLine(await carrier(), ticket, 'frame', (message) => heard.frame.push(message))
  void frame.send('first')
  void frame.send('second')
  // The iframe looks for answers twice.
  await new Promise((resolve) => setTimeout(resolve, 1_600))
  const window = serverLine(await carrier(), ticket, 'window', (message) => heard.window.push(message))
  void window.send('hello')
  await vi.waitFor(() => expect(heard).toEqual({ frame: ['hello'], window: ['first', 'second'] }), 5_000)
  frame.close()
  window.close()
})

test('a message that has got there is not put again and again because its answer was lost', async () => {
  const whole = await carrier()
  let puts = 0
  const window = serverLine(
    {
      ...whole,
      async putMessage(...message) {
        puts++
        await whole.putMessage(...message)
        if (puts === 1) throw new TypeError('lost')
      },
    },
    newTicket(randomId(), undefined),
    'window',
    () => {},
  )
  await window.send('done')
  expect(puts).toBe(2)
  window.close()
})

test('what gets lost on the way, there or back, arrives all the same, once and in order', async () => {
  const ticket = newTicket(randomId(), undefined)
  const heard: unknown[] = []
  const lost = { put: 1, take: 2 }
  const losing = (name: string) => lost[name as keyof typeof lost]-- > 0
  const window = serverLine(await carrier(losing), ticket, 'window', () => {})
  // The answers of the first looks get lost.
  const whole = await carrier()
  const frame = serverLine(
    {
      ...whole,
      async takeMessages(place, from) {
        const messages = await whole.takeMessages(place, from)
        if (messages.length > 0 && losing('take')) throw new TypeError('lost')
        return messages
      },
    },
    ticket,
    'frame',
    (message) => heard.push(message),
  )
  void window.send('hello')
  await window.send('done')
  await vi.waitFor(() => expect(heard).toEqual(['hello', 'done']), 8_000)
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  expect(heard).toEqual(['hello', 'done'])
  frame.close()
  window.close()
})
