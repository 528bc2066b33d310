import type { SessionRequester } from '../../core/walletProtocol.js'
import { KitError } from '../../protocol/errors.js'
import { walletError } from '../../protocol/walletErrors.js'
import { invalid, memberOf, readPsbt, readSignature, readTxid, textOf } from './answers.js'
import { isSameAddress } from './isSameAddress.js'
import type { BitcoinWallet } from './wallet.js'

/** A wallet behind the connection protocol. */
export function protocolWallet({ request, granted }: SessionRequester): BitcoinWallet {
  const session = () => {
    const now = granted()
    if (now === undefined) throw new KitError('NOT_CONNECTED')
    return now
  }
  // The session's properties say what the accounts are for (`Adapter.accountFacts`).
  const accounts = async () => session().addresses.map((address) => ({ address, type: 'shared' }))
  return {
    connect: accounts,
    accounts,
    networkId: async () => session().networkId,
    async signMessage({ address, message, protocol }) {
      const params = { account: address, address, message: textOf(message), protocol }
      const answer = await request({ method: 'signMessage', params })
      // Wallets may say which of their accounts has signed.
      const signer = memberOf(answer, 'address') ?? address
      if (!isSameAddress(`${signer}`, address)) throw invalid('signMessage')
      return readSignature(memberOf(answer, 'signature'))
    },
    async signPsbt({ psbt, inputs }) {
      const account = inputs[0]?.address
      const params = { account, psbt, signInputs: inputs, broadcast: false }
      return readPsbt(memberOf(await request({ method: 'signPsbt', params }), 'psbt'), psbt)
    },
    async sendTransfer({ from, to, units }) {
      const params = { account: from, recipientAddress: to, amount: String(units) }
      return readTxid(memberOf(await request({ method: 'sendTransfer', params }), 'txid'))
    },
    async switchTo(networkId) {
      if (session().networkId !== networkId) throw walletError('CHAIN_NOT_SUPPORTED')
    },
  }
}
