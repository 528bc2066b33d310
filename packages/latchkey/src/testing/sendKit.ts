import { vi } from 'vitest'
import { isNobodys } from '../adapters/eip155/isNobodys.js'
import type { Adapter } from '../core/adapter.js'
import type { Config } from '../core/Config.js'
import type { ConnectorInfo } from '../core/connector.js'
import type { StorageBackend } from '../core/storage.js'
import { memoryStorage } from '../core/storageBackends.js'
import type { Transfers } from '../core/transfers.js'
import { accountOf } from '../features/account/state.js'
import { connect } from '../features/connection/connect.js'
import { update } from '../features/Kit.js'
import { beginSend, setSendAmount, setSendRecipient } from '../features/send/editSend.js'
import { sendPlanOf } from '../features/send/sendPlan.js'
import { createTestKit } from './createTestKit.js'
import { mockAdapter } from './mockAdapter.js'
import { mockConnector, mockSession } from './mockConnector.js'
import { mockNetwork } from './mockNetwork.js'

/** The connected account of {@link sendKit}. */
export const alice = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
export const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
/** The contract of the account's token. */
export const dollar = '0x1111111111111111111111111111111111111111'
/** The hash of the transaction that the wallet sends. */
export const hash = `0x${'ab'.repeat(32)}`

/** The fee on the chain of {@link sendKit}. */
const fee = {
  most: String(21_000n * 10n ** 9n),
  about: String(10n ** 12n),
  terms: { gasLimit: '21000' },
}

function scriptedTransfers(overrides: Partial<Transfers> = {}) {
  return {
    methods: { transaction: 'eth_sendTransaction', calls: 'wallet_sendCalls' },
    estimate: vi.fn<Transfers['estimate']>(async () => fee),
    balance: async () => 0n,
    isContract: async () => false,
    isNobodys,
    facts: vi.fn<Transfers['facts']>(async ({ tokenAddress }) => ({
      isContract: false,
      ...(tokenAddress === undefined ? {} : { token: { decimals: 6, symbol: 'USD' } }),
    })),
    prepare: vi.fn<Transfers['prepare']>(async ({ isAtomic }) =>
      isAtomic ? { kind: 'calls', callsId: '0x0b' } : { kind: 'transaction', nonce: 7, height: 100 },
    ),
    find: vi.fn<Transfers['find']>(async () => ({ status: 'open' })),
    send: vi.fn<Transfers['send']>(async () => ({ kind: 'transaction', id: hash })),
    status: vi.fn<Transfers['status']>(async ({ sent }) => ({
      status: 'confirmed',
      hash: sent.kind === 'transaction' ? sent.id : hash,
    })),
    ...overrides,
  }
}

/**
 * Makes a test kit with an open send form. Its account has the coin and 12.5 of a token with 6 decimals; the test sets
 * how the chain behaves.
 */
export async function sendKit(
  {
    walletState = async () => ({ networkId: 'eip155:1', addresses: [alice] }),
    spendsCoins,
    speeds,
    transferLife,
    ...overrides
  }: Partial<Transfers> &
    Partial<Pick<Adapter, 'walletState' | 'spendsCoins' | 'speeds' | 'transferLife'>> = {},
  storage: StorageBackend = memoryStorage(),
  provider: unknown = {},
  config: Partial<Omit<Config, 'clock'>> = {},
  info: Partial<ConnectorInfo> = {},
) {
  const transfers = scriptedTransfers(overrides)
  const adapter: Partial<Adapter> = {
    transfers: async () => transfers,
    walletState,
    ...(spendsCoins && { spendsCoins }),
    ...(speeds && { speeds }),
    ...(transferLife && { transferLife }),
    getBalance: async () => ({ units: 0n, decimals: 18, symbol: 'ETH' }),
  }
  const wallet = mockConnector(info, { connect: () => mockSession([alice]), provider })
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
    wallet,
    transfers,
    settle,
    fill,
    plan: () => sendPlanOf(kit.store.getState()),
    state: () => kit.store.getState(),
  }
}
