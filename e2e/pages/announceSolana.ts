import type { Page } from '@playwright/test'

/** Bytes as numbers, because requests and answers cross from the page to the test as JSON. */
type Bytes = readonly number[]

export type SolanaRequest = {
  readonly method: string
  readonly message?: Bytes
  readonly transaction?: Bytes
}

export type AnnouncedSolana = {
  readonly name: string
  /** The account that it grants. */
  readonly address: string
  /** Its chains. @default ['solana:localnet'] */
  readonly chains?: readonly string[]
  /** Its methods, such as `signTransaction`. */
  readonly features: readonly string[]
  /** Its answer to the first input of a request. An error is the wallet's. */
  readonly answer: (request: SolanaRequest) => unknown
}

/**
 * Adds a wallet to every page opened from now on: announced by the Wallet Standard, on the local Solana, connecting at
 * once. What it answers is decided in the test's process.
 */
export async function announceSolana(page: Page, { answer, ...wallet }: AnnouncedSolana): Promise<void> {
  const context = page.context()
  await context.exposeFunction('solanaWalletAnswer', async (request: SolanaRequest) => {
    try {
      return { answer: await answer(request) }
    } catch (error) {
      return { error: error instanceof Error ? error.message : String(error) }
    }
  })
  await context.addInitScript(install, wallet)
}

type Exposed = {
  solanaWalletAnswer(
    request: object,
  ): Promise<{ readonly answer: { readonly [name: string]: unknown }; readonly error?: string }>
}

/** Runs in the page. */
function install({ name, address, chains = ['solana:localnet'], features }: Omit<AnnouncedSolana, 'answer'>) {
  const { solanaWalletAnswer } = window as unknown as Exposed
  const names = features.map((feature) => `solana:${feature}`)
  const account = (of: string) => ({ address: of, publicKey: new Uint8Array(32), chains, features: names })
  const listeners = new Set<(change: object) => void>()
  let accounts: object[] = []
  const grant = (of: string) => {
    accounts = [account(of)]
    for (const listener of listeners) listener({ accounts })
    return { accounts }
  }
  const isBytes = (value: unknown): value is number[] => Array.isArray(value)
  const ask = (method: string) => async (input: { message?: Uint8Array; transaction?: Uint8Array }) => {
    const { message, transaction } = input
    const asked = { method, message: message && [...message], transaction: transaction && [...transaction] }
    const { answer, error } = await solanaWalletAnswer(asked)
    if (error !== undefined) throw new Error(error)
    const entries = Object.entries(answer).map(([key, value]) => [
      key,
      isBytes(value) ? Uint8Array.from(value) : value,
    ])
    return [Object.fromEntries(entries)]
  }
  // The wallet's user chooses another account.
  window.addEventListener('solana-wallet-account', (event) => void grant((event as CustomEvent).detail))
  const wallet = {
    version: '1.0.0',
    name,
    icon: 'data:image/svg+xml,',
    chains,
    get accounts() {
      return accounts
    },
    features: {
      'standard:connect': { version: '1.0.0', connect: async () => grant(address) },
      'standard:events': {
        version: '1.0.0',
        on(_: string, listener: (change: object) => void) {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
      },
      ...Object.fromEntries(
        features.map((feature) => [`solana:${feature}`, { version: '1.0.0', [feature]: ask(feature) }]),
      ),
    },
  }
  const register = ({ register }: { readonly register: (wallet: object) => void }) => register(wallet)
  window.addEventListener('wallet-standard:app-ready', (event) => register((event as CustomEvent).detail))
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
}
