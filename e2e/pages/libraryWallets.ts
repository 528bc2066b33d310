import { join } from 'node:path'
import { createBitcoinjsWallet } from '@latchkey/chain-bitcoin'
import type { Page } from '@playwright/test'
import { build } from 'esbuild'
import { root } from '../../scripts/install.mjs'
import type { KitWalletSettings } from '../wallets/kitWallet.js'

// Wallets made of each family's own libraries, none of which is the kit's. They approve everything.

let bundle: Promise<string> | undefined

/** Adds `e2e/wallets/kitWallet.ts`, called Kit Wallet, to every page opened from now on. */
export async function announceKitWallet(
  page: Page,
  { secret, rpcUrl, versions = ['legacy', 0] }: Pick<KitWalletSettings, 'rpcUrl'> & KitWalletOptions,
): Promise<void> {
  bundle ??= bundleKitWallet()
  const settings: KitWalletSettings = { secret: [...secret], rpcUrl, versions }
  const content = `window.kitWallet = ${JSON.stringify(settings)};${await bundle}`
  await page.context().addInitScript({ content })
}

type KitWalletOptions = {
  readonly secret: Uint8Array
  readonly versions?: KitWalletSettings['versions'] | undefined
}

async function bundleKitWallet(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(root, 'e2e/wallets/kitWallet.ts')],
    bundle: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    write: false,
  })
  return outputFiles[0]?.text ?? ''
}

/** The wallet in `window.btc_providers`, its requests so far, and the network that its user has chosen. */
export type BitcoinjsWallet = {
  readonly asked: readonly string[]
  /** By the network in use. */
  readonly own: () => ReturnType<typeof createBitcoinjsWallet>
}

/** Adds a wallet that signs with bitcoinjs-lib and speaks sats-connect, called Bitcoinjs Wallet, to every page from now on. */
export async function addBitcoinjsWallet(page: Page, privateKey: Uint8Array): Promise<BitcoinjsWallet> {
  const wallets = {
    Regtest: createBitcoinjsWallet(privateKey, 'regtest'),
    Signet: createBitcoinjsWallet(privateKey, 'testnet'),
  }
  let network: keyof typeof wallets = 'Regtest'
  let isGranted = false
  const asked: string[] = []
  const own = () => wallets[network]
  const addresses = () => {
    const { address, publicKey } = own()
    return [{ address, publicKey, purpose: 'payment', addressType: 'p2wpkh' }]
  }
  const answers: { readonly [method: string]: (params: { readonly [name: string]: unknown }) => unknown } = {
    wallet_connect() {
      isGranted = true
      return { addresses: addresses() }
    },
    wallet_getAccount: () => (isGranted ? { addresses: addresses() } : undefined),
    wallet_getNetwork: () => ({ bitcoin: { name: network } }),
    wallet_changeNetwork({ name }) {
      network = name as keyof typeof wallets
      return null
    },
    wallet_disconnect() {
      isGranted = false
      return null
    },
    signMessage: ({ message }) => ({ signature: own().signMessage(String(message)) }),
    signPsbt: ({ psbt }) => ({ psbt: own().signPsbt(String(psbt)) }),
  }
  await page.context().exposeFunction('askBitcoinjs', (method: string, params: object | null) => {
    const answer = answers[method]
    if (answer === undefined) return { error: { code: -32601, message: 'Method not found' } }
    asked.push(method)
    const result = answer((params ?? {}) as { readonly [name: string]: unknown })
    return result === undefined ? { error: { code: -32002, message: 'Access denied' } } : { result }
  })
  await page.context().addInitScript(() => {
    const { askBitcoinjs } = window as unknown as { readonly askBitcoinjs: (...asked: unknown[]) => unknown }
    const icon = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>'
    Object.assign(window, {
      bitcoinjs: { request: askBitcoinjs },
      btc_providers: [{ id: 'bitcoinjs', name: 'Bitcoinjs Wallet', icon }],
    })
  })
  return { asked, own }
}

/** See `chains/polkadot/extension.mjs`. */
export type Extension = {
  readonly address: string
  readonly verify: (message: string, signature: string) => boolean
  readonly close: () => Promise<void>
}

/**
 * Adds an extension that signs with polkadot-js, called Polkadotjs Wallet, to every page opened from now on.
 *
 * @param url The ledger's.
 */
export async function addExtension(page: Page, url: string): Promise<Extension> {
  const { createExtension } = await import(
    new URL('../../chains/polkadot/extension.mjs', import.meta.url).href
  )
  const { injected, ...extension } = await createExtension({ url, path: '//Visitor' })
  await page
    .context()
    .exposeFunction('askExtension', (method: string, input: unknown) =>
      method === 'accounts' ? injected.accounts.get() : injected.signer[method](input),
    )
  await page.context().addInitScript(() => {
    const { askExtension } = window as unknown as { readonly askExtension: (...asked: unknown[]) => unknown }
    const enabled = {
      accounts: { get: () => askExtension('accounts'), subscribe: () => () => {} },
      signer: {
        signPayload: (input: unknown) => askExtension('signPayload', input),
        signRaw: (input: unknown) => askExtension('signRaw', input),
      },
    }
    const { injectedWeb3 = {} } = window as { injectedWeb3?: object }
    const entry = { version: '1.0.0', enable: async () => enabled }
    Object.assign(window, { injectedWeb3: { ...injectedWeb3, 'Polkadotjs Wallet': entry } })
  })
  return extension
}
