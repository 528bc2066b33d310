import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { composeSignIn, type SignInParts } from './composeSignIn.js'
import { sendTransaction } from './sendTransaction.js'
import { signTransaction } from './signTransaction.js'

/** A request to the wallet: the feature's method, and its first input. */
export type SolanaWalletRequest = { readonly method: string; readonly input: SolanaInput }

type SolanaInput = SignInParts & {
  readonly message?: Uint8Array
  readonly transaction?: Uint8Array
  readonly chain?: string
}

/**
 * A Solana wallet for tests that announces itself by the Wallet Standard. It signs with a key, and approves everything
 * unless `answer` says otherwise.
 *
 * @example
 * ```ts
 * const wallet = scriptedSolanaWallet({ secret: new Uint8Array(32).fill(7), rpcUrl: 'http://127.0.0.1:8899' })
 * const stop = wallet.announce(window)
 * ```
 */
export function scriptedSolanaWallet({
  secret,
  name = 'Scripted Wallet',
  chains = ['solana:mainnet', 'solana:devnet', 'solana:testnet', 'solana:localnet'],
  features = ['signMessage', 'signTransaction', 'signAndSendTransaction', 'signIn'],
  granted = features.map((feature) => `solana:${feature}`),
  versions = ['legacy', 0],
  rpcUrl,
  icon = 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=',
  isGranted = false,
  answer = (_, honest) => honest(),
}: scriptedSolanaWallet.Parameters) {
  const publicKey = ed25519.getPublicKey(secret)
  const address = base58.encode(publicKey)
  const asked: SolanaWalletRequest[] = []
  const listeners = new Set<(change: object) => void>()
  const account = Object.freeze({
    address,
    publicKey,
    chains,
    features: granted,
  })
  let accounts: readonly (typeof account)[] = []
  let isTrusted = isGranted

  const setAccounts = (next: readonly (typeof account)[]) => {
    accounts = next
    for (const listener of [...listeners]) listener({ accounts })
  }

  /** A method of a feature: asks the script for each input, which may let the wallet answer honestly. */
  const method =
    (name: string, honest: (input: SolanaInput) => unknown) =>
    async (...inputs: readonly SolanaInput[]) => {
      const answers: unknown[] = []
      for (const input of inputs) {
        asked.push({ method: name, input })
        answers.push(await answer({ method: name, input }, async () => honest(input)))
      }
      return answers
    }

  const sign = ({ transaction = new Uint8Array() }: SolanaInput) => {
    const version = versionOf(transaction)
    if (!versions.includes(version)) throw new TypeError(`no transactions of version ${version}`)
    return signTransaction(transaction, secret)
  }
  const own: { readonly [feature: string]: object } = {
    signMessage: {
      version: '1.1.0',
      signMessage: method('signMessage', ({ message = new Uint8Array() }) => ({
        signedMessage: message,
        signature: ed25519.sign(message, secret),
      })),
    },
    signIn: {
      version: '1.0.0',
      signIn: method('signIn', (input) => {
        if (input.address !== undefined && input.address !== address) throw new Error('not my account')
        const signedMessage = new TextEncoder().encode(composeSignIn(input))
        return { account, signedMessage, signature: ed25519.sign(signedMessage, secret) }
      }),
    },
    signTransaction: {
      version: '1.0.0',
      supportedTransactionVersions: versions,
      signTransaction: method('signTransaction', (input) => ({ signedTransaction: sign(input) })),
    },
    signAndSendTransaction: {
      version: '1.0.0',
      supportedTransactionVersions: versions,
      signAndSendTransaction: method('signAndSendTransaction', async (input) => {
        const wire = sign(input)
        await sendTransaction(rpcUrl ?? '', wire)
        return { signature: wire.slice(1, 65) }
      }),
    },
  }
  const grant = { accounts: [account] }
  const wallet = {
    version: '1.0.0',
    name,
    icon,
    chains,
    get accounts() {
      return accounts
    },
    features: {
      'standard:connect': {
        version: '1.0.0',
        async connect({ silent = false } = {}) {
          if (silent && !isTrusted) return { accounts: [] }
          if (!silent) await answer({ method: 'connect', input: {} }, async () => grant)
          isTrusted = true
          setAccounts(grant.accounts)
          return grant
        },
      },
      'standard:disconnect': {
        version: '1.0.0',
        async disconnect() {
          isTrusted = false
          setAccounts([])
        },
      },
      'standard:events': {
        version: '1.0.0',
        on(_: string, listener: (change: object) => void) {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
      },
      ...Object.fromEntries(features.map((feature) => [`solana:${feature}`, own[feature]])),
    },
  }

  return {
    wallet,
    address,
    /** The requests so far that its user had to approve. */
    asked,
    /** The user takes the permission back in the wallet. */
    revoke: () => setAccounts([]),
    /** Announces the wallet in a page: at once, and when a page says that it is ready. Returns a function that stops it. */
    announce(page: EventTarget): () => void {
      const register = ({ register }: { readonly register: (wallet: object) => void }) => register(wallet)
      const onReady = (event: Event) => register((event as CustomEvent).detail)
      page.addEventListener('wallet-standard:app-ready', onReady)
      page.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
      return () => page.removeEventListener('wallet-standard:app-ready', onReady)
    },
  }
}

export declare namespace scriptedSolanaWallet {
  type Parameters = {
    /** The private key of its one account: 32 bytes. */
    readonly secret: Uint8Array
    readonly name?: string | undefined
    /** The chains' names in the Wallet Standard. */
    readonly chains?: readonly string[] | undefined
    readonly features?: readonly string[] | undefined
    /** The features that it grants for its account, in full. @default all */
    readonly granted?: readonly string[] | undefined
    /** The formats of transactions that it reads. @default ['legacy', 0] */
    readonly versions?: readonly ('legacy' | 0)[] | undefined
    /** The node to which it sends. */
    readonly rpcUrl?: string | undefined
    /** A `data:` picture. */
    readonly icon?: string | undefined
    /** Its user has allowed the page before. @default false */
    readonly isGranted?: boolean | undefined
    /** Decides about each request: call `honest` to approve it, throw to refuse it, or return another answer. */
    readonly answer?: ((asked: SolanaWalletRequest, honest: () => Promise<unknown>) => unknown) | undefined
  }
}

/** The format of a transaction in wire form: the highest bit of its message says that it has a version. */
function versionOf(wire: Uint8Array): 'legacy' | 0 {
  return ((wire[1 + 64 * (wire[0] ?? 0)] ?? 0) & 0x80) === 0 ? 'legacy' : 0
}
