import type { Adapter } from '../../core/adapter.js'
import type { AccountFacts } from '../../core/connector.js'
import { deepCopy } from '../../core/deepCopy.js'
import { invalid, unsupported } from './answers.js'
import { askToSign } from './askToSign.js'
import { isSame } from './bytes.js'
import { isSameAddress } from './isSameAddress.js'
import { loadBtcSigner } from './peer.js'
import { unsignedOf } from './psbt.js'
import { readWallet } from './readWallet.js'
import type { InputToSign, SignatureProtocol } from './wallet.js'

/** The Bitcoin provider of apps. */
export type BitcoinProvider = {
  getAccountAddresses(): Promise<readonly AccountFacts[]>
  /** Resolves to the signature in base64. */
  signMessage(parameters: {
    readonly address: string
    readonly message: string
    readonly protocol?: SignatureProtocol | undefined
  }): Promise<string>
  /**
   * Signs inputs of a PSBT in base64, and does not broadcast it; resolves to the PSBT in base64. A wallet's answer of
   * another transaction is refused.
   */
  signPsbt(parameters: {
    readonly psbt: string
    readonly signInputs: readonly InputToSign[]
  }): Promise<{ readonly psbt: string }>
  /** Lets the wallet send a payment in satoshi; resolves to its id. */
  sendTransfer(parameters: {
    readonly recipient: string
    readonly amount: string
    /** @default the active account */
    readonly account?: string | undefined
  }): Promise<string>
}

/** Makes the provider that apps get: requests that need approval go through the kit's gate. */
export function guardProvider({
  provider,
  gate,
  active,
}: Parameters<NonNullable<Adapter['guardProvider']>>[0]): BitcoinProvider {
  const wallet = readWallet(provider)
  return {
    getAccountAddresses: () => wallet.accounts(),
    async signMessage({ address, message, protocol = 'ecdsa' }) {
      const params = { address, message, protocol }
      return String(await gate({ method: 'signMessage', params }, () => askToSign(wallet, params)))
    },
    async signPsbt({ psbt, signInputs: given }) {
      // The app may change its list while the gate decides.
      const signInputs = deepCopy(given)
      const own = await wallet.accounts()
      const btc = await loadBtcSigner()
      const wanted = unsignedOf(btc, psbt)
      const isStrange = (one: string) => !own.some(({ address }) => isSameAddress(address, one))
      const addresses = signInputs.map(({ address }) => address)
      // The gate refuses a strange one.
      const account = addresses.find(isStrange) ?? addresses[0]
      const params = { account, psbt, signInputs, broadcast: false }
      const ask = async () => {
        const signed = await wallet.signPsbt({ psbt, inputs: signInputs })
        if (!isSame(unsignedOf(btc, signed), wanted)) throw invalid('signPsbt')
        return signed
      }
      return { psbt: String(await gate({ method: 'signPsbt', params }, ask)) }
    },
    async sendTransfer({ recipient, amount, account }) {
      const send = wallet.sendTransfer
      if (send === undefined || !/^[1-9]\d{0,15}$/.test(amount)) {
        throw unsupported('sendTransfer')
      }
      const from = account ?? active?.() ?? ''
      const params = { account: from, recipientAddress: recipient, amount }
      const ask = () => send({ from, to: recipient, units: BigInt(amount) })
      return String(await gate({ method: 'sendTransfer', params }, ask))
    },
  }
}
