import { base64 } from '@scure/base'
import type { AccountFacts } from '../../core/connector.js'
import { walletError } from '../../protocol/walletErrors.js'
import { answerLimit, invalid, memberOf, readAccounts, readSignature, unsupported } from './answers.js'
import { hexOf } from './bytes.js'
import { chains } from './chains.js'
import { networkByAddress } from './networkByAddress.js'
import type { BitcoinWallet } from './wallet.js'

/** The function of a wallet's feature; `undefined` if it has none. */
function functionOf(wallet: unknown, feature: string, name: string) {
  const owner = memberOf(memberOf(wallet, 'features'), feature)
  const run = memberOf(owner, name)
  return typeof run === 'function'
    ? (...inputs: readonly unknown[]): unknown => run.apply(owner, inputs)
    : undefined
}

const methodOf = (wallet: unknown, name: string) => functionOf(wallet, `bitcoin:${name}`, name)

/** Whether an object has the features that Bitcoin wallets of the Wallet Standard have. */
export const isStandardWallet = (wallet: unknown): boolean =>
  methodOf(wallet, 'connect') !== undefined && methodOf(wallet, 'signTransaction') !== undefined

/** A wallet that announced itself by the Wallet Standard. */
export function standardWallet(wallet: unknown): BitcoinWallet {
  /** The wallet's own account objects, which it takes back in requests. */
  let own: readonly unknown[] = []
  let chosen: string | undefined
  const call = async (name: string, parameter: unknown): Promise<unknown> => {
    const run = methodOf(wallet, name)
    if (run === undefined) throw unsupported(name)
    return run(parameter)
  }
  const take = (accounts: unknown): readonly AccountFacts[] => {
    if (!Array.isArray(accounts)) throw invalid('connect')
    own = accounts.slice(0, 20)
    return readAccounts(own.map((account) => ({ address: memberOf(account, 'address'), ...keyOf(account) })))
  }
  const ownOf = (address: string) => {
    const account = own.find((one) => memberOf(one, 'address') === address)
    if (account === undefined) throw invalid('accounts')
    return account
  }
  const accounts = async () => take(memberOf(wallet, 'accounts'))
  const offered = () => own.flatMap((account) => listOf(memberOf(account, 'chains')))
  const usable = () => chains.filter(({ standard }) => offered().includes(standard))
  const chainOf = () => usable().find(({ networkId }) => networkId === chosen) ?? usable()[0]
  const first = (answer: unknown, member: string, question = '') => {
    const bytes = memberOf(Array.isArray(answer) ? answer[0] : undefined, member)
    if (!(bytes instanceof Uint8Array) || bytes.length > answerLimit(question)) throw invalid(member)
    return base64.encode(Uint8Array.from(bytes))
  }
  return {
    accounts,
    isLate: true,
    async connect(networkId) {
      chosen = networkId
      const answer = await call('connect', { purposes: ['payment', 'ordinals'] })
      return take(memberOf(answer, 'accounts'))
    },
    async networkId() {
      const known = chainOf()
      if (known === undefined && offered().length > 0) throw invalid('network')
      return known?.networkId ?? networkByAddress(await accounts())
    },
    async signMessage({ address, message }) {
      // Bytes of its own: the wallet may write into what it gets.
      const bytes = typeof message === 'string' ? new TextEncoder().encode(message) : new Uint8Array(message)
      const input = { account: ownOf(address), message: bytes }
      return readSignature(first(await call('signMessage', input), 'signature'))
    },
    async signPsbt({ psbt, inputs }) {
      const addresses = [...new Set(inputs.map(({ address }) => address))]
      const inputsToSign = addresses.map((address) => ({
        account: ownOf(address),
        signingIndexes: inputs.filter((input) => input.address === address).map(({ index }) => index),
      }))
      const input = { psbt: base64.decode(psbt), inputsToSign, chain: chainOf()?.standard }
      return first(await call('signTransaction', input), 'signedPsbt', psbt)
    },
    async switchTo(networkId) {
      if (!usable().some((one) => one.networkId === networkId)) throw walletError('CHAIN_NOT_SUPPORTED')
      chosen = networkId
    },
    async disconnect() {
      own = []
      await (methodOf(wallet, 'disconnect') ?? functionOf(wallet, 'standard:disconnect', 'disconnect'))?.()
    },
    subscribe(onChange) {
      const stops = ['bitcoin:events', 'standard:events'].map((feature) =>
        functionOf(wallet, feature, 'on')?.('change', onChange),
      )
      return () => {
        for (const stop of stops) if (typeof stop === 'function') stop()
      }
    },
  }
}

function keyOf(account: unknown): { readonly publicKey?: string } {
  const key = memberOf(account, 'publicKey')
  return key instanceof Uint8Array && key.length <= 65 ? { publicKey: hexOf(key) } : {}
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
