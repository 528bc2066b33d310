import { ed25519 } from '@noble/curves/ed25519.js'
import { hexToBytes } from '@noble/hashes/utils.js'
import { base58, base64 } from '@scure/base'
import * as v from 'valibot'
import { walletProtocol } from '../../adapters/solana/walletProtocol.js'
import { sendTransaction } from '../solana/sendTransaction.js'
import { signTransaction } from '../solana/signTransaction.js'
import type { ProtocolAccount } from './ProtocolAccount.js'
import { invalidParams, notOwn, readParams, requireNode, unknownMethod } from './readParams.js'

/** The first account of the phrase of the local chains (m/44'/501'/0'/0'). Its key is public. */
const developmentSecret = hexToBytes('a01c67efb5cb8f62f15907a9fcf124c73d2695c8a9a31f21c05742a31ca1dc72')

const text = v.pipe(v.string(), v.maxLength(100_000))
const asked = v.object({ pubkey: v.optional(text) })
const askedToSign = v.object({ ...asked.entries, message: text })
const oneTransaction = v.object({ ...asked.entries, transaction: text })
const transactions = v.object({ ...asked.entries, transactions: v.array(text) })

/**
 * A Solana account in a wallet behind the connection protocol, for `scriptedRemoteWallet`.
 *
 * @example
 * ```ts
 * const account = solanaProtocolAccount({ secret: new Uint8Array(32).fill(7) })
 * const wallet = await scriptedRemoteWallet({ networks: [solanaDevnet], relayUrl, accounts: [account] })
 * ```
 */
export function solanaProtocolAccount({
  secret = developmentSecret,
}: solanaProtocolAccount.Parameters = {}): ProtocolAccount {
  const address = base58.encode(ed25519.getPublicKey(secret))

  function requireOwn({ pubkey = address }: { readonly pubkey?: string | undefined }) {
    if (pubkey !== address) throw notOwn()
  }

  function sign(transaction: string): Uint8Array {
    try {
      return signTransaction(base64.decode(transaction), secret)
    } catch {
      throw invalidParams('The transaction cannot be read, or this account does not sign it.')
    }
  }

  /** The account's own signature; it may not be the transaction's first. */
  function ownSignature(wire: Uint8Array): string {
    return base58.encode(ed25519.sign(wire.slice(1 + 64 * (wire[0] ?? 0)), secret))
  }

  return {
    namespace: 'solana',
    methods: walletProtocol.methods,
    addressesOn: () => [address],
    questionOf: (method) =>
      /accounts$/i.test(method) ? undefined : method === 'solana_signMessage' ? 'sign' : 'send',

    async perform({ method, params, rpcUrl }) {
      switch (method) {
        case 'solana_getAccounts':
        case 'solana_requestAccounts':
          return [{ pubkey: address }]
        case 'solana_signMessage': {
          const { message, ...who } = readParams(askedToSign, params)
          requireOwn(who)
          return { signature: base58.encode(ed25519.sign(decodeBase58(message), secret)) }
        }
        case 'solana_signTransaction': {
          const { transaction, ...who } = readParams(oneTransaction, params)
          requireOwn(who)
          const wire = sign(transaction)
          return { signature: ownSignature(wire), transaction: base64.encode(wire) }
        }
        case 'solana_signAllTransactions': {
          const { transactions: all, ...who } = readParams(transactions, params)
          requireOwn(who)
          return { transactions: all.map((one) => base64.encode(sign(one))) }
        }
        case 'solana_signAndSendTransaction': {
          const { transaction, ...who } = readParams(oneTransaction, params)
          requireOwn(who)
          const wire = sign(transaction)
          await sendTransaction(requireNode(rpcUrl), wire)
          return { signature: base58.encode(wire.slice(1, 65)) }
        }
        default:
          throw unknownMethod(method)
      }
    },
  }
}

export declare namespace solanaProtocolAccount {
  type Parameters = {
    /** The private key: 32 bytes. Default: a public key that the local ledgers fund. */
    readonly secret?: Uint8Array | undefined
  }
}

function decodeBase58(message: string): Uint8Array {
  try {
    return base58.decode(message)
  } catch {
    throw invalidParams('The message is not in base58.')
  }
}
