import { createMessageSigner } from './signBitcoinMessage.js'

/** A request to the scripted wallet, as its interface calls it. */
export type BitcoinWalletRequest = { readonly method: string; readonly params: unknown }

/** The part of `@scure/btc-signer`'s `Transaction` that the wallet uses. Apps without Bitcoin do not have that package's types. */
export type BitcoinWalletTransaction = {
  readonly outputsLength: number
  readonly hex: string
  getOutput(index: number): { readonly amount?: bigint; readonly script?: Uint8Array }
  updateOutput(
    index: number,
    output: { readonly amount?: bigint; readonly script?: Uint8Array },
    ignoresSignatures?: boolean,
  ): void
  clone(): BitcoinWalletTransaction
  sign(privateKey: Uint8Array): number
  finalize(): void
}

export type ScriptedBitcoinWallet = {
  /** The object of a wallet like Unisat, for `window.unisat`. */
  readonly unisat: object
  /** The provider of a wallet like Xverse, for a property of `window` that `window.btc_providers` names. */
  readonly satsConnect: object
  /** A wallet of the Wallet Standard. */
  readonly standard: object
  /** What its user was asked to approve, oldest first. */
  readonly requests: readonly BitcoinWalletRequest[]
  readonly payment: string
  readonly ordinals: string
}

export declare namespace scriptedBitcoinWallet {
  type Parameters = {
    readonly privateKey: Uint8Array
    /** The chain by its name in sats-connect. @default 'Regtest' */
    readonly chain?: 'Mainnet' | 'Testnet' | 'Regtest' | undefined
    /** What it is called in the Wallet Standard. */
    readonly name?: string | undefined
    /** A `data:` picture. */
    readonly icon?: string | undefined
    /** Its user has allowed the page before. @default false */
    readonly isGranted?: boolean | undefined
    /** Its user refuses. */
    readonly refuses?: (() => boolean) | undefined
    /** Asks its user about each request; it signs once this resolves, and not if it throws. */
    readonly approve?: ((request: BitcoinWalletRequest) => Promise<void>) | undefined
    /** Told when its user allows the page, and when the page disconnects. */
    readonly onGranted?: ((isGranted: boolean) => void) | undefined
    /** Changes a transaction before the wallet signs it, as a hostile wallet would. */
    readonly tamper?: ((tx: BitcoinWalletTransaction) => void) | undefined
  }
}

const prefixes = {
  Mainnet: { bech32: 'bc', pubKeyHash: 0x00, scriptHash: 0x05, wif: 0x80 },
  Testnet: { bech32: 'tb', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef },
  Regtest: { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef },
}

/**
 * Makes a Bitcoin wallet that signs with a key, and asks nobody unless `approve` does, in the three interfaces that Bitcoin wallets
 * have. Its payment address is P2WPKH, its address for ordinals P2TR. Needs `@scure/btc-signer`.
 */
export async function scriptedBitcoinWallet({
  privateKey,
  chain = 'Regtest',
  name = 'Scripted Bitcoin Wallet',
  icon = 'data:image/svg+xml,<svg/>',
  isGranted: wasGranted = false,
  refuses = () => false,
  approve: askUser = async () => {},
  onGranted = () => {},
  tamper = () => {},
}: scriptedBitcoinWallet.Parameters): Promise<ScriptedBitcoinWallet> {
  const btc = await import('@scure/btc-signer')
  const { pubECDSA, pubSchnorr } = await import('@scure/btc-signer/utils.js')
  const network = prefixes[chain]
  const publicKey = pubECDSA(privateKey)
  const payment = btc.p2wpkh(publicKey, network).address ?? ''
  const ordinals = btc.p2tr(pubSchnorr(privateKey), undefined, network).address ?? ''
  const requests: BitcoinWalletRequest[] = []
  let isGranted = wasGranted
  const approve = async (method: string, params: unknown) => {
    requests.push({ method, params })
    if (refuses()) throw Object.assign(new Error('User rejected the request.'), { code: 4001 })
    await askUser({ method, params })
  }
  const grant = (isAllowed: boolean) => {
    isGranted = isAllowed
    onGranted(isAllowed)
  }
  const sign = (psbt: Uint8Array) => {
    const tx = btc.Transaction.fromPSBT(psbt)
    tamper(tx)
    tx.sign(privateKey)
    return tx.toPSBT()
  }
  const signer = await createMessageSigner(privateKey)
  const signText = (text: string, address: string, protocol: string) =>
    address === ordinals || /^bip322/i.test(protocol)
      ? signer.bip322(text, address === ordinals)
      : signer.ecdsa(text)

  return {
    requests,
    payment,
    ordinals,
    unisat: {
      async requestAccounts() {
        await approve('requestAccounts', undefined)
        grant(true)
        return [payment]
      },
      getAccounts: async () => (isGranted ? [payment] : []),
      getPublicKey: async () => hex(publicKey),
      getChain: async () => ({ enum: `BITCOIN_${chain.toUpperCase()}` }),
      async signMessage(text: string, type: string) {
        await approve('signMessage', { text, type })
        return base64(signText(text, payment, type))
      },
      async signPsbt(psbt: string, options: unknown) {
        await approve('signPsbt', { psbt, options })
        return hex(sign(Uint8Array.from(Buffer.from(psbt, 'hex'))))
      },
      async disconnect() {
        grant(false)
      },
    },
    satsConnect: {
      async request(method: string, params: { readonly [name: string]: unknown } | null) {
        try {
          return { jsonrpc: '2.0', id: null, result: await answer(method, params ?? {}) }
        } catch (error) {
          const { code, message } = error as { readonly code?: number; readonly message: string }
          return { jsonrpc: '2.0', id: null, error: { code: code === 4001 ? -32000 : code, message } }
        }
      },
    },
    standard: standard(),
  }

  async function answer(method: string, params: { readonly [name: string]: unknown }): Promise<unknown> {
    const addresses = [
      { address: payment, publicKey: hex(publicKey), purpose: 'payment', addressType: 'p2wpkh' },
      { address: ordinals, publicKey: hex(publicKey.subarray(1)), purpose: 'ordinals', addressType: 'p2tr' },
    ]
    if (method === 'wallet_getNetwork') return { bitcoin: { name: chain } }
    if (method === 'wallet_disconnect') {
      grant(false)
      return null
    }
    if (method === 'wallet_getAccount') {
      if (!isGranted) throw Object.assign(new Error('Access denied'), { code: -32002 })
      return { addresses }
    }
    if (!['wallet_connect', 'signMessage', 'signPsbt'].includes(method)) {
      throw Object.assign(new Error('Method not found'), { code: -32601 })
    }
    await approve(method, params)
    if (method === 'signMessage') {
      const { message, address, protocol } = params
      return { signature: base64(signText(String(message), String(address), String(protocol))) }
    }
    if (method === 'signPsbt')
      return { psbt: base64(sign(Uint8Array.from(Buffer.from(String(params.psbt), 'base64')))) }
    grant(true)
    return { addresses }
  }

  function standard(): object {
    const standardChain = `bitcoin:${chain.toLowerCase()}`
    const account = (address: string, key: Uint8Array) => ({
      address,
      publicKey: key,
      chains: [standardChain],
      features: [],
    })
    const accounts = [account(payment, publicKey), account(ordinals, publicKey.subarray(1))]
    return {
      version: '1.0.0',
      name,
      icon,
      chains: [standardChain],
      get accounts() {
        return isGranted ? accounts : []
      },
      features: {
        'bitcoin:connect': {
          version: '1.0.0',
          async connect(input: unknown) {
            await approve('bitcoin:connect', input)
            grant(true)
            return { accounts }
          },
        },
        'bitcoin:signMessage': {
          version: '1.0.0',
          async signMessage(input: {
            readonly account: { readonly address: string }
            readonly message: Uint8Array
          }) {
            await approve('bitcoin:signMessage', input)
            const text = new TextDecoder().decode(input.message)
            return [
              { signedMessage: input.message, signature: signText(text, input.account.address, 'ecdsa') },
            ]
          },
        },
        'bitcoin:signTransaction': {
          version: '1.0.0',
          async signTransaction(...inputs: readonly { readonly psbt: Uint8Array }[]) {
            await approve('bitcoin:signTransaction', inputs)
            return inputs.map(({ psbt }) => ({ signedPsbt: sign(psbt) }))
          },
        },
        'standard:disconnect': {
          version: '1.0.0',
          async disconnect() {
            grant(false)
          },
        },
      },
    }
  }
}

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))
