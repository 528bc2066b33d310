import { consentLimit } from 'latchkey/frame'
import { expect, test, vi } from 'vitest'
import type { WorkerApi } from '../worker/walletApi.js'
import { answerHost } from './answerHost.js'
import { createAsks } from './asks.js'
import type { Asked } from './serveHost.js'
import { createSiteStore } from './siteState.js'

/** A surface whose worker has every request asked. */
function surface() {
  let count = 0
  const forget = vi.fn(async (_: string) => undefined)
  const request = async () => ({ status: 'ask', consent: { id: `consent${++count}` } })
  const store = createSiteStore('iframe')
  const asks = createAsks(store)
  const handlers = answerHost({
    ...{ store, asks, chains: [], isLasting: true, seesVisibility: true },
    wallet: { request, forget } as unknown as WorkerApi,
    newId: () => 'id',
    ...{ reload() {}, onTicket() {}, giveUpWindow() {}, onSignedOut() {} },
  })
  const ask = (id: string, signal = new AbortController().signal) => {
    const asked: Asked = { id, signal, waits: () => {}, endsItself: () => {} }
    return Promise.resolve(
      handlers.RPC_REQUEST({ method: 'personal_sign', params: [], chainId: 'eip155:1' }, asked),
    )
  }
  return { ask, asks, forget }
}

test('the worker forgets a consent that was refused, given up or rejected, and none that still shows', async () => {
  const { ask, asks, forget } = surface()
  const given = new AbortController()
  const open = [ask('shown'), ask('given up', given.signal), ask('rejected')]
  for (let more = open.length; more <= consentLimit; more++) void ask(`more${more}`).catch(() => {})
  await expect(ask('refused')).rejects.toMatchObject({ code: 'pending' })
  given.abort()
  asks.reject('rejected', new Error('no'))
  await expect(open[1]).rejects.toThrow()
  await expect(open[2]).rejects.toThrow('no')
  expect(forget.mock.calls.flat().sort()).toEqual(
    [`consent${consentLimit + 2}`, 'consent2', 'consent3'].sort(),
  )
})
