import {
  confirmPayer,
  hexOfPsbt,
  invalid,
  memberOf,
  readAccounts,
  readPsbt,
  readSignature,
  readTxid,
  textOf,
  unsupported,
} from './answers.js'
import { chains } from './chains.js'
import { isSameAddress } from './isSameAddress.js'
import { networkByAddress, networkByName } from './networkByAddress.js'
import type { BitcoinWallet } from './wallet.js'

/** The methods that `window.unisat` and `window.okxwallet.bitcoin` share; the others are optional. */
export type WindowProvider = {
  requestAccounts(): Promise<unknown>
  getAccounts(): Promise<unknown>
  getPublicKey(): Promise<unknown>
  signMessage(text: string, type: 'ecdsa' | 'bip322-simple'): Promise<unknown>
  signPsbt(psbtHex: string, options: unknown): Promise<unknown>
  readonly [more: string]: unknown
}

const needed = ['requestAccounts', 'getAccounts', 'getPublicKey', 'signMessage', 'signPsbt']

export function isWindowProvider(value: unknown): value is WindowProvider {
  return needed.every((name) => typeof memberOf(value, name) === 'function')
}

/** A wallet with one account, at a property of `window`: OKX and Unisat. */
export function windowWallet(provider: WindowProvider): BitcoinWallet {
  const call = async (name: string, ...parameters: unknown[]): Promise<unknown> => {
    const method = provider[name]
    if (typeof method !== 'function') {
      throw unsupported(name)
    }
    return method.apply(provider, parameters)
  }
  const factsOf = async (addresses: unknown) => {
    if (!Array.isArray(addresses)) throw invalid('accounts')
    const [address] = addresses
    if (address === undefined) return []
    const publicKey = await call('getPublicKey').catch(() => undefined)
    return readAccounts([{ address, ...(typeof publicKey === 'string' ? { publicKey } : {}) }])
  }
  const accounts = async () => factsOf(await call('getAccounts'))
  return {
    accounts,
    connect: async () => factsOf(await call('requestAccounts')),
    async networkId() {
      const has = (name: string) => typeof provider[name] === 'function'
      if (has('getChain')) return networkByName('unisat', memberOf(await call('getChain'), 'enum'))
      if (!has('getNetwork')) return networkByAddress(await accounts())
      // An older wallet.
      const name = String(await call('getNetwork')).replace('livenet', 'mainnet')
      return networkByName('unisat', `BITCOIN_${name.toUpperCase()}`)
    },
    async signMessage({ address, message, protocol }) {
      const type = protocol === 'ecdsa' ? 'ecdsa' : 'bip322-simple'
      const signature = readSignature(await call('signMessage', textOf(message), type))
      // The account signs that is in use when the visitor approves.
      const [signer] = await accounts()
      if (signer && isSameAddress(signer.address, address)) return signature
      throw invalid('signMessage')
    },
    async signPsbt({ psbt, inputs }) {
      const options = { autoFinalized: false, toSignInputs: inputs.map((input) => ({ ...input })) }
      return readPsbt(await call('signPsbt', hexOfPsbt(psbt), options), psbt)
    },
    async sendTransfer({ from, to, units }) {
      confirmPayer((await accounts())[0], from)
      return readTxid(await call('sendBitcoin', to, Number(units)))
    },
    async switchTo(networkId) {
      const chain = chains.find((one) => one.networkId === networkId)
      await call('switchChain', chain?.unisat)
    },
    async disconnect() {
      await call('disconnect')
    },
    subscribe(onChange) {
      const events = ['accountsChanged', 'networkChanged', 'chainChanged']
      for (const event of events) void call('on', event, onChange).catch(() => {})
      return () => {
        for (const event of events) void call('removeListener', event, onChange).catch(() => {})
      }
    },
  }
}
