import {
  confirmPayer,
  invalid,
  memberOf,
  readAccounts,
  readPsbt,
  readSignature,
  readTxid,
  textOf,
} from './answers.js'
import { chains } from './chains.js'
import { networkByAddress, networkByName } from './networkByAddress.js'
import type { BitcoinWallet } from './wallet.js'

/** The interface of wallets in `window.btc_providers` (WBIP-004). */
export type SatsConnectProvider = {
  request(method: string, params?: unknown): Promise<unknown>
  addListener?: unknown
}

export function isSatsConnectProvider(value: unknown): value is SatsConnectProvider {
  return typeof memberOf(value, 'request') === 'function'
}

/** A wallet that speaks sats-connect's methods. */
export function satsConnectWallet(provider: SatsConnectProvider): BitcoinWallet {
  /** @throws The wallet's error: `{ code, message }`. */
  const ask = async (method: string, params: unknown = null): Promise<unknown> => {
    const answer = await provider.request(method, params)
    const error = memberOf(answer, 'error')
    if (error !== undefined && error !== null) {
      // Its code for a refusal; other wallets use that for any failure of theirs.
      throw memberOf(error, 'code') === -32000 ? { code: 4001, message: memberOf(error, 'message') } : error
    }
    const result = memberOf(answer, 'result')
    if (result === undefined) throw invalid(method)
    return result
  }
  const listed = (answer: unknown) => readAccounts(memberOf(answer, 'addresses') ?? answer)
  const accounts = async () => listed(await ask('wallet_getAccount'))
  return {
    accounts: () => orOlder(accounts(), () => [], notGranted),
    async connect(networkId) {
      const network = nameOf(networkId)
      const addresses = ['payment', 'ordinals']
      const asked = ask('wallet_connect', { addresses, ...(network && { network }) })
      return listed(await orOlder(asked, () => ask('getAddresses', { purposes: addresses, message: '' })))
    },
    async networkId() {
      const answer = await orOlder(ask('wallet_getNetwork'), () => undefined)
      return answer === undefined
        ? networkByAddress(await accounts().catch(() => []))
        : networkByName('satsConnect', memberOf(memberOf(answer, 'bitcoin'), 'name'))
    },
    async signMessage({ address, message, protocol }) {
      const params = { address, message: textOf(message), protocol: protocol.toUpperCase() }
      return readSignature(memberOf(await ask('signMessage', params), 'signature'))
    },
    async signPsbt({ psbt, inputs }) {
      const signInputs: { [address: string]: number[] } = {}
      for (const { address, index } of inputs) signInputs[address] = [...(signInputs[address] ?? []), index]
      return readPsbt(memberOf(await ask('signPsbt', { psbt, signInputs, broadcast: false }), 'psbt'), psbt)
    },
    async sendTransfer({ from, to, units }) {
      const payers = (await accounts()).filter(({ type }) => type !== 'ordinal')
      confirmPayer(payers[0], from)
      const recipients = [{ address: to, amount: Number(units) }]
      return readTxid(memberOf(await ask('sendTransfer', { recipients }), 'txid'))
    },
    async switchTo(networkId) {
      await ask('wallet_changeNetwork', { name: nameOf(networkId) })
    },
    async disconnect() {
      await ask('wallet_disconnect')
    },
    subscribe(onChange) {
      const listen = provider.addListener
      if (typeof listen !== 'function') return () => {}
      const stops = ['accountChange', 'networkChange', 'disconnect'].map((eventName): unknown =>
        listen.call(provider, { eventName, cb: onChange }),
      )
      return () => {
        for (const stop of stops) if (typeof stop === 'function') stop()
      }
    },
  }
}

/** The code of a wallet that grants the page nothing. */
const notGranted = -32002
/** The answer; from an older wallet, which says that it has no such method, what it is asked instead. */
const orOlder = <answer>(
  asked: Promise<answer>,
  older: () => answer | Promise<answer>,
  ...codes: readonly number[]
): Promise<answer> =>
  asked.catch((error: unknown) => {
    if (![-32601, -32001, ...codes].includes(Number(memberOf(error, 'code')))) throw error
    return older()
  })
const nameOf = (networkId: string) => chains.find((one) => one.networkId === networkId)?.satsConnect
