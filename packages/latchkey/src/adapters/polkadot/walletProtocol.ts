import type { WalletProtocol } from '../../core/walletProtocol.js'

/** The methods and events that Polkadot wallets support over the connection protocol. */
export const walletProtocol: WalletProtocol = {
  methods: ['polkadot_signMessage', 'polkadot_signTransaction'],
  events: ['accountsChanged', 'chainChanged'],
}
