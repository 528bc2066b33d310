import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import * as v from 'valibot'
import { prefixOfNetwork } from '../../adapters/polkadot/prefixes.js'
import { signMessageMethod, signTransactionMethod } from '../../adapters/polkadot/provider.js'
import { readSs58, toSs58 } from '../../adapters/polkadot/ss58.js'
import { walletProtocol } from '../../adapters/polkadot/walletProtocol.js'
import type { CaipNetworkId } from '../../protocol/caip.js'
import { scriptedPolkadotWallet } from '../polkadot/scriptedPolkadotWallet.js'
import type { ProtocolAccount } from './ProtocolAccount.js'
import { invalidParams, notOwn, readParams, unknownMethod } from './readParams.js'

const text = v.pipe(v.string(), v.maxLength(100_000))
const hex = v.pipe(text, v.regex(/^0x(?:[0-9a-f]{2})*$/i))
const number = v.pipe(text, v.regex(/^0x[0-9a-f]{1,64}$/i))
const askedToSign = v.object({ address: text, message: text })
const askedForTransaction = v.object({
  address: text,
  transactionPayload: v.object({
    address: text,
    blockHash: hex,
    era: hex,
    genesisHash: hex,
    method: hex,
    nonce: number,
    signedExtensions: v.array(text),
    specVersion: number,
    tip: number,
    transactionVersion: number,
  }),
})

/**
 * A Polkadot account (sr25519) in a wallet behind the connection protocol, for `scriptedRemoteWallet`. Needs
 * `@scure/sr25519`.
 *
 * @example
 * ```ts
 * const account = await polkadotProtocolAccount({ path: '//Alice' })
 * const wallet = await scriptedRemoteWallet({ networks: [polkadotNetwork], relayUrl, accounts: [account] })
 * ```
 */
export async function polkadotProtocolAccount({
  secret,
  path = '//Alice',
}: polkadotProtocolAccount.Parameters = {}): Promise<ProtocolAccount> {
  const wallet = await scriptedPolkadotWallet({ secret, path, isGranted: true })
  const accountId = readSs58(wallet.address)?.accountId ?? new Uint8Array()
  const { signer } = await wallet.entry.enable({})

  function requireOwn(address: string) {
    const asked = readSs58(address)?.accountId
    if (asked === undefined || bytesToHex(asked) !== bytesToHex(accountId)) throw notOwn()
  }

  return {
    namespace: 'polkadot',
    methods: walletProtocol.methods,
    addressesOn: (networkId) => [toSs58(accountId, prefixOfNetwork(networkId))],
    questionOf: (method) => (method === signMessageMethod ? 'sign' : 'send'),

    async perform({ networkId, method, params }) {
      switch (method) {
        case signMessageMethod: {
          const { address, message } = readParams(askedToSign, params)
          requireOwn(address)
          // Bytes are in hex; everything else is text.
          const isBytes = v.is(hex, message)
          return signer.signRaw({ data: isBytes ? message : `0x${bytesToHex(utf8ToBytes(message))}` })
        }
        case signTransactionMethod: {
          const { address, transactionPayload } = readParams(askedForTransaction, params)
          requireOwn(address)
          requireOwn(transactionPayload.address)
          requireNetwork(transactionPayload.genesisHash, networkId)
          return signer.signPayload(transactionPayload)
        }
        default:
          throw unknownMethod(method)
      }
    },
  }
}

export declare namespace polkadotProtocolAccount {
  type Parameters = {
    /** Default: the secret of Substrate's development phrase, which is public. */
    readonly secret?: Uint8Array | undefined
    /** Where the account is below the secret; only hard steps. @default '//Alice' */
    readonly path?: string | undefined
  }
}

/** Refuses a transaction that is made for another chain than the request names. */
function requireNetwork(genesisHash: string, networkId: CaipNetworkId) {
  if (`polkadot:${genesisHash.slice(2, 34)}` !== networkId) throw invalidParams('It is of another network.')
}
