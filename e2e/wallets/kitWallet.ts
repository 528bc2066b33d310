import {
  createKeyPairSignerFromPrivateKeyBytes,
  createSignableMessage,
  createSolanaRpc,
  getBase58Encoder,
  getBase64EncodedWireTransaction,
  getTransactionDecoder,
  getTransactionEncoder,
  type KeyPairSigner,
  partiallySignTransaction,
} from '@solana/kit'
import type { Wallet, WalletAccount } from '@wallet-standard/base'
import { registerWallet } from '@wallet-standard/wallet'

// A Solana wallet in the page, of unmodified libraries: announced by @wallet-standard/wallet, signing with @solana/kit.
// `announceKitWallet` bundles it. It approves everything.

export type KitWalletSettings = {
  readonly secret: readonly number[]
  readonly rpcUrl: string
  /** The versions of transactions that it says it signs. */
  readonly versions: readonly ('legacy' | 0)[]
}

declare global {
  interface Window {
    readonly kitWallet: KitWalletSettings
    /** The versions of the transactions that it has signed. */
    signedVersions: ('legacy' | 0)[]
  }
}

const chains = ['solana:localnet'] as const
const icon =
  'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCAxIDEiLz4='

async function announce({ secret, rpcUrl, versions }: KitWalletSettings): Promise<void> {
  window.signedVersions = []
  const signer = await createKeyPairSignerFromPrivateKeyBytes(Uint8Array.from(secret))
  const sign = async (bytes: Uint8Array) => {
    const transaction = getTransactionDecoder().decode(bytes)
    // The highest bit of a message's first byte says that it has a version.
    const version = ((transaction.messageBytes[0] ?? 0) & 0x80) === 0 ? 'legacy' : 0
    if (!versions.includes(version))
      throw new Error(`this wallet signs no transactions of version ${version}`)
    window.signedVersions.push(version)
    return partiallySignTransaction([signer.keyPair], transaction)
  }
  registerWallet(
    walletOf(signer, {
      'solana:signMessage': {
        version: '1.1.0',
        signMessage: (...inputs: readonly { readonly message: Uint8Array }[]) =>
          Promise.all(
            inputs.map(async ({ message }) => {
              const [signatures] = await signer.signMessages([createSignableMessage(message)])
              return { signedMessage: message, signature: signatures?.[signer.address] }
            }),
          ),
      },
      'solana:signTransaction': {
        version: '1.0.0',
        supportedTransactionVersions: versions,
        signTransaction: (...inputs: readonly { readonly transaction: Uint8Array }[]) =>
          Promise.all(
            inputs.map(async ({ transaction }) => ({
              signedTransaction: Uint8Array.from(getTransactionEncoder().encode(await sign(transaction))),
            })),
          ),
      },
      'solana:signAndSendTransaction': {
        version: '1.0.0',
        supportedTransactionVersions: versions,
        signAndSendTransaction: (...inputs: readonly { readonly transaction: Uint8Array }[]) =>
          Promise.all(
            inputs.map(async ({ transaction }) => {
              const wire = getBase64EncodedWireTransaction(await sign(transaction))
              const signature = await createSolanaRpc(rpcUrl)
                .sendTransaction(wire, { encoding: 'base64' })
                .send()
              return { signature: Uint8Array.from(getBase58Encoder().encode(signature)) }
            }),
          ),
      },
    }),
  )
}

/** The wallet with these methods; it grants its account once it has been asked to connect. */
function walletOf(signer: KeyPairSigner, methods: Wallet['features']): Wallet {
  const account: WalletAccount = {
    address: signer.address,
    publicKey: Uint8Array.from(getBase58Encoder().encode(signer.address)),
    chains,
    features: Object.keys(methods) as WalletAccount['features'],
  }
  const granted = 'kit-wallet-granted'
  let accounts: readonly WalletAccount[] = localStorage.getItem(granted) === null ? [] : [account]
  const listeners = new Set<(change: { readonly accounts: readonly WalletAccount[] }) => void>()
  const set = (next: readonly WalletAccount[]) => {
    accounts = next
    if (next.length === 0) localStorage.removeItem(granted)
    else localStorage.setItem(granted, 'yes')
    for (const listener of listeners) listener({ accounts })
  }
  return {
    version: '1.0.0',
    name: 'Kit Wallet',
    icon,
    chains,
    get accounts() {
      return accounts
    },
    features: {
      ...methods,
      'standard:connect': {
        version: '1.0.0',
        async connect({ silent = false }: { readonly silent?: boolean } = {}) {
          if (!silent) set([account])
          return { accounts }
        },
      },
      'standard:disconnect': { version: '1.0.0', disconnect: async () => set([]) },
      'standard:events': {
        version: '1.0.0',
        on(_: 'change', listener: Parameters<typeof listeners.add>[0]) {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
      },
    },
  }
}

void announce(window.kitWallet)
