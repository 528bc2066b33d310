import type { CaipNetworkId, Namespace } from '../../protocol/caip.js'

/**
 * What a visitor signs to sign in: CAIP-122, whose form for eip155 is ERC-4361. Times are RFC 3339
 * (`2026-11-21T10:00:00.000Z`).
 */
export type SiwxMessage = {
  /** Scheme of the page that asks, `https`; usually left out. */
  readonly scheme?: string | undefined
  /** Host, and port where it is not the usual one, of the page that asks: `app.example:8443`. */
  readonly domain: string
  /** The account's address as its chain family writes it; for eip155 with its checksum (EIP-55). */
  readonly address: string
  /** One line for the visitor, in ASCII: ERC-4361 knows no other letters. */
  readonly statement?: string | undefined
  /** The page, or the resource, that is signed in to. */
  readonly uri: string
  readonly version: '1'
  /** CAIP-2. The text holds the reference alone: the family stands in its first line. */
  readonly chainId: CaipNetworkId
  /** At least 8 letters and digits; ours have 32 from the server, which takes each once. */
  readonly nonce: string
  readonly issuedAt: string
  readonly expirationTime?: string | undefined
  readonly notBefore?: string | undefined
  readonly requestId?: string | undefined
  readonly resources?: readonly string[] | undefined
}

/** What the first line calls an account of each family (the namespaces' CAIP-122 profiles). */
export const blockchainNames: { readonly [namespace in Namespace]: string } = {
  eip155: 'Ethereum',
  solana: 'Solana',
  bip122: 'Bitcoin',
  polkadot: 'Polkadot',
}
