import { base64, hex } from '@scure/base'
import * as v from 'valibot'
import { prefixesOf } from '../../adapters/bip122/chains.js'
import { walletProtocol } from '../../adapters/bip122/walletProtocol.js'
import type { CaipNetworkId } from '../../protocol/caip.js'
import { createMessageSigner } from '../wallet/signBitcoinMessage.js'
import { payFrom, postTransaction } from './bitcoinPayment.js'
import type { ProtocolAccount } from './ProtocolAccount.js'
import { invalidParams, notOwn, readParams, requireNode, unknownMethod } from './readParams.js'

const text = v.pipe(v.string(), v.maxLength(2_000_000))
const askedForAddresses = v.object({ account: v.optional(text), intentions: v.optional(v.array(text)) })
const askedToSign = v.object({
  account: v.optional(text),
  address: v.optional(text),
  message: text,
  protocol: v.optional(v.picklist(['ecdsa', 'bip322']), 'ecdsa'),
})
const askedForPsbt = v.object({
  account: v.optional(text),
  psbt: text,
  signInputs: v.array(v.object({ address: text, index: v.pipe(v.number(), v.integer(), v.minValue(0)) })),
  broadcast: v.optional(v.boolean(), false),
})
const askedToSend = v.object({
  account: v.optional(text),
  recipientAddress: text,
  amount: v.pipe(text, v.regex(/^[1-9]\d{0,15}$/)),
})

/**
 * A Bitcoin account in a wallet behind the connection protocol, for `scriptedRemoteWallet`: payments on a P2WPKH
 * address, ordinals on a P2TR one. Its networks' nodes are like Esplora. Needs `@scure/btc-signer`.
 *
 * @example
 * ```ts
 * const account = await bitcoinProtocolAccount({ privateKey: new Uint8Array(32).fill(7) })
 * const wallet = await scriptedRemoteWallet({ networks: [bitcoinTestnet], relayUrl, accounts: [account] })
 * ```
 */
export async function bitcoinProtocolAccount({
  privateKey = new Uint8Array(32).fill(1),
}: bitcoinProtocolAccount.Parameters = {}): Promise<ProtocolAccount> {
  const btc = await import('@scure/btc-signer')
  const { pubECDSA, pubSchnorr } = await import('@scure/btc-signer/utils.js')
  const publicKey = pubECDSA(privateKey)
  const signer = await createMessageSigner(privateKey)

  function addressesOn(networkId: CaipNetworkId) {
    const prefixes = prefixesOf(networkId)
    const payment = btc.p2wpkh(publicKey, prefixes).address ?? ''
    const ordinals = btc.p2tr(pubSchnorr(privateKey), undefined, prefixes).address ?? ''
    return { payment, ordinals }
  }

  function listOn(networkId: CaipNetworkId) {
    const { payment, ordinals } = addressesOn(networkId)
    return [
      { address: payment, publicKey: hex.encode(publicKey), intention: 'payment' },
      { address: ordinals, publicKey: hex.encode(pubSchnorr(privateKey)), intention: 'ordinal' },
    ]
  }

  function requireOwn(networkId: CaipNetworkId, ...asked: readonly (string | undefined)[]) {
    const own = Object.values(addressesOn(networkId))
    if (asked.some((address) => address !== undefined && !own.includes(address))) throw notOwn()
  }

  return {
    namespace: 'bip122',
    methods: walletProtocol.methods,
    addressesOn: (networkId) => Object.values(addressesOn(networkId)),
    propertiesOn: (networkIds) => ({
      bip122_getAccountAddresses: JSON.stringify(networkIds.flatMap(listOn)),
    }),
    questionOf: (method) =>
      method === 'getAccountAddresses' ? undefined : method === 'signMessage' ? 'sign' : 'send',

    async perform({ networkId, method, params, rpcUrl }) {
      switch (method) {
        case 'getAccountAddresses': {
          const { account, intentions } = readParams(askedForAddresses, params)
          requireOwn(networkId, account)
          return listOn(networkId).filter(({ intention }) => intentions?.includes(intention) ?? true)
        }
        case 'signMessage': {
          const { account, address = account, message, protocol } = readParams(askedToSign, params)
          const { payment, ordinals } = addressesOn(networkId)
          requireOwn(networkId, account, address)
          const isTaproot = address === ordinals
          const signature =
            isTaproot || protocol === 'bip322' ? signer.bip322(message, isTaproot) : signer.ecdsa(message)
          return { address: address ?? payment, signature: hex.encode(signature) }
        }
        case 'signPsbt': {
          const { account, psbt, signInputs, broadcast } = readParams(askedForPsbt, params)
          requireOwn(networkId, account, ...signInputs.map(({ address }) => address))
          const tx = signed(psbt, signInputs)
          if (!broadcast) return { psbt: base64.encode(tx.toPSBT()) }
          const node = requireNode(rpcUrl)
          tx.finalize()
          return { psbt: base64.encode(tx.toPSBT()), txid: await postTransaction(node, tx) }
        }
        case 'sendTransfer': {
          const { account, recipientAddress, amount } = readParams(askedToSend, params)
          const { payment } = addressesOn(networkId)
          // Ordinals are no money.
          if ((account ?? payment) !== payment) throw notOwn()
          const node = requireNode(rpcUrl)
          const prefixes = prefixesOf(networkId)
          const order = { to: recipientAddress, units: BigInt(amount), privateKey, prefixes }
          return { txid: await postTransaction(node, await payFrom(node, payment, order)) }
        }
        default:
          throw unknownMethod(method)
      }
    },
  }

  function signed(psbt: string, inputs: readonly { readonly index: number }[]) {
    try {
      const tx = btc.Transaction.fromPSBT(base64.decode(psbt))
      for (const { index } of inputs) tx.signIdx(privateKey, index)
      return tx
    } catch {
      throw invalidParams('The transaction cannot be read, or this account does not sign it.')
    }
  }
}

export declare namespace bitcoinProtocolAccount {
  type Parameters = {
    /** 32 bytes. Default: a public key that the local ledgers fund. */
    readonly privateKey?: Uint8Array | undefined
  }
}
