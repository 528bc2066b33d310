import { UserRejectedRequestError } from 'viem'
import { mainnet } from 'viem/chains'
import { describe, expect, test } from 'vitest'
import { toAddress } from '../../../adapters/eip155/toAddress.js'
import { createDeferred } from '../../../core/deferred.js'
import { fromWagmiConnector } from './fromWagmiConnector.js'

const alice = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

/** A wagmi connector whose user answers, and which emits events, when the test says so. */
function setUp() {
  const answer = createDeferred<{ readonly accounts: readonly string[]; readonly chainId: number }>()
  const reports: ((event: 'change', data: { readonly chainId: number }) => void)[] = []
  const make = ({ emitter }: { readonly emitter: { readonly emit: () => void } }) => {
    reports.push(emitter.emit)
    return { id: 'test', name: 'Test', type: 'test', connect: () => answer.promise }
  }
  const connector = fromWagmiConnector(make as never, {
    chains: [mainnet],
    transports: {},
    toAddress: async (value) => toAddress(value),
  })
  const told: string[] = []
  connector.subscribe(({ type }) => told.push(type))
  const settled = () => new Promise((resolve) => setTimeout(resolve, 0))
  const report = async (chainId: number) => {
    reports[0]?.('change', { chainId })
    await settled()
  }
  return { connector, answer, report, told, settled }
}

test('a connection that was given up before the wallet answered tells nothing', async () => {
  const { connector, answer, report, told, settled } = setUp()
  const controller = new AbortController()
  const attempt = connector.connect({ networks: [], signal: controller.signal })
  controller.abort(new Error('given up'))
  await expect(attempt).rejects.toThrow('given up')
  answer.resolve({ accounts: [alice], chainId: 1 })
  await settled()
  await report(10)
  expect(told).toEqual([])
})

test('an account that the wallet names twice is one', async () => {
  const { connector, answer } = setUp()
  answer.resolve({ accounts: [alice, alice.toLowerCase()], chainId: 1 })
  const { namespaces } = await connector.connect({ networks: [], signal: new AbortController().signal })
  expect(namespaces.eip155?.addresses).toEqual([alice])
})

describe('what the person declines', () => {
  const rejected = new UserRejectedRequestError(new Error('no'))
  const failing = (error: unknown) =>
    fromWagmiConnector(
      (() => ({
        id: 'test',
        name: 'Test',
        type: 'test',
        connect: () => Promise.reject(error),
        switchChain: () => Promise.reject(error),
      })) as never,
      { chains: [mainnet], transports: {}, toAddress: async (value) => toAddress(value) },
    )

  test('a connection: CONNECTION_DECLINED, with the connector’s own error as its cause', async () => {
    const asked = failing(rejected).connect({ networks: [], signal: new AbortController().signal })
    await expect(asked).rejects.toMatchObject({ code: 'CONNECTION_DECLINED', cause: rejected })
  })

  test.each([
    ['SWITCH_DECLINED', rejected],
    ['REQUEST_ALREADY_PENDING', { code: -32002, message: 'Request already pending' }],
    ['CHAIN_NOT_SUPPORTED', { code: 4902, message: 'Unrecognized chain ID' }],
  ])('a switch: %s', async (code, error) => {
    const switched = failing(error).switchNetwork({ id: 10 } as never)
    await expect(switched).rejects.toMatchObject({ code, cause: error })
  })
})
