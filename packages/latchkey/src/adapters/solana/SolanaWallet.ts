import {
  type Base58EncodedBytes,
  bytesEqual,
  getBase58Decoder,
  getBase58Encoder,
  getBase64Decoder,
  getBase64Encoder,
} from '@solana/kit'
import * as v from 'valibot'
import { callFeature, featureOf } from '../../connectors/walletStandard/readStandardWallet.js'
import {
  isStandardProvider,
  type StandardProvider,
} from '../../connectors/walletStandard/StandardProvider.js'
import { isSessionRequester, type SessionRequester } from '../../core/walletProtocol.js'
import { accountError } from '../../protocol/accountErrors.js'
import type { CaipNetworkId } from '../../protocol/caip.js'
import { KitError } from '../../protocol/errors.js'
import { walletError } from '../../protocol/walletErrors.js'
import { count } from './nodes.js'
import { afterAsking, beforeAsking } from './unasked.js'
import { isSigned, withSignature } from './withSignature.js'

const commitments = [
  'processed',
  'confirmed',
  'finalized',
  'recent',
  'single',
  'singleGossip',
  'root',
  'max',
] as const
export const sendOptionsSchema = v.object({
  skipPreflight: v.optional(v.boolean()),
  preflightCommitment: v.optional(v.picklist(commitments)),
  maxRetries: v.optional(count),
  minContextSlot: v.optional(count),
})

/** How a transaction is sent, as Solana's nodes take it. */
export type SendOptions = Readonly<v.InferOutput<typeof sendOptionsSchema>>

/** The format of a transaction; older wallets read only the first. Without lookup tables both say the same. */
export type Version = 'legacy' | 0

/** A Solana wallet, in the page or over the connection protocol. All bytes are raw. */
export type SolanaWallet = {
  state(): Promise<{ readonly networkId: CaipNetworkId; readonly addresses: readonly string[] }>
  /** The format in which a method of the wallet takes transactions. */
  versionFor(method: 'signTransaction' | 'signAndSendTransaction'): Version
  /** Whether the wallet itself can send from an account. */
  canSend(address: string): Promise<boolean>
  /** @throws `WALLET_ANSWER_INVALID` for a signature that is not the account's of the message. */
  signMessage(address: string, message: Uint8Array): Promise<Uint8Array>
  /** The wallet's own method for signing in; `undefined` if it has none. */
  signIn?(
    address: string,
    input: object,
  ): Promise<
    | {
        readonly signedMessage: Uint8Array
        readonly signature: Uint8Array
        readonly address: unknown
      }
    | undefined
  >
  /** The whole transaction, signed. */
  signTransactions(address: string, transactions: readonly Uint8Array[]): Promise<readonly Uint8Array[]>
  /** Returns the signature. */
  send(address: string, transaction: Uint8Array, options: SendOptions): Promise<Uint8Array>
}

/** @throws `PROVIDER_UNDEFINED` for anything but a Solana wallet. */
export function solanaWalletOf(provider: unknown): SolanaWallet {
  const wallet = isStandardProvider(provider)
    ? inPage(provider)
    : isSessionRequester(provider)
      ? overProtocol(provider)
      : undefined
  if (wallet === undefined) throw accountError('PROVIDER_UNDEFINED')
  return {
    ...wallet,
    async signMessage(address, message) {
      const signature = await wallet.signMessage(address, message)
      if (await isSigned(address, signature, message)) return signature
      throw walletError('WALLET_ANSWER_INVALID', { details: 'signMessage' })
    },
  }
}

/** Bytes of its own: the wallet may change those that it has given. */
const bytesSchema = (length?: number) =>
  v.pipe(
    v.instance(Uint8Array),
    v.transform((bytes) => new Uint8Array(bytes)),
    v.check((bytes) => (length === undefined ? bytes.length <= 4_096 : bytes.length === length)),
  )
const listOf = <const schema extends v.GenericSchema>(one: schema, length: number) =>
  v.pipe(
    v.array(one),
    v.check((all) => all.length === length),
  )
const signature = bytesSchema(64)
const signed = v.object({ signature })
const signedText = v.object({ signature, signedMessage: bytesSchema() })
const signedWire = v.object({ signedTransaction: bytesSchema() })
const signedIn = v.object({
  account: v.object({ address: v.unknown() }),
  signedMessage: bytesSchema(),
  signature,
})

function read<const schema extends v.GenericSchema>(schema: schema, answer: unknown, method: string) {
  const result = v.safeParse(schema, answer)
  if (result.success) return result.output
  throw walletError('WALLET_ANSWER_INVALID', { details: method })
}

function inPage(provider: StandardProvider): SolanaWallet {
  const { wallet } = provider
  const network = () => {
    const networkId = provider.networkId()
    if (networkId === undefined) throw new KitError('NOT_CONNECTED')
    return networkId
  }
  const accountOf = (address: string) =>
    beforeAsking(async () => {
      const account = (await provider.accounts()).find((one) => one.address === address)
      if (account === undefined) throw accountError('ADDRESS_NOT_FOUND')
      return account.own
    })
  const has = (method: string) => featureOf(wallet, `solana:${method}`) !== undefined
  /** A wallet may grant one account less than it can do for another. */
  const isGranted = (account: unknown, method: string) => {
    const { features } = account as { readonly features?: unknown }
    const isListed = Array.isArray(features) && features.length > 0
    return has(method) && (!isListed || features.includes(`solana:${method}`))
  }
  /** Asks for several things at once, and reads the answers. */
  const call = async <const schema extends v.GenericSchema>(
    method: string,
    inputs: readonly object[],
    schema: schema,
  ) => {
    const answers = await afterAsking(callFeature(wallet, `solana:${method}`, ...inputs))
    return read(listOf(schema, inputs.length), answers, method) as v.InferOutput<schema>[]
  }
  /** Asks for an account. */
  const ask = async <const schema extends v.GenericSchema>(
    method: string,
    address: string,
    inputs: readonly object[],
    schema: schema,
  ) => {
    const account = await accountOf(address)
    const chain = await beforeAsking(() => {
      if (!isGranted(account, method))
        throw walletError('WALLET_METHOD_UNSUPPORTED', { slots: { method: `solana:${method}` } })
      return provider.chainOf(network())
    })
    return call(
      method,
      inputs.map((input) => ({ ...input, account, chain })),
      schema,
    )
  }
  return {
    versionFor(method) {
      const versions = featureOf(wallet, `solana:${method}`)?.supportedTransactionVersions
      const isOld = Array.isArray(versions) && versions.includes('legacy') && !versions.includes(0)
      return isOld ? 'legacy' : 0
    },
    canSend: async (address) => isGranted(await accountOf(address), 'signAndSendTransaction'),
    async state() {
      const addresses = (await provider.accounts()).map(({ address }) => address)
      return { networkId: network(), addresses }
    },
    async signMessage(address, message) {
      // A wallet may sign a text of its own around it, as some hardware wallets do.
      const isOurs = v.check(({ signedMessage }: v.InferOutput<typeof signedText>) =>
        bytesEqual(signedMessage, message),
      )
      const given = { message: new Uint8Array(message) }
      const [answer] = await ask('signMessage', address, [given], v.pipe(signedText, isOurs))
      return answer?.signature ?? new Uint8Array()
    },
    ...(has('signIn') && {
      async signIn(address: string, input: object) {
        await accountOf(address)
        const [answer] = await call('signIn', [input], signedIn)
        return answer && { ...answer, address: answer.account.address }
      },
    }),
    async signTransactions(address, transactions) {
      const inputs = transactions.map((transaction) => ({ transaction: new Uint8Array(transaction) }))
      const answers = await ask('signTransaction', address, inputs, signedWire)
      return answers.map(({ signedTransaction }) => signedTransaction)
    },
    async send(address, transaction, options) {
      const given = { transaction: new Uint8Array(transaction), options }
      const [answer] = await ask('signAndSendTransaction', address, [given], signed)
      return answer?.signature ?? new Uint8Array()
    },
  }
}

/** Bytes in a text; not valid if they cannot be decoded. */
const encoded = (decode: (text: string) => Uint8Array, length?: number) =>
  v.pipe(
    v.string(),
    v.maxLength(6_000),
    v.transform((text) => {
      try {
        return decode(text)
      } catch {
        return undefined
      }
    }),
    bytesSchema(length),
  )

function overProtocol({ request, granted }: SessionRequester): SolanaWallet {
  const ask = <const schema extends v.GenericSchema>(method: string, params: object, schema: schema) =>
    request({ method, params }).then((answer) => read(schema, answer, method))
  const whole = encoded(fromBase64)
  const own = encoded(fromBase58, 64)
  const answered = v.object({ signature: own })
  return {
    versionFor: () => 0,
    canSend: async () => true,
    async state() {
      const session = granted()
      if (session === undefined) throw new KitError('NOT_CONNECTED')
      return session
    },
    async signMessage(pubkey, message) {
      return (await ask('solana_signMessage', { message: toBase58(message), pubkey }, answered)).signature
    },
    async signTransactions(pubkey, transactions) {
      const [transaction = new Uint8Array(), ...more] = transactions
      if (more.length > 0) {
        const method = 'solana_signAllTransactions'
        const params = { transactions: transactions.map(toBase64), pubkey }
        const schema = v.object({ transactions: listOf(whole, transactions.length) })
        return (await ask(method, params, schema)).transactions
      }
      const schema = v.union([v.object({ transaction: whole }), answered])
      const params = { transaction: toBase64(transaction), pubkey }
      const answer = await ask('solana_signTransaction', params, schema)
      if ('transaction' in answer) return [answer.transaction]
      // Older wallets return only the signature of their account.
      return [await withSignature(transaction, pubkey, answer.signature)]
    },
    async send(pubkey, transaction, options) {
      const params = { transaction: toBase64(transaction), pubkey, sendOptions: options }
      return (await ask('solana_signAndSendTransaction', params, answered)).signature
    },
  }
}

export const toBase58 = (bytes: Uint8Array): string => getBase58Decoder().decode(bytes)
export const fromBase58 = (value: string): Uint8Array =>
  Uint8Array.from(getBase58Encoder().encode(value as Base58EncodedBytes))
export const toBase64 = (bytes: Uint8Array): string => getBase64Decoder().decode(bytes)
export const fromBase64 = (value: string): Uint8Array => Uint8Array.from(getBase64Encoder().encode(value))
