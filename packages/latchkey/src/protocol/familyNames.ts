/** Names of chain families for code that has no adapter. */
export const familyNames: { readonly [namespace: string]: string | undefined } = {
  eip155: 'EVM Networks',
  solana: 'Solana',
  polkadot: 'Polkadot',
  bip122: 'Bitcoin',
}
