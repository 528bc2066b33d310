import type { ProtocolAccount } from '../protocolAccounts/ProtocolAccount.js'
import { questionOf, type Signer } from './createSigner.js'

/** An EVM account in a wallet behind the connection protocol. */
export function eip155ProtocolAccount(signer: Signer): ProtocolAccount {
  return {
    namespace: 'eip155',
    methods: [
      'personal_sign',
      'eth_signTypedData',
      'eth_signTypedData_v4',
      'eth_sendTransaction',
      'wallet_switchEthereumChain',
    ],
    addressesOn: () => [signer.address],
    questionOf,
    perform: ({ networkId, method, params }) =>
      signer.perform({
        chainId: Number(networkId.slice('eip155:'.length)),
        method,
        params: Array.isArray(params) ? params : [],
      }),
  }
}
