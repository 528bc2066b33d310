/** How CAIP-2 references of the families beside eip155 look. */
const references: { readonly [namespace: string]: RegExp | undefined } = {
  /** The first 32 characters of the genesis block's hash in base58. */
  solana: /^[1-9A-HJ-NP-Za-km-z]{32}$/,
  /** The first 32 digits of the genesis block's hash. */
  bip122: /^[0-9a-f]{32}$/,
  /** The same, of chains that are built with Substrate. */
  polkadot: /^[0-9a-f]{32}$/,
}

/** Whether a text is the CAIP-2 id of a chain that the blockchain service can serve: `eip155:1`. */
export function isServableChain(chainId: string): boolean {
  const [namespace = '', reference = '', ...rest] = chainId.split(':')
  if (rest.length > 0) return false
  return namespace === 'eip155'
    ? /^[1-9]\d{0,15}$/.test(reference)
    : references[namespace]?.test(reference) === true
}
