import type { WalletProtocol } from '../../core/walletProtocol.js'

/** The methods and events that Bitcoin wallets support over the connection protocol. */
export const walletProtocol: WalletProtocol = {
  methods: ['sendTransfer', 'signMessage', 'signPsbt', 'getAccountAddresses'],
  safe: ['getAccountAddresses'],
  events: ['accountsChanged', 'chainChanged'],
}
