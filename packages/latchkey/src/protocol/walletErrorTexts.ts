/** The errors of reaching a wallet and of its answers: code -> exact text, with `{slots}` to fill in. */
export const walletErrorTexts = {
  // Spec §8, wallets and adapters.
  CHAIN_ADAPTER_NOT_FOUND: 'Chain adapter not found',
  CHAIN_NOT_SUPPORTED: 'Chain is not supported',
  PROVIDER_NOT_FOUND: 'Provider not found',
  NO_ACCOUNTS_FOUND: 'No accounts found',
  CONNECTOR_TYPE_NOT_FOUND: 'Connector type not found',
  CONNECT_FAILED: 'Failed to connect to the wallet',
  WALLET_NOT_CONNECTED: 'Wallet not connected',
  WALLET_METHOD_UNSUPPORTED: 'the method {method} is not supported by the wallet',

  // Beyond the spec's list.
  CONNECTION_DECLINED: 'Connection declined',
  REQUEST_ALREADY_PENDING: 'A request is already open in {wallet}. Open your wallet to continue.',
  REQUEST_REJECTED: 'Rejected in {wallet}. Try again when you are ready.',
  SESSION_GONE: 'The wallet has ended this session. Connect again to continue.',
  WALLET_ANSWER_INVALID: 'Wallet sent an invalid answer',
  WALLET_ANSWER_UNCLEAR: 'Wallet did not say clearly whether it did what it was asked',
  SWITCH_DECLINED: 'Switch declined',
  RELAY_UNREACHABLE: 'The connection service cannot be reached. Check your network and try again.',
} as const
