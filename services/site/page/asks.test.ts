import { describe, expect, test } from 'vitest'
import type { ConsentRequest } from '../consent/ConsentRequest.js'
import { createAsks } from './asks.js'
import { type Ask, createSiteStore } from './siteState.js'

const consent = (id: string): Ask => ({
  id,
  kind: 'consent',
  consent: {} as ConsentRequest,
  request: { method: 'personal_sign', chainId: 'eip155:1' },
  status: 'open',
})

const inWindow = (id: string): Ask => ({
  id,
  kind: 'window',
  status: 'offered',
  task: { kind: 'request', request: { method: 'personal_sign', chainId: 'eip155:1' } },
})

function queue() {
  const store = createSiteStore('iframe')
  let at = 0
  const asks = createAsks(store, { now: () => ++at })
  const shown = () => store.getState().asks[0]?.id
  return { store, asks, shown, never: new AbortController().signal }
}

describe('createAsks', () => {
  test('shows the first until it ends, then the next', async () => {
    const { asks, shown, never } = queue()
    const first = asks.ask<string>(consent('a'), never)
    const second = asks.ask<string>(consent('b'), never)
    expect(shown()).toBe('a')
    asks.resolve('a', 'signed')
    expect([await first, shown()]).toEqual(['signed', 'b'])
    asks.reject('b', new Error('no'))
    await expect(second).rejects.toThrow('no')
    expect(shown()).toBeUndefined()
  })

  test('a newer ask changes nothing of what is shown, a new first one does', () => {
    const { store, asks, never } = queue()
    void asks.ask(consent('a'), never)
    const { changedAt } = store.getState()
    void asks.ask(consent('b'), never)
    expect(store.getState().changedAt).toBe(changedAt)
    asks.resolve('a')
    expect(store.getState().changedAt).toBeGreaterThan(changedAt)
  })

  test.each([
    ['in the frame', consent],
    ['in a window of the wallet’s own', inWindow],
  ])('of 200 requests one shows, ten wait and the rest are refused, %s', async (_, ask) => {
    const { store, asks, never } = queue()
    const results = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        Promise.race([
          asks.ask(ask(`${index}`), never).catch((error: { code: string }) => error.code),
          new Promise((resolve) => setTimeout(resolve, 5, 'open')),
        ]),
      ),
    )
    expect(results.filter((result) => result === 'open')).toHaveLength(11)
    expect(results.filter((result) => result === 'pending')).toHaveLength(189)
    expect(store.getState().asks).toHaveLength(11)
  })

  test('giving one up removes that one', async () => {
    const { asks, shown, never } = queue()
    const leaving = new AbortController()
    const first = asks.ask(consent('a'), leaving.signal)
    void asks.ask(consent('b'), never)
    leaving.abort(new Error('given up'))
    await expect(first).rejects.toThrow('given up')
    expect(shown()).toBe('b')
  })

  test('what is being signed is neither given up nor rejected with the others', async () => {
    const { asks, shown, never } = queue()
    const leaving = new AbortController()
    const first = asks.ask(consent('a'), leaving.signal)
    const second = asks.ask(consent('b'), never)
    asks.change('a', (ask) => ({ ...ask, status: 'busy' }) as Ask)
    leaving.abort(new Error('given up'))
    asks.rejectAll(new Error('signed out'))
    await expect(second).rejects.toThrow('signed out')
    expect(shown()).toBe('a')
    asks.resolve('a', '0xsigned')
    expect(await first).toBe('0xsigned')
  })
})
