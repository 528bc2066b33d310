import type { CaipNetworkId } from '../caip.js'

/** The chain families on which an embedded wallet has an account. */
export const embeddedFamilies = ['eip155', 'solana'] as const

/**
 * The networks that the frame's messages may name (spec §9 "Supported networks in the frame"). Eight of them are retired test networks, which
 * nobody is offered. An operator's frame also serves the chains of its own settings.
 */
export const frameNetworks: readonly CaipNetworkId[] = [
  ...[
    ...[1, 5, 11155111, 10, 420, 42161, 421613, 137, 80001, 42220, 1313161554, 1313161555, 56, 97],
    ...[43114, 43113, 324, 280, 100, 8453, 84531, 84532, 7777777, 999],
  ].map((id): CaipNetworkId => `eip155:${id}`),
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
]
