import { describe, expect, test } from 'vitest'
import { toAddress } from '../../adapters/eip155/toAddress.js'
import type { ConnectorEvent } from '../../core/connector.js'
import { createDeferred } from '../../core/deferred.js'
import { defineNetwork } from '../../networks/defineNetwork.js'
import type { Eip1193Provider } from '../../protocol/Eip1193Provider.js'
import { KitError } from '../../protocol/errors.js'
import { createTestClock } from '../../testing/createTestClock.js'
import { mockSession } from '../../testing/mockConnector.js'
import { type Script, scriptedProvider } from '../../testing/scriptedProvider.js'
import { createInjectedConnector } from './createInjectedConnector.js'

const alice = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const optimism = defineNetwork({
  id: 10,
  name: 'Optimism',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrl: 'https://optimism.invalid',
})

const honest: Script = {
  eth_requestAccounts: [alice],
  eth_accounts: [alice],
  eth_chainId: '0x1',
  wallet_revokePermissions: null,
}

/** A connector of a provider with a script, or of one that follows no rules; a wallet that is `connected` at first. */
function setUp(script: Script = {}, wrap: (provider: Eip1193Provider) => Eip1193Provider = (same) => same) {
  const provider = scriptedProvider({ ...honest, ...script })
  const clock = createTestClock()
  const connector = createInjectedConnector({
    info: { id: 'wallet', type: 'ANNOUNCED', name: 'Wallet', namespaces: ['eip155'] },
    provider: wrap(provider),
    toAddress: async (value) => toAddress(value),
    clock,
  })
  const events: ConnectorEvent[] = []
  connector.subscribe((event) => events.push(event))
  const controller = new AbortController()
  const parameters = { networks: [], signal: controller.signal }
  return {
    provider,
    clock,
    connector,
    events,
    methods: () => provider.requests.map(({ method }) => method),
    cancel: () => controller.abort(new KitError('REQUEST_ABORTED')),
    connect: () => connector.connect({ ...parameters, signal: controller.signal }),
    connectAnew: () => connector.connect({ ...parameters, signal: new AbortController().signal }),
    restore: () => connector.restore(parameters),
    settled: () => clock.advance(0),
  }
}

async function connected(...parameters: Parameters<typeof setUp>) {
  const wallet = setUp(...parameters)
  await wallet.connect()
  return wallet
}

describe('connect', () => {
  test('gives the wallet’s accounts and chain', async () => {
    const { connect } = setUp({ eth_requestAccounts: [alice, bob], eth_chainId: '0xa' })
    expect(await connect()).toEqual(mockSession([alice, bob], 10))
  })

  test.each([
    ['lower case', [alice.toLowerCase()], [alice]],
    ['upper case', [`0x${alice.slice(2).toUpperCase()}`], [alice]],
    ['twice the same', [alice, alice.toLowerCase(), bob], [alice, bob]],
    ['something else among them', ['', null, bob, 7, {}, [alice]], [bob]],
    ['a wrong checksum among them', [`0xD${alice.slice(3)}`, bob], [bob]],
    ['a flood', Array.from({ length: 10_000 }, () => alice), [alice]],
  ])('accounts, %s', async (_, answer, addresses) => {
    const { connect } = setUp({ eth_requestAccounts: answer })
    expect((await connect()).namespaces.eip155?.addresses).toEqual(addresses)
  })

  test.each([
    ['none', []],
    ['an empty text, as a wallet that was never unlocked gives', ['']],
    ['a wrong checksum', [`0xD${alice.slice(3)}`]],
    ['a text', alice],
    ['nothing', undefined],
    ['null', null],
    ['an object', { 0: alice, length: 1 }],
  ])('error: accounts, %s', async (_, answer) => {
    const { connect, provider } = setUp({ eth_requestAccounts: answer })
    await expect(connect()).rejects.toMatchObject({ code: 'NO_ACCOUNTS_FOUND' })
    expect(provider.listenerCount()).toBe(0)
  })

  test.each([
    ['a number', 10, 'eip155:10'],
    ['decimal', '10', 'eip155:10'],
    ['padded hex', '0x0a', 'eip155:10'],
    ['upper case hex', '0xA', 'eip155:10'],
    ['CAIP-2', 'eip155:10', 'eip155:10'],
  ])('the chain, %s', async (_, answer, networkId) => {
    const { connect } = setUp({ eth_chainId: answer })
    expect((await connect()).namespaces.eip155?.networkId).toBe(networkId)
  })

  test.each([
    undefined,
    null,
    '',
    '0x',
    '0xzz',
    '0x0',
    -1,
    1.5,
    Number.NaN,
    {},
    [1],
    '0xffffffffffffffffffff',
  ])('error: the chain is %j', async (answer) => {
    const { connect, provider } = setUp({ eth_chainId: answer })
    await expect(connect()).rejects.toMatchObject({ code: 'WALLET_ANSWER_INVALID', details: 'eth_chainId' })
    expect(provider.listenerCount()).toBe(0)
  })

  const getterThrows = Object.defineProperty({}, 'code', {
    get() {
      throw new Error('no')
    },
  })
  test.each([
    ['4001', { code: 4001, message: 'User rejected the request.' }, 'CONNECTION_DECLINED'],
    ['4001 as a text', { code: '4001' }, 'CONNECTION_DECLINED'],
    ['5000', { code: 5000, message: 'Disapproved' }, 'CONNECTION_DECLINED'],
    ['words only', new Error('User denied account access'), 'CONNECTION_DECLINED'],
    ['a text', 'cancelled', 'CONNECTION_DECLINED'],
    ['pending', { code: -32002, message: 'Request already pending' }, 'REQUEST_ALREADY_PENDING'],
    ['pending in words', new Error('Already processing eth_requestAccounts'), 'REQUEST_ALREADY_PENDING'],
    ['4200', { code: 4200 }, 'WALLET_METHOD_UNSUPPORTED'],
    ['-32601', { code: -32601 }, 'WALLET_METHOD_UNSUPPORTED'],
    ['4001 that means something else', { code: 4001, message: 'not supported' }, 'WALLET_METHOD_UNSUPPORTED'],
    ['the wallet’s own failure', { code: -32603, message: 'Internal error' }, 'CONNECT_FAILED'],
    ['nested', { code: -32603, data: { originalError: { code: 4001 } } }, 'CONNECTION_DECLINED'],
    ['undefined', undefined, 'CONNECT_FAILED'],
    ['null', null, 'CONNECT_FAILED'],
    ['a number', 42, 'CONNECT_FAILED'],
    ['a getter that throws', getterThrows, 'CONNECT_FAILED'],
  ])('error: %s', async (_, thrown, code) => {
    const { connect } = setUp({
      eth_requestAccounts() {
        throw thrown
      },
    })
    await expect(connect()).rejects.toMatchObject({ name: 'KitError', code })
  })

  test('error: the wallet throws synchronously', async () => {
    const { connect } = setUp({}, () => ({
      request() {
        throw { code: 4001 }
      },
    }))
    await expect(connect()).rejects.toMatchObject({ code: 'CONNECTION_DECLINED' })
  })

  test('a wallet that returns its answer without a promise', async () => {
    const { connect } = setUp({}, (provider) => ({
      ...provider,
      request: (({ method }: { method: string }) => honest[method]) as never,
    }))
    expect(await connect()).toEqual(mockSession([alice]))
  })

  test.each([
    ['without `on`', ({ request }: Eip1193Provider) => ({ request })],
    [
      'whose `on` throws',
      (provider: Eip1193Provider) => ({
        ...provider,
        on() {
          throw new Error('no')
        },
        removeListener() {
          throw new Error('no')
        },
      }),
    ],
  ])('a wallet %s can be connected and disconnected', async (_, wrap) => {
    const { connect, connector } = setUp({}, wrap)
    expect(await connect()).toEqual(mockSession([alice]))
    await connector.disconnect()
  })

  test("events before the wallet's answer are not reported", async () => {
    const answer = createDeferred<unknown>()
    const { connect, provider, events, settled } = setUp({ eth_requestAccounts: () => answer.promise })
    const attempt = connect()
    provider.emit('accountsChanged', [bob])
    provider.emit('chainChanged', '0xa')
    answer.resolve([alice])
    expect(await attempt).toEqual(mockSession([alice]))
    await settled()
    expect(events).toEqual([])
  })

  test('an account or chain that changes while the answer is read is used', async () => {
    const chain = createDeferred<unknown>()
    const { connect, provider, settled } = setUp({ eth_chainId: () => chain.promise })
    const attempt = connect()
    await settled()
    provider.emit('accountsChanged', [bob])
    provider.emit('chainChanged', '0xa')
    chain.resolve('0x1')
    expect(await attempt).toEqual(mockSession([bob], 10))
  })

  test('an answer after the attempt was cancelled changes nothing', async () => {
    const answer = createDeferred<unknown>()
    const { connect, cancel, provider, events, settled } = setUp({
      eth_requestAccounts: () => answer.promise,
    })
    const attempt = connect()
    cancel()
    await expect(attempt).rejects.toMatchObject({ code: 'REQUEST_ABORTED' })
    answer.resolve([alice])
    await settled()
    provider.emit('accountsChanged', [bob])
    await settled()
    expect(events).toEqual([])
    expect(provider.listenerCount()).toBe(0)
  })

  test('after a cancellation while the chain is read, the connector stops listening to the wallet', async () => {
    const { connect, cancel, provider, settled } = setUp({ eth_chainId: () => new Promise(() => {}) })
    const attempt = connect()
    await settled()
    cancel()
    await expect(attempt).rejects.toMatchObject({ code: 'REQUEST_ABORTED' })
    expect(provider.listenerCount()).toBe(0)
  })
})

describe('a prompt that is open', () => {
  function withPrompts() {
    const prompts: ReturnType<typeof createDeferred<unknown>>[] = []
    const wallet = setUp({
      eth_requestAccounts() {
        const prompt = createDeferred<unknown>()
        prompts.push(prompt)
        return prompt.promise
      },
    })
    return { ...wallet, prompts }
  }

  test('is joined by a second attempt, and its answer connects', async () => {
    const { connect, connectAnew, cancel, prompts } = withPrompts()
    const first = connect()
    cancel()
    await expect(first).rejects.toMatchObject({ code: 'REQUEST_ABORTED' })
    const second = connectAnew()
    expect(prompts).toHaveLength(1)
    prompts[0]?.resolve([alice])
    expect(await second).toEqual(mockSession([alice]))
  })

  test('if it is declined, the second attempt is declined too, and the third asks again', async () => {
    const { connect, connectAnew, prompts } = withPrompts()
    const attempts = [connect(), connectAnew()]
    prompts[0]?.reject({ code: 4001 })
    for (const attempt of attempts) {
      await expect(attempt).rejects.toMatchObject({ code: 'CONNECTION_DECLINED' })
    }
    const third = connectAnew()
    expect(prompts).toHaveLength(2)
    prompts[1]?.resolve([alice])
    expect(await third).toEqual(mockSession([alice]))
  })

  test('is joined by another kit on the page', async () => {
    const { provider, connect, prompts } = withPrompts()
    const other = setUp({}, () => provider)
    const attempts = [connect(), other.connect()]
    expect(prompts).toHaveLength(1)
    prompts[0]?.resolve([alice])
    expect(await Promise.all(attempts)).toEqual([mockSession([alice]), mockSession([alice])])
  })

  test('of another wallet is not joined', () => {
    const [one, two] = [withPrompts(), withPrompts()]
    void one.connect()
    void two.connect()
    expect([one.prompts.length, two.prompts.length]).toEqual([1, 1])
  })

  test('counts as lost after a minute, and the wallet is asked again', async () => {
    const { connect, connectAnew, clock, prompts } = withPrompts()
    connect().catch(() => {})
    await clock.advance(59_999)
    connectAnew().catch(() => {})
    expect(prompts).toHaveLength(1)
    await clock.advance(1)
    const anew = connectAnew()
    expect(prompts).toHaveLength(2)
    // The lost one comes back: the newer one is still the one to join.
    prompts[0]?.reject({ code: 4001 })
    await clock.advance(0)
    void connectAnew()
    expect(prompts).toHaveLength(2)
    prompts[1]?.resolve([alice])
    expect(await anew).toEqual(mockSession([alice]))
  })
})

describe('restore', () => {
  test('uses what the wallet still grants, without asking', async () => {
    const { restore, methods, provider } = setUp()
    expect(await restore()).toEqual(mockSession([alice]))
    expect(methods()).toEqual(['eth_accounts', 'eth_chainId'])
    expect(provider.listenerCount()).toBe(3)
  })

  test('returns nothing if the wallet grants nothing', async () => {
    const { restore, provider } = setUp({ eth_accounts: [] })
    expect(await restore()).toBeUndefined()
    expect(provider.listenerCount()).toBe(0)
  })
})

describe('what the wallet reports', () => {
  test('another account', async () => {
    const { provider, events, settled } = await connected()
    provider.emit('accountsChanged', [bob.toLowerCase(), alice])
    await settled()
    expect(events).toEqual([{ type: 'session', session: mockSession([bob, alice]) }])
  })

  test('another account, from a wallet that no longer answers', async () => {
    let chainId: unknown = '0x1'
    const { provider, events, settled } = await connected({ eth_chainId: () => chainId })
    chainId = new Promise(() => {})
    provider.emit('accountsChanged', [bob])
    await settled()
    expect(events).toEqual([{ type: 'session', session: mockSession([bob]) }])
  })

  test('another account and another chain at once: neither is lost', async () => {
    const { provider, events, settled } = await connected()
    provider.emit('accountsChanged', [bob])
    provider.emit('chainChanged', '0xa')
    await settled()
    expect(events).toEqual([{ type: 'session', session: mockSession([bob], 10) }])
  })

  test.each([['0xa'], [10], ['10'], ['0x0a']])('the chain %j', async (chainId) => {
    const { provider, events, settled } = await connected()
    provider.emit('chainChanged', chainId)
    await settled()
    expect(events).toEqual([{ type: 'session', session: mockSession([alice], 10) }])
  })

  test.each([
    ['accountsChanged', [alice]],
    ['accountsChanged', [alice.toLowerCase()]],
    ['accountsChanged', undefined],
    ['accountsChanged', alice],
    ['chainChanged', '0x1'],
    ['chainChanged', '0x01'],
    ['chainChanged', 'garbage'],
    ['chainChanged', undefined],
    ['chainChanged', { chainId: '0xa' }],
    ['message', { type: 'eth_subscription' }],
  ])('%s %j is not reported', async (event, value) => {
    const { provider, events, settled } = await connected()
    provider.emit(event, value)
    await settled()
    expect(events).toEqual([])
  })

  test.each([['no account'], ['an empty text']])('%s: it has left', async (what) => {
    const { provider, events, settled } = await connected()
    provider.emit('accountsChanged', what === 'no account' ? [] : [''])
    await settled()
    expect(events).toEqual([{ type: 'disconnect' }])
    expect(provider.listenerCount()).toBe(0)
  })

  test('a wallet without accounts for only a moment stays connected', async () => {
    const { provider, events, settled } = await connected()
    provider.emit('accountsChanged', [])
    provider.emit('accountsChanged', [bob])
    await settled()
    expect(events).toEqual([{ type: 'session', session: mockSession([bob]) }])
  })

  test('many events at once are reported once, with the last values', async () => {
    const { provider, events, settled } = await connected()
    for (let round = 0; round < 1000; round++) {
      provider.emit('accountsChanged', round % 2 === 0 ? [bob] : [alice])
      provider.emit('chainChanged', round % 2 === 0 ? '0xa' : '0x1')
    }
    provider.emit('accountsChanged', [bob, alice])
    await settled()
    expect(events.at(-1)).toEqual({ type: 'session', session: mockSession([bob, alice]) })
    expect(events.length).toBeLessThan(5)
  })

  test('after a disconnect event, a wallet that still has accounts stays connected', async () => {
    const { provider, events, settled } = await connected()
    provider.emit('disconnect', { code: 4900 })
    await settled()
    expect(events).toEqual([])
  })

  test.each([
    ['has no accounts', () => []],
    [
      'does not answer any more',
      () => {
        throw { code: 4900 }
      },
    ],
  ])('a disconnect after which it %s', async (_, eth_accounts) => {
    const { provider, events, settled } = await connected({ eth_accounts })
    provider.emit('disconnect', { code: 4900 })
    await settled()
    expect(events).toEqual([{ type: 'disconnect' }])
  })

  test('an account that changes while a disconnect is checked takes precedence', async () => {
    const accounts = createDeferred<unknown>()
    const { provider, events, settled } = await connected({ eth_accounts: () => accounts.promise })
    provider.emit('disconnect')
    provider.emit('accountsChanged', [bob])
    await settled()
    accounts.resolve([])
    await settled()
    expect(events).toEqual([{ type: 'session', session: mockSession([bob]) }])
  })

  test('a failed attempt to connect again keeps the previous connection', async () => {
    let answer: unknown = [alice]
    const { provider, connect, events, settled } = await connected({ eth_requestAccounts: () => answer })
    answer = []
    await expect(connect()).rejects.toMatchObject({ code: 'NO_ACCOUNTS_FOUND' })
    provider.emit('chainChanged', '0xa')
    await settled()
    expect(events).toEqual([{ type: 'session', session: mockSession([alice], 10) }])
  })
})

describe('disconnect', () => {
  test('revokes the permission (EIP-2255) and stops listening', async () => {
    const { connector, provider, events, settled } = await connected()
    await connector.disconnect()
    expect(provider.requests.at(-1)).toEqual({
      method: 'wallet_revokePermissions',
      params: [{ eth_accounts: {} }],
    })
    provider.emit('accountsChanged', [bob])
    provider.emit('accountsChanged', [])
    await settled()
    expect(events).toEqual([])
    expect(provider.listenerCount()).toBe(0)
  })

  test('succeeds although the wallet cannot revoke the permission', async () => {
    const { connector, provider } = await connected({
      wallet_revokePermissions() {
        throw { code: -32601 }
      },
    })
    await connector.disconnect()
    expect(provider.listenerCount()).toBe(0)
  })
})

describe('switchNetwork', () => {
  test('asks the wallet, and reports its chain although it emits no event', async () => {
    let chainId = '0x1'
    const { connector, provider, events } = await connected({
      eth_chainId: () => chainId,
      wallet_switchEthereumChain() {
        chainId = '0xa'
        return null
      },
    })
    await connector.switchNetwork(optimism)
    expect(provider.requests).toContainEqual({
      method: 'wallet_switchEthereumChain',
      params: [{ chainId: '0xa' }],
    })
    expect(events).toEqual([{ type: 'session', session: mockSession([alice], 10) }])
  })

  test('a wallet that emits too is reported once', async () => {
    let chainId = '0x1'
    const wallet = await connected({
      eth_chainId: () => chainId,
      wallet_switchEthereumChain() {
        chainId = '0xa'
        wallet.provider.emit('chainChanged', '0xa')
        return null
      },
    })
    await wallet.connector.switchNetwork(optimism)
    expect(wallet.events).toEqual([{ type: 'session', session: mockSession([alice], 10) }])
  })

  test('does not ask a wallet that is not connected', async () => {
    const { connector, events } = setUp({ eth_chainId: '0xa', wallet_switchEthereumChain: null })
    await connector.switchNetwork(optimism)
    expect(events).toEqual([])
  })
})

test('its provider is the wallet’s own', async () => {
  const { connector, provider } = setUp()
  expect(await connector.getProvider('eip155')).toBe(provider)
})
