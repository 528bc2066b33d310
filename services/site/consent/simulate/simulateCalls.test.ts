import { pad, toHex } from 'viem'
import { expect, test } from 'vitest'
import type { Plan } from '../../accounts/planCalls.js'
import type { Rpc } from '../../accounts/Rpc.js'
import { localChain, testWallet } from '../../testing/testWallet.js'
import { createDescriber } from '../describe/Describer.js'
import { simulateCalls } from './simulateCalls.js'

const token = `0x${'70'.repeat(20)}` as const
const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** Simulates a call that takes 5 units of a token from the account; the token answers `balance` when it is asked. */
async function simulate(
  balance: (count: number) => { readonly status: string; readonly returnData: string },
) {
  const rpc: Rpc = async (_, method, params) => {
    if (method !== 'eth_simulateV1') return '0x'
    const [{ blockStateCalls }] = params as [{ blockStateCalls: [{ calls: readonly unknown[] }] }]
    const { calls } = blockStateCalls[0]
    const topics = [transfer, pad(account), pad(token)]
    const took = { status: '0x1', logs: [{ address: token, topics, data: pad(toHex(5)) }], returnData: '0x' }
    return [{ calls: calls.length === 1 ? [took] : [balance(0), took, balance(1)] }]
  }
  const wallet = testWallet({ rpc })
  const account = wallet.context().account.eip155
  const plan: Plan = {
    ...{ isAtomic: true, willFail: false },
    transactions: [
      {
        ...{ chainId: 31_337, nonce: 0, to: token, value: '0x0', data: '0x', gas: '0x5208' },
        fee: { type: 'legacy', gasPrice: '0x1' },
      },
    ],
  }
  return simulateCalls(plan, createDescriber(wallet.context(), localChain))
}

test('a token’s own word on what the account has counts', async () => {
  const changes = await simulate((count) => ({ status: '0x1', returnData: pad(toHex(100 - 7 * count)) }))
  expect(changes).toMatchObject({ status: 'simulated', assets: [{ units: '-7' }] })
})

test('of a token that says nothing, what its logs say is shown and not nothing', async () => {
  const changes = await simulate(() => ({ status: '0x0', returnData: '0x' }))
  expect(changes).toMatchObject({ status: 'simulated', assets: [{ units: '-5' }] })
})
