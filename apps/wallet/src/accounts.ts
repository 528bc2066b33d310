import { type HDAccount, mnemonicToAccount } from 'viem/accounts'

/** The key phrase that local development chains fund. It is public: never hold anything of value with it. */
const developmentPhrase = 'test test test test test test test test test test test junk'

export type WalletAccount = { readonly name: string; readonly signer: HDAccount }

// Skips the first account, which the demo's practice wallet uses: two wallets should be two people.
export const accounts: readonly WalletAccount[] = [1, 2, 3].map((addressIndex, index) => ({
  name: `Account ${index + 1}`,
  signer: mnemonicToAccount(developmentPhrase, { addressIndex }),
}))

export function accountOf(address: unknown): WalletAccount | undefined {
  return accounts.find(({ signer }) => signer.address.toLowerCase() === String(address).toLowerCase())
}
