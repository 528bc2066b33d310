/** The chain families that have networks in `latchkey/networks`. All else is their adapter's. */
export const namespaces = ['eip155', 'solana', 'polkadot', 'bip122'] as const

export type KnownNamespace = (typeof namespaces)[number]

/** The family of networks that name none, as viem's chains do, and of chain ids that are numbers. */
export const defaultNamespace = 'eip155'

export type DefaultNamespace = typeof defaultNamespace

/** Names of chain families for code that has no adapter. */
export const familyNames: { readonly [namespace: string]: string | undefined } = {
  eip155: 'EVM Networks',
  solana: 'Solana',
  polkadot: 'Polkadot',
  bip122: 'Bitcoin',
}
