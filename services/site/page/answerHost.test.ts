import { consentLimit } from 'latchkey/frame'
import type { CaipNetworkId, LoginUser } from 'latchkey/protocol'
import { expect, test, vi } from 'vitest'
import type { AccountType, Chain } from '../accounts/Chain.js'
import type { WorkerApi } from '../worker/walletApi.js'
import { answerHost } from './answerHost.js'
import { createAsks } from './asks.js'
import type { Asked } from './serveHost.js'
import { createSiteStore } from './siteState.js'
import { SiteError } from './toFrameError.js'

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
    ...{ reload() {}, onTicket() {}, giveUpWindow() {}, onChange() {}, onSignedOut() {} },
  })
  const ask = (id: string, signal = new AbortController().signal) => {
    const asked: Asked = { id, signal, endsItself: () => {} }
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

const anna = { id: 'anna', way: 'email', email: 'anna@mail.example', userName: null }
const addresses = { eip155: `0x${'11'.repeat(20)}`, solana: '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV' }
const onSolana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const chains = [
  { id: 'eip155:1', hasSmartAccounts: true },
  { id: 'eip155:10' },
  { id: onSolana },
] as unknown as readonly Chain[]

/** A surface of a visitor who has logged in, with the calls of its worker that change something. */
function ofAnna() {
  let chain: CaipNetworkId = 'eip155:1'
  let type: AccountType = 'eoa'
  const changes: unknown[] = []
  const wallet: Partial<WorkerApi> = {
    user: async () => anna as LoginUser,
    open: async () => ({
      status: 'ready',
      wallet: { addresses, custody: 'self', ways: [], isBackedUp: false },
    }),
    accountType: async () => type,
    isDelegated: async () => false,
    chain: async () => chain,
    async switchChain(id) {
      chain = id
    },
    async setAccountType(next, isHosts) {
      type = next
      changes.push([next, isHosts])
    },
  }
  const store = createSiteStore('iframe')
  const handlers = answerHost({
    ...{ store, asks: createAsks(store), chains, isLasting: true, seesVisibility: true },
    wallet: wallet as WorkerApi,
    newId: () => 'id',
    ...{
      reload() {},
      onTicket() {},
      giveUpWindow() {},
      onChange: () => void changes.push('told'),
      onSignedOut() {},
    },
  })
  const asked: Asked = {
    ...{ id: 'id', signal: new AbortController().signal, endsItself() {} },
  }
  return { handlers, asked, changes, chain: () => chain }
}

test('reading another family changes neither the account type nor the chain in use', async () => {
  const { handlers, asked, changes, chain } = ofAnna()
  const read = (chainId: string, preferredAccountType: AccountType) =>
    handlers.GET_USER({ chainId, preferredAccountType }, asked)
  expect(await read('eip155:1', 'smartAccount')).toMatchObject({
    preferredAccountType: 'smartAccount',
    chainIds: ['eip155:1', 'eip155:10', onSolana],
  })
  expect(await read(onSolana, 'eoa')).toMatchObject({ preferredAccountType: 'eoa' })
  expect(changes).toEqual([['smartAccount', true]])
  expect(chain()).toBe('eip155:1')
  await handlers.SWITCH_NETWORK({ chainId: onSolana }, asked)
  expect(chain()).toBe(onSolana)
  expect(changes).toEqual([['smartAccount', true], 'told'])
  await handlers.SWITCH_NETWORK({ chainId: 'eip155:10' }, asked)
  expect(changes).toHaveLength(2)
})

test('the account is a plain one on a chain without smart accounts', async () => {
  const { handlers, asked } = ofAnna()
  const read = handlers.GET_USER({ chainId: 'eip155:10', preferredAccountType: 'smartAccount' }, asked)
  expect(await read).toMatchObject({
    preferredAccountType: 'eoa',
    accounts: [{ address: addresses.eip155, type: 'eoa' }],
  })
})

test.each([
  ['not_connected', { isConnected: false }],
  ['invalid', { isConnected: false }],
  ['network', 'network'],
  ['limited', 'limited'],
] as const)(
  'a ticket that is answered with %s ends a login only by the server’s word',
  async (code, expected) => {
    const store = createSiteStore('iframe')
    const handlers = answerHost({
      ...{ store, asks: createAsks(store), chains, isLasting: false, seesVisibility: true },
      wallet: {
        user: async () => undefined,
        async readTicket() {
          throw new SiteError(code, 'No')
        },
      } as Partial<WorkerApi> as WorkerApi,
      newId: () => 'id',
      ...{ reload() {}, onTicket() {}, giveUpWindow() {}, onChange() {}, onSignedOut() {} },
    })
    const asked: Asked = { id: 'id', signal: new AbortController().signal, endsItself() {} }
    const answer = Promise.resolve(handlers.IS_CONNECTED({ token: 'ticket' }, asked))
    expect(await answer.catch((error: SiteError) => error.code)).toEqual(expected)
  },
)
