import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createDeferred } from '../../core/deferred.js'
import { accountOf } from '../../features/account/state.js'
import { cancelConnect, connect } from '../../features/connection/connect.js'
import { disconnect } from '../../features/connection/disconnect.js'
import { createTestClock } from '../../testing/createTestClock.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { mockNetwork } from '../../testing/mockNetwork.js'
import { scriptedProvider } from '../../testing/scriptedProvider.js'
import { createInjectedConnector } from './createInjectedConnector.js'

/**
 * A wallet as they are: it keeps its accounts and chain, answers when the visitor or its own process comes to it, in
 * any order, and reports changes whenever they happen.
 */
function createWallet() {
  let accounts: readonly string[] = []
  let chainId = 1
  const waiting: { readonly method: string; readonly settle: (isApproved: boolean) => void }[] = []

  function wait(method: string, settle: () => unknown) {
    const answer = createDeferred<unknown>()
    waiting.push({
      method,
      settle(isApproved) {
        if (isApproved) answer.resolve(settle())
        else answer.reject({ code: 4001 })
      },
    })
    return answer.promise
  }

  const provider = scriptedProvider({
    eth_requestAccounts() {
      if (waiting.some(({ method }) => method === 'eth_requestAccounts')) throw { code: -32002 }
      return wait('eth_requestAccounts', () => {
        if (accounts.length === 0) accounts = ['0xa']
        return accounts
      })
    },
    eth_accounts: () => wait('eth_accounts', () => accounts),
    eth_chainId() {
      // What it was when it was asked: the answer may be old when it comes.
      const then = `0x${chainId.toString(16)}`
      return wait('eth_chainId', () => then)
    },
    wallet_revokePermissions() {
      accounts = []
      return null
    },
  })

  return {
    provider,
    accounts: () => accounts,
    networkId: () => `eip155:${chainId}`,
    moveToAccounts(next: readonly string[]) {
      // A wallet that was not let in has no accounts to report.
      if (accounts.length === 0) return
      accounts = next
      provider.emit('accountsChanged', next)
    },
    moveToChain(next: number) {
      chainId = next
      provider.emit('chainChanged', `0x${next.toString(16)}`)
    },
    answer(index: number, isApproved: boolean) {
      const [request] = waiting.splice(index % Math.max(waiting.length, 1), 1)
      request?.settle(isApproved || request.method !== 'eth_requestAccounts')
    },
    answerAll() {
      for (const { settle } of waiting.splice(0)) settle(true)
    },
    isWaiting: () => waiting.length > 0,
  }
}

const step = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ type: 'connect' } as const) },
  fc.constant({ type: 'cancel' } as const),
  fc.constant({ type: 'disconnect' } as const),
  fc.constant({ type: 'hiccup' } as const),
  fc.constant({ type: 'settle' } as const),
  fc.record({
    type: fc.constant('accounts' as const),
    accounts: fc.constantFrom(['0xa'], ['0xb'], ['0xb', '0xa'], []),
  }),
  fc.record({ type: fc.constant('chain' as const), chainId: fc.constantFrom(1, 10, 424242) }),
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('answer' as const),
      index: fc.nat(3),
      isApproved: fc.boolean(),
    }),
  },
  fc.record({ type: fc.constant('wait' as const), duration: fc.constantFrom(0, 1_000, 60_000) }),
)

function setUp() {
  const wallet = createWallet()
  const clock = createTestClock()
  const connector = createInjectedConnector({
    info: { id: 'wallet', type: 'ANNOUNCED', name: 'Wallet', namespaces: ['eip155'] },
    provider: wallet.provider,
    toAddress: async (value) => (typeof value === 'string' ? value : undefined),
    clock,
  })
  const networks = [mockNetwork(1), mockNetwork(10), mockNetwork(424242)] as const
  return { wallet, clock, kit: createTestKit({ connectors: [connector], networks }) }
}

type Step = typeof step extends fc.Arbitrary<infer value> ? value : never

/** The wallet moves on while an attempt to connect again, which is then cancelled, is being read. */
const overtaken: Step[] = [
  { type: 'connect' },
  { type: 'answer', index: 0, isApproved: true },
  { type: 'answer', index: 0, isApproved: true },
  { type: 'connect' },
  { type: 'answer', index: 0, isApproved: true },
  { type: 'chain', chainId: 10 },
  { type: 'cancel' },
]

test("after any events in any order, the kit has the wallet's state, and nothing is stuck", async () => {
  const property = fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), async (steps) => {
    const { wallet, clock, kit } = setUp()
    const settle = () => clock.advance(0)
    const finish = async () => {
      while (wallet.isWaiting()) {
        wallet.answerAll()
        await settle()
      }
    }
    for (const step of steps) {
      if (step.type === 'connect') connect(kit, { connectorId: 'wallet' }).catch(() => {})
      if (step.type === 'cancel') cancelConnect(kit)
      if (step.type === 'disconnect') disconnect(kit).catch(() => {})
      if (step.type === 'hiccup') wallet.provider.emit('disconnect', { code: 4900 })
      if (step.type === 'accounts') wallet.moveToAccounts(step.accounts)
      if (step.type === 'chain') wallet.moveToChain(step.chainId)
      if (step.type === 'answer') wallet.answer(step.index, step.isApproved)
      // An answer arrives as a message of its own: nothing else happens before the page has read it.
      if (step.type === 'answer' || step.type === 'settle') await settle()
      if (step.type === 'wait') await clock.advance(step.duration)
    }
    await settle()
    await finish()

    const { status, attempt } = kit.store.getState().connection
    const account = accountOf(kit.store.getState())
    expect(attempt?.status).not.toBe('pending')
    expect(status.eip155).toBe(account === undefined ? 'disconnected' : 'connected')
    if (account !== undefined) {
      expect(account.addresses).toEqual(wallet.accounts())
      expect(account.networkId).toBe(wallet.networkId())
    }

    // From wherever this ended, the visitor can connect.
    const connection = connect(kit, { connectorId: 'wallet' })
    await settle()
    await finish()
    expect((await connection).namespaces.eip155).toMatchObject({
      addresses: wallet.accounts(),
      networkId: wallet.networkId(),
    })
  })
  await fc.assert(property, { numRuns: Number(process.env.LONG_RUNS ?? 500), examples: [[overtaken]] })
})
