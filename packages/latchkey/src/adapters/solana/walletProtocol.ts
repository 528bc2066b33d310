import type { WalletProtocol } from '../../core/walletProtocol.js'

/** The methods and events that Solana wallets support over the connection protocol. */
export const walletProtocol: WalletProtocol = {
  methods: [
    'solana_signMessage',
    'solana_signTransaction',
    'solana_requestAccounts',
    'solana_getAccounts',
    'solana_signAllTransactions',
    'solana_signAndSendTransaction',
  ],
  safe: ['solana_requestAccounts', 'solana_getAccounts'],
  events: ['accountsChanged', 'chainChanged'],
}
