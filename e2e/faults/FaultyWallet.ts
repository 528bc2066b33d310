import type { BrowserContext } from '@playwright/test'
import { type ScriptedWallet, scriptedWallet } from 'latchkey/testing'
import { localNetworks } from '../pages/localNetworks.js'

type Request = { readonly method: string; readonly params?: unknown }

/** The wallet's faulty behaviour: no answer, a wrong value, or a thrown value. */
export type WalletFault =
  | { readonly type: 'silent' }
  | { readonly type: 'answer'; readonly value: unknown }
  | { readonly type: 'throw'; readonly value: unknown }
  | { readonly type: 'throwUndefined' }
  /** Performs the request, or one with other members, then throws. */
  | { readonly type: 'throwAfter'; readonly value: unknown; readonly altered?: object }
  /** Performs the request, then returns another value. */
  | { readonly type: 'answerAfter'; readonly value: unknown }

/** A wallet announced in the page that works correctly until `break` makes it faulty. It survives a reload. */
export class FaultyWallet {
  readonly wallet: ScriptedWallet
  readonly id = 'example.latchkey.faulty'
  /** The requested methods, oldest first. */
  readonly methods: string[] = []
  /** Faulty answers since the last `heal`. */
  spoiled = 0
  #fault: { readonly methods: RegExp; readonly fault: WalletFault } | undefined
  #tell: (event: string, value: unknown) => void = () => {}
  /** Additional methods and their results. */
  readonly extra = new Map<string, unknown>()

  private constructor(wallet: ScriptedWallet) {
    this.wallet = wallet
  }

  static async install(
    context: BrowserContext,
    { networks = localNetworks }: { readonly networks?: typeof localNetworks } = {},
  ): Promise<FaultyWallet> {
    const faulty = new FaultyWallet(await scriptedWallet({ networks, name: 'Faulty wallet' }))
    await context.exposeBinding('askFaultyWallet', (_, request: Request) => faulty.#answer(request))
    await context.addInitScript(announceInPage, { ...faulty.wallet.info, rdns: faulty.id })
    faulty.#tell = (event, value) => {
      for (const page of context.pages()) {
        const emit = ([name, detail]: readonly [string, unknown]) =>
          window.dispatchEvent(new CustomEvent(`faultyWallet:${name}`, { detail }))
        page.evaluate(emit, [event, value] as const).catch(() => {})
      }
    }
    faulty.wallet.subscribe(faulty.#tell)
    return faulty
  }

  break(methods: RegExp, fault: WalletFault): void {
    this.#fault = { methods, fault }
  }

  /** Selects another account in the wallet, which emits the change. */
  chooseAccount(address: string): void {
    this.wallet.drift({ address })
    this.#tell('accountsChanged', [address])
  }

  heal(): void {
    this.#fault = undefined
    this.extra.clear()
    this.methods.length = 0
    this.spoiled = 0
  }

  /** Returns how many times it was asked to send. */
  get sendings(): number {
    return this.methods.filter((method) => /^(eth_sendTransaction|wallet_sendCalls)$/.test(method)).length
  }

  async #answer(request: Request): Promise<Answer> {
    const { method } = request
    this.methods.push(method)
    const broken = this.#fault?.methods.test(method) ? this.#fault.fault : undefined
    if (broken !== undefined) this.spoiled++
    if (broken?.type === 'silent') return new Promise(() => {})
    if (broken?.type === 'answer') return { result: broken.value }
    if (broken?.type === 'throw') return { thrown: broken.value }
    if (broken?.type === 'throwUndefined') return { isUndefinedThrown: true }
    if (this.extra.has(method)) return { result: this.extra.get(method) }
    try {
      const altered = broken?.type === 'throwAfter' ? broken.altered : undefined
      const result = await this.wallet.provider.request(alter(request, altered))
      if (broken?.type === 'throwAfter') return { thrown: broken.value }
      return { result: broken?.type === 'answerAfter' ? broken.value : result }
    } catch (error) {
      const { code = -32603, message = String(error) } = error as { code?: number; message?: string }
      return { thrown: { code, message } }
    }
  }
}

/** The request with other members in its first parameter. */
function alter(request: Request, other: object | undefined): Request {
  const [first] = Array.isArray(request.params) ? request.params : []
  return other === undefined ? request : { ...request, params: [{ ...first, ...other }] }
}

type Answer =
  | { readonly result: unknown }
  | { readonly thrown: unknown }
  | { readonly isUndefinedThrown: true }

/** Runs in the page. */
function announceInPage(info: ScriptedWallet['info']) {
  const page = window as unknown as { readonly askFaultyWallet: (request: Request) => Promise<Answer> }
  const listeners = new Map<unknown, EventListener>()
  const provider = {
    async request({ method, params }: Request) {
      const answer = await page.askFaultyWallet({ method, params })
      if ('result' in answer) return answer.result
      if ('isUndefinedThrown' in answer) throw undefined
      throw answer.thrown
    },
    on(event: string, listener: (value: unknown) => void) {
      const heard: EventListener = (given) => listener((given as CustomEvent).detail)
      listeners.set(listener, heard)
      window.addEventListener(`faultyWallet:${event}`, heard)
    },
    removeListener(event: string, listener: (value: unknown) => void) {
      const heard = listeners.get(listener)
      if (heard !== undefined) window.removeEventListener(`faultyWallet:${event}`, heard)
      listeners.delete(listener)
    },
  }
  const detail = Object.freeze({ info: Object.freeze(info), provider: Object.freeze(provider) })
  const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
}
