/** The chain families that have networks in `latchkey/networks`. All else is their adapter's. */
export const namespaces = ['eip155', 'solana', 'polkadot', 'bip122'] as const

export type KnownNamespace = (typeof namespaces)[number]

/** The family of networks that name none, as viem's chains do, and of chain ids that are numbers. */
export const defaultNamespace = 'eip155'

export type DefaultNamespace = typeof defaultNamespace
