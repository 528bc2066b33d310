import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { wrap } from '../../adapters/polkadot/signMessage.js'
import { toSs58 } from '../../adapters/polkadot/ss58.js'
import { compact, type PolkadotPayload, signedBytes } from './signedBytes.js'

/** A request to the wallet: `enable`, `signRaw` or `signPayload`, and what it was given. */
export type PolkadotWalletRequest = { readonly method: string; readonly input: unknown }

/** The secret of Substrate's development phrase (`bottom drive obey lake …`), which is public. */
const developmentSecret = hexToBytes('fac7959dbfe72f052e5a0c3c8d6530f202b02fd8f9f5ca3580ec8deb7797479e')

/**
 * A Polkadot wallet for tests as extensions inject it, with one sr25519 account. It approves everything unless `answer`
 * says otherwise. Needs `@scure/sr25519`.
 *
 * @example
 * ```ts
 * const wallet = await scriptedPolkadotWallet({ path: '//Alice' })
 * const stop = wallet.announce(window)
 * ```
 */
export async function scriptedPolkadotWallet({
  secret = developmentSecret,
  path = '',
  name = 'Scripted Polkadot Wallet',
  isGranted: wasGranted = false,
  answer = (_, honest) => honest(),
}: scriptedPolkadotWallet.Parameters = {}) {
  const { getPublicKey, HDKD, secretFromSeed, sign } = await import('@scure/sr25519')
  let key = secretFromSeed(secret)
  for (const step of namesIn(path)) {
    key = Uint8Array.from(HDKD.secretHard(key, chainCode(step)))
  }
  // The prefix of no network in particular, as most wallets list their accounts.
  const address = toSs58(getPublicKey(key), 42)
  const asked: PolkadotWalletRequest[] = []
  const listeners = new Set<(accounts: readonly object[]) => void>()
  let isGranted = wasGranted
  let accounts: readonly object[] = [{ address, name, type: 'sr25519' }]
  let answers = 0

  const ask = async (method: string, input: unknown, honest: () => unknown) => {
    asked.push({ method, input })
    return answer({ method, input }, async () => honest())
  }
  const signed = (bytes: Uint8Array, kind: readonly number[]) => {
    const signature = concatBytes(Uint8Array.from(kind), sign(key, bytes))
    return { id: ++answers, signature: `0x${bytesToHex(signature)}` }
  }
  const injected = {
    accounts: {
      get: async () => accounts,
      subscribe(listener: (accounts: readonly object[]) => void) {
        listeners.add(listener)
        listener(accounts)
        return () => listeners.delete(listener)
      },
    },
    signer: {
      signRaw: (input: { readonly data: string }) =>
        ask('signRaw', input, () => signed(wrap(hexToBytes(input.data.replace(/^0x/, ''))), [])),
      // The signature of a transaction begins with its kind: 1 is sr25519.
      signPayload: (input: PolkadotPayload) =>
        ask('signPayload', input, () => signed(signedBytes(input), [1])),
    },
  }
  const entry = {
    version: '1.0.0',
    async enable(site: unknown) {
      if (!isGranted) await ask('enable', site, () => injected)
      isGranted = true
      return injected
    },
  }

  return {
    /** Its entry in `window.injectedWeb3`. */
    entry,
    /** The address of its account, in the prefix 42. */
    address,
    /** The requests so far that its user had to approve. */
    asked,
    /** The user takes the permission back in the wallet. */
    revoke() {
      isGranted = false
      accounts = []
      for (const listener of [...listeners]) listener(accounts)
    },
    /** Puts the wallet into a page. Returns a function that takes it away. */
    announce(page: object): () => void {
      const target = page as { injectedWeb3?: { [name: string]: unknown } }
      target.injectedWeb3 ??= {}
      target.injectedWeb3[name] = entry
      return () => {
        delete target.injectedWeb3?.[name]
      }
    },
  }
}

export declare namespace scriptedPolkadotWallet {
  type Parameters = {
    /** The secret of its account: 32 bytes. @default that of Substrate's development phrase */
    readonly secret?: Uint8Array | undefined
    /** Where its account is below the secret; only hard steps: `//Alice`. */
    readonly path?: string | undefined
    readonly name?: string | undefined
    /** Its user has allowed the page before. @default false */
    readonly isGranted?: boolean | undefined
    /** Decides about each request: call `honest` to approve it, throw to refuse it, or return another answer. */
    readonly answer?: ((asked: PolkadotWalletRequest, honest: () => Promise<unknown>) => unknown) | undefined
  }
}

/** @throws TypeError for a path with other than hard steps. */
function namesIn(path: string): readonly string[] {
  if (!/^(\/\/[A-Za-z]\w{0,30})*$/.test(path)) throw new TypeError(`only hard steps by name: ${path}`)
  return path.split('//').slice(1)
}

/** The chain code of a step: its name with its length, in 32 bytes. */
function chainCode(name: string) {
  const code = new Uint8Array(32)
  code.set(concatBytes(compact(BigInt(name.length)), utf8ToBytes(name)))
  return code
}
