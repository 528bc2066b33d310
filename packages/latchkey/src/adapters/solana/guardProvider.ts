import { getTransactionDecoder, getTransactionEncoder } from '@solana/kit'
import * as v from 'valibot'
import type { Adapter } from '../../core/adapter.js'
import { isRecord } from '../../protocol/checks.js'
import { KitError } from '../../protocol/errors.js'
import { type SendOptions, sendOptionsSchema, solanaWalletOf, toBase58, toBase64 } from './SolanaWallet.js'

/** Sends a transaction in wire form, as the `Connection` of web3.js does. */
type Connection = {
  sendRawTransaction(wire: Uint8Array, options?: SendOptions): Promise<string>
}

/**
 * The provider for apps. Transactions may be bytes in wire form, those of `@solana/kit`, or those of web3.js; the
 * signed one comes back in the form of the given one.
 */
export type SolanaProvider = {
  /** Returns the connected account's address. */
  connect(): Promise<string>
  /** Nothing to do here: the visitor disconnects in the kit. */
  disconnect(): Promise<void>
  getAccounts(): Promise<readonly string[]>
  signMessage(message: Uint8Array): Promise<Uint8Array>
  signTransaction<transaction>(transaction: transaction): Promise<transaction>
  signAllTransactions<transaction>(transactions: readonly transaction[]): Promise<transaction[]>
  /** Returns the signature in base58. */
  signAndSendTransaction(transaction: unknown, options?: SendOptions): Promise<string>
  /** Lets the wallet sign, and sends with the app's own connection. */
  sendTransaction(transaction: unknown, connection: Connection, options?: SendOptions): Promise<string>
}

/** @see Adapter.guardProvider */
export function guardProvider({
  provider,
  gate,
  active,
}: Parameters<NonNullable<Adapter['guardProvider']>>[0]): SolanaProvider {
  const wallet = solanaWalletOf(provider)
  /** The wallet's accounts: the one that the visitor has chosen in the kit comes first. */
  const state = async () => {
    const { addresses, networkId } = await wallet.state()
    const chosen = active?.()
    const isChosen = (address: string) => address === chosen
    const others = addresses.filter((address) => !isChosen(address))
    return { addresses: [...addresses.filter(isChosen), ...others], networkId }
  }
  const first = async () => {
    const { addresses, networkId } = await state()
    const [pubkey] = addresses
    if (pubkey === undefined) throw new KitError('NOT_CONNECTED')
    return { pubkey, chainId: networkId }
  }
  /** Asks the wallet once the kit has let the request through. */
  const gated = async <value>(method: string, params: object, ask: (pubkey: string) => Promise<value>) => {
    const who = await first()
    const request = { method: `solana_${method}`, params: { ...who, ...params } }
    return (await gate(request, () => ask(who.pubkey))) as value
  }
  const sign = (method: string, wires: readonly Uint8Array[]) =>
    gated(method, { transactions: wires.map(toBase64) }, (pubkey) => wallet.signTransactions(pubkey, wires))
  const signOne = async (transaction: unknown) => {
    const [signed = new Uint8Array()] = await sign('signTransaction', [wireOf(transaction)])
    return signed
  }
  return {
    connect: async () => (await first()).pubkey,
    async disconnect() {},
    getAccounts: async () => (await state()).addresses,
    signMessage(message) {
      // The app may change its bytes while the gate decides.
      const own = Uint8Array.from(message)
      return gated('signMessage', { message: toBase58(own) }, (pubkey) => wallet.signMessage(pubkey, own))
    },
    signTransaction: async (transaction) => inFormOf(transaction, await signOne(transaction)),
    async signAllTransactions(transactions) {
      const signed = await sign('signAllTransactions', transactions.map(wireOf))
      return transactions.map((one, index) => inFormOf(one, signed[index] ?? new Uint8Array()))
    },
    async signAndSendTransaction(transaction, given) {
      const [wire, options] = [wireOf(transaction), optionsOf(given)]
      const params = { transaction: toBase64(wire), sendOptions: options }
      const send = (pubkey: string) => wallet.send(pubkey, wire, options)
      return toBase58(await gated('signAndSendTransaction', params, send))
    },
    async sendTransaction(transaction, connection, given) {
      const options = optionsOf(given)
      return connection.sendRawTransaction(await signOne(transaction), options)
    },
  }
}

/** The options of an app, without what Solana's nodes do not know. @throws TypeError for others */
function optionsOf(given: unknown = {}): SendOptions {
  const read = v.safeParse(sendOptionsSchema, given)
  if (!read.success) throw new TypeError(`not an option of Solana: ${v.getDotPath(read.issues[0])}`)
  return read.output
}

/** A transaction of an app in wire form, in bytes of its own. @throws TypeError for anything else. */
function wireOf(transaction: unknown): Uint8Array {
  if (transaction instanceof Uint8Array) return Uint8Array.from(transaction)
  if (isRecord(transaction) && 'messageBytes' in transaction && 'signatures' in transaction) {
    return Uint8Array.from(getTransactionEncoder().encode(transaction as never))
  }
  const { serialize } = (transaction ?? {}) as { readonly serialize?: unknown }
  if (typeof serialize !== 'function') throw new TypeError('not a Solana transaction')
  const wire: unknown = serialize.call(transaction, { requireAllSignatures: false, verifySignatures: false })
  if (!(wire instanceof Uint8Array)) throw new TypeError('not a Solana transaction')
  return Uint8Array.from(wire)
}

/** Gives a signed transaction the form of the app's own: web3.js's two classes each make theirs from bytes. */
function inFormOf<transaction>(given: transaction, wire: Uint8Array): transaction {
  if (given instanceof Uint8Array) return wire as transaction
  if (isRecord(given) && 'messageBytes' in given) return getTransactionDecoder().decode(wire) as transaction
  const maker = (given as { readonly constructor: unknown }).constructor
  const { deserialize, from } = maker as {
    readonly deserialize?: (wire: Uint8Array) => transaction
    readonly from?: (wire: Uint8Array) => transaction
  }
  if (typeof deserialize === 'function') return deserialize.call(maker, wire)
  if (typeof from === 'function') return from.call(maker, wire)
  throw new TypeError('not a Solana transaction')
}
