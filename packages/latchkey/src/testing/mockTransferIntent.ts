import type { TransferIntent } from '../core/intent.js'

/** Makes an intent to send one coin on `eip155:1`; a test may override its fields. */
export function mockTransferIntent(more: Partial<TransferIntent> = {}): TransferIntent {
  return {
    id: 'first',
    kind: 'transfer',
    networkId: 'eip155:1',
    account: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
    connectorId: 'mock',
    wallet: 'Mock Wallet',
    madeAt: Date.UTC(2026, 0, 1),
    recipient: { address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', warnings: [] },
    units: '1000000000000000000',
    symbol: 'ETH',
    decimals: 18,
    price: 0,
    coinPrice: 0,
    isRest: false,
    isAtomic: false,
    facts: { isContract: false },
    ...more,
  }
}
