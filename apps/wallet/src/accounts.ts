import { type HDAccount, mnemonicToAccount } from 'viem/accounts'

/** The key phrase that local development chains fund. It is public: nothing of worth may ever be held by it. */
const developmentPhrase = 'test test test test test test test test test test test junk'

export type WalletAccount = { readonly name: string; readonly signer: HDAccount }

// Not the first account: that is the demo's own practice wallet, and two wallets should be two people.
export const accounts: readonly WalletAccount[] = [1, 2, 3].map((addressIndex, index) => ({
  name: `Account ${index + 1}`,
  signer: mnemonicToAccount(developmentPhrase, { addressIndex }),
}))

export function accountOf(address: unknown): WalletAccount | undefined {
  return accounts.find(({ signer }) => signer.address.toLowerCase() === String(address).toLowerCase())
}
