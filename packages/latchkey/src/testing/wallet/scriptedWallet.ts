import type { Clock } from '../../core/clock.js'
import type { NetworkInput } from '../../protocol/entities/Network.js'
import {
  afterwards,
  createAnswers,
  type WalletAnswer,
  type WalletQuestion,
  type WalletScript,
} from './createAnswers.js'
import { createSigner, questionOf } from './createSigner.js'
import { userRejected, WalletRequestError } from './WalletRequestError.js'

/** A request that a wallet received. */
export type WalletRequest = { readonly method: string; readonly params?: unknown }

/** The details in a wallet's announcement (EIP-6963). */
export type WalletInfo = {
  readonly uuid: string
  readonly name: string
  readonly rdns: string
  /** A `data:` picture. */
  readonly icon: string
}

/** A wallet in this browser that a test scripts, with a real key. */
export type ScriptedWallet = {
  readonly info: WalletInfo
  /** Its account's address, with checksum. */
  readonly address: string
  /** EIP-1193. */
  readonly provider: {
    request(request: WalletRequest): Promise<unknown>
    on(event: string, listener: (value: unknown) => void): void
    removeListener(event: string, listener: (value: unknown) => void): void
  }
  /** The requests it received, oldest first. */
  readonly requests: readonly WalletRequest[]
  /** The questions that its user has not answered, oldest first. */
  readonly pending: readonly WalletQuestion[]
  /** Sets how it answers from now on. */
  behave(script: WalletScript): void
  /** Answers everything pending: `'silent'` requests, and those with a `delay`. */
  settle(answer: 'approve' | 'reject'): void
  /** Simulates the user choosing another chain in the wallet, even one that the app does not offer. */
  chooseNetwork(chainId: number): void
  /** Changes the chain or the account without an event: only later answers show it. */
  drift(to: { readonly chainId?: number | undefined; readonly address?: string | undefined }): void
  /** Simulates the user revoking the permission in the wallet. */
  revoke(): void
  /**
   * Announces it to a page, at once and whenever the page asks; returns a function that stops this.
   *
   * @param target Default: this window.
   */
  announce(target?: Window | undefined): () => void
  /** Subscribes to the wallet's events: `accountsChanged`, `chainChanged`. */
  subscribe(listener: (event: string, value: unknown) => void): () => void
}

/**
 * Makes a wallet that behaves like an extension (EIP-6963, EIP-1193): its signatures are real, and it reads from and
 * sends to the RPC addresses of the host's own networks. It approves everything unless scripted otherwise.
 *
 * @example
 * ```ts
 * const wallet = await scriptedWallet({ networks: [mainnet] })
 * wallet.announce()
 * wallet.behave({ sign: 'reject' })
 * ```
 */
export async function scriptedWallet({
  networks,
  privateKey,
  name = 'Test wallet',
  rdns = 'example.latchkey.test',
  behaviour,
  clock,
}: scriptedWallet.Parameters): Promise<ScriptedWallet> {
  const signer = await createSigner({ networks, privateKey })
  const answers = createAnswers(behaviour, { clock })
  const info = Object.freeze({ uuid: crypto.randomUUID(), name, rdns, icon })
  const subscribers = new Set<(event: string, value: unknown) => void>()
  const listeners = new Map<string, Set<(value: unknown) => void>>()
  const requests: WalletRequest[] = []
  let chainId = signer.chainIds[0] ?? 1
  let address = signer.address
  let isPermitted = false

  function emit(event: string, value: unknown) {
    for (const listener of [...(listeners.get(event) ?? [])]) listener(value)
    for (const subscriber of [...subscribers]) subscriber(event, value)
  }

  function enter(next: number) {
    if (next === chainId) return
    chainId = next
    if (isPermitted) emit('chainChanged', toHex(next))
  }

  function permit(isAllowed: boolean) {
    if (isAllowed === isPermitted) return
    isPermitted = isAllowed
    emit('accountsChanged', isAllowed ? [address] : [])
  }

  async function ask(question: WalletQuestion): Promise<Exclude<WalletAnswer, 'rejected'>> {
    const answer = await answers.ask(question)
    if (answer === 'rejected') throw userRejected()
    return answer
  }

  const methods: { readonly [method: string]: (params: readonly unknown[]) => unknown } = {
    eth_chainId: () => toHex(chainId),
    net_version: () => String(chainId),
    eth_accounts: () => (isPermitted ? [address] : []),
    async eth_requestAccounts() {
      if (!isPermitted) {
        const answer = await ask('connect')
        if (answer === 'wrongChain') chainId = strangeChain(signer.chainIds)
        permit(true)
      }
      return [address]
    },
    async wallet_requestPermissions() {
      await methods.eth_requestAccounts?.([])
      return [{ parentCapability: 'eth_accounts' }]
    },
    wallet_getPermissions: () => (isPermitted ? [{ parentCapability: 'eth_accounts' }] : []),
    wallet_revokePermissions() {
      permit(false)
      return null
    },
    async wallet_switchEthereumChain([wanted]) {
      const next = Number((wanted as { readonly chainId?: string } | undefined)?.chainId)
      if (!signer.chainIds.includes(next)) throw new WalletRequestError(4902, `Unrecognized chain ${next}.`)
      if ((await ask('switchNetwork')) !== 'wrongChain') enter(next)
      return null
    },
    wallet_addEthereumChain() {
      throw new WalletRequestError(4200, 'The test wallet only knows the networks that it was given.')
    },
  }

  async function request(asked: WalletRequest): Promise<unknown> {
    requests.push(asked)
    const { method } = asked
    const params = Array.isArray(asked.params) ? asked.params : []
    const own = Object.hasOwn(methods, method) ? methods[method] : undefined
    if (own !== undefined) return own(params)
    if (method.startsWith('wallet_')) throw new WalletRequestError(4200, `${method} is not supported.`)
    const question = questionOf(method)
    if (question !== undefined) {
      if (!isPermitted) throw new WalletRequestError(4100, 'The account has not been shared with this page.')
      const how = await ask(question)
      return afterwards(how, await signer.perform({ chainId, method, params }))
    }
    return signer.perform({ chainId, method, params })
  }

  const provider: ScriptedWallet['provider'] = {
    request,
    on: (event, listener) => void listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
    removeListener: (event, listener) => void listeners.get(event)?.delete(listener),
  }

  return {
    info,
    address: signer.address,
    provider,
    requests,
    get pending() {
      return answers.pending()
    },
    behave: answers.behave,
    settle: answers.settle,
    chooseNetwork: enter,
    drift(to) {
      chainId = to.chainId ?? chainId
      address = to.address ?? address
    },
    revoke: () => permit(false),
    announce(target = window) {
      const detail = Object.freeze({ info, provider })
      const tell = () => target.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
      target.addEventListener('eip6963:requestProvider', tell)
      tell()
      return () => target.removeEventListener('eip6963:requestProvider', tell)
    },
    subscribe(listener) {
      subscribers.add(listener)
      return () => subscribers.delete(listener)
    },
  }
}

export declare namespace scriptedWallet {
  type Parameters = {
    /** The host's own networks, as for `createKit`: the wallet supports those of eip155. */
    readonly networks: readonly NetworkInput[]
    /** Default: a public key that local development chains fund. */
    readonly privateKey?: `0x${string}` | undefined
    /** @default 'Test wallet' */
    readonly name?: string | undefined
    /** @default 'example.latchkey.test' */
    readonly rdns?: string | undefined
    /** The initial behaviour. @default 'approve' */
    readonly behaviour?: WalletScript | undefined
    /** The clock for a `delay`. */
    readonly clock?: Clock | undefined
  }
}

/** Returns a chain id that none of the host's networks has. */
export function strangeChain(known: readonly number[]): number {
  let chainId = 7_777_777
  while (known.includes(chainId)) chainId++
  return chainId
}

function toHex(chainId: number): string {
  return `0x${chainId.toString(16)}`
}

const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="#3b6ea8"/><path d="M18 33l10 10 19-21" fill="none" stroke="#fff" stroke-width="7"/></svg>',
)}`
