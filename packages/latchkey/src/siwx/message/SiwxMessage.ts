import { type CaipNetworkId, isNamespace, type Namespace } from '../../protocol/caip.js'

/**
 * The message that a visitor signs to sign in: CAIP-122, whose form for eip155 is ERC-4361. Times are RFC 3339
 * (`2026-11-21T10:00:00.000Z`).
 */
export type SiwxMessage = {
  /** Scheme of the page that asks, `https`; usually left out. */
  readonly scheme?: string | undefined
  /** Host, and port where it is not the usual one, of the page that asks: `app.example:8443`. */
  readonly domain: string
  /** The account's address as its chain family writes it; for eip155 with its checksum (EIP-55). */
  readonly address: string
  /** One line for the visitor, in ASCII: ERC-4361 allows no other characters. */
  readonly statement?: string | undefined
  /** The page or the resource to which the account signs in. */
  readonly uri: string
  readonly version: '1'
  /** CAIP-2. The text has only the reference: the family is in its first line. */
  readonly chainId: CaipNetworkId
  /** At least 8 letters and digits; ours have 32 from the server, which takes each once. */
  readonly nonce: string
  readonly issuedAt: string
  readonly expirationTime?: string | undefined
  readonly notBefore?: string | undefined
  readonly requestId?: string | undefined
  readonly resources?: readonly string[] | undefined
}

/** The name of each family's accounts in the first line (the namespaces' CAIP-122 profiles). */
const blockchainNames: { readonly [namespace in Namespace]?: string } = {
  eip155: 'Ethereum',
  solana: 'Solana',
  bip122: 'Bitcoin',
  polkadot: 'Polkadot',
}

/**
 * Whether a family's texts without a statement have no blank line for it: wallets compose such texts by themselves (Sign
 * in with Solana).
 */
export const isBlankLeftOut = (namespace: Namespace): boolean => namespace === 'solana'

/**
 * Before the namespace of a family that has no profile: no slip of the pen makes one of it of a known family's name.
 */
const mark = 'caip2:'

/** Returns the name of a family's accounts in the first line. */
export function blockchainNameOf(namespace: Namespace): string {
  return blockchainNames[namespace] ?? `${mark}${namespace}`
}

/** Returns the family for the name in a first line; `undefined` for an unknown name. */
export function namespaceOfBlockchain(name: string): Namespace | undefined {
  const [known] = Object.entries(blockchainNames).find(([, blockchain]) => blockchain === name) ?? []
  const namespace = known ?? name.slice(mark.length)
  return isNamespace(namespace) && blockchainNameOf(namespace) === name ? namespace : undefined
}
