import { vi } from 'vitest'
import type { Adapter, Transfers } from '../core/adapter.js'
import type { Config } from '../core/Config.js'
import type { StorageBackend } from '../core/storage.js'
import { memoryStorage } from '../core/storageBackends.js'
import { accountOf } from '../features/account/state.js'
import { connect } from '../features/connection/connect.js'
import { update } from '../features/Kit.js'
import { beginSend, setSendAmount, setSendRecipient } from '../features/send/editSend.js'
import { sendPlanOf } from '../features/send/sendPlan.js'
import { createTestKit } from './createTestKit.js'
import { mockAdapter } from './mockAdapter.js'
import { mockConnector, mockSession } from './mockConnector.js'
import { mockNetwork } from './mockNetwork.js'

/** The account that {@link sendKit} is connected with. */
export const alice = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
export const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
/** The contract of the token that it has. */
export const dollar = '0x1111111111111111111111111111111111111111'
/** The transaction that its wallet sends. */
export const hash = `0x${'ab'.repeat(32)}`

const fee = {
  gasLimit: 21_000n,
  gasPriceUnits: 10n ** 9n,
  tipUnits: 1n,
  dataFeeUnits: 0n,
  feeUnits: 10n ** 12n,
}

function scriptedTransfers(overrides: Partial<Transfers> = {}) {
  return {
    estimate: vi.fn<Transfers['estimate']>(async () => fee),
    balance: async () => 0n,
    isContract: async () => false,
    send: vi.fn<Transfers['send']>(async () => ({ kind: 'transaction', id: hash })),
    status: vi.fn<Transfers['status']>(async () => ({ status: 'confirmed', hash })),
    ...overrides,
  }
}

/** A test kit whose account has a coin and 12.5 of a token with 6 decimals, and whose form to send is open; its chain does as told. */
export async function sendKit(
  overrides: Partial<Transfers> = {},
  storage: StorageBackend = memoryStorage(),
  provider: unknown = {},
  config: Partial<Omit<Config, 'clock'>> = {},
) {
  const transfers = scriptedTransfers(overrides)
  const adapter: Partial<Adapter> = {
    transfers: async () => transfers,
    getBalance: async () => ({ units: 0n, decimals: 18, symbol: 'ETH' }),
  }
  const wallet = mockConnector({}, { connect: () => mockSession([alice]), provider })
  const kit = createTestKit({
    connectors: [wallet],
    adapters: [mockAdapter(adapter)],
    networks: [mockNetwork(1, { nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } })],
    storage,
    ...config,
  })
  await connect(kit, { connectorId: 'mock' })
  const account = accountOf(kit.store.getState())
  if (account === undefined) throw new Error('not connected')
  const token = { chainId: 'eip155:1', iconUrl: '' } as const
  update(kit, 'account', (state) => ({
    ...state,
    portfolios: {
      [account.caipAddress]: {
        status: 'success' as const,
        tokens: [
          { ...token, name: 'Ether', symbol: 'ETH', price: 2000, quantity: { decimals: '18', numeric: '1' } },
          {
            ...token,
            name: 'Dollar',
            symbol: 'USD',
            price: 1,
            address: `eip155:1:${dollar}` as const,
            quantity: { decimals: '6', numeric: '12.5' },
          },
        ],
      },
    },
  }))
  beginSend(kit)
  const settle = async () => {
    for (let round = 0; round < 6; round++) {
      await vi.waitFor(() => Promise.resolve())
      await kit.clock.advance(600)
    }
  }
  const fill = async (amount: string, text = bob) => {
    setSendAmount(kit, { amount })
    setSendRecipient(kit, { text })
    await settle()
  }
  return {
    kit,
    transfers,
    settle,
    fill,
    plan: () => sendPlanOf(kit.store.getState()),
    state: () => kit.store.getState(),
  }
}
