import type { Fault, FaultyServer, SocketFault } from './FaultyServer.js'
import type { FaultyWallet, WalletFault } from './FaultyWallet.js'

export type World = { readonly server: FaultyServer; readonly wallet: FaultyWallet }

/** A fault that is active while a view is tested. */
export type Trouble = {
  readonly name: string
  readonly begin: (world: World) => void
  /**
   * Whether nothing useful is answered, so that the view must show its error; otherwise the answer is bad but the view
   * may work.
   */
  readonly isFailure: boolean
  /** The view may make no affected request, and so not show the fault. */
  readonly mayPass?: boolean | undefined
}

/** Makes services or nodes answer wrongly on some routes. */
export function answers(
  routes: RegExp,
  faults: { readonly [name: string]: Fault },
  { isFailure, mayPass }: Pick<Trouble, 'isFailure' | 'mayPass'>,
): readonly Trouble[] {
  return Object.entries(faults).map(([name, fault]) => ({
    name,
    isFailure,
    mayPass,
    begin: ({ server }) => server.break(routes, fault),
  }))
}

/** Faults of the relay connection. */
export const relayTroubles: readonly Trouble[] =
  // The silent one last: a browser opens one connection to a host at a time.
  (['refused', 'html', 'silent'] as const satisfies readonly SocketFault[]).map((fault) => ({
    name: `the relay is ${fault}`,
    isFailure: true,
    begin: ({ server }) => server.breakSocket(fault),
  }))

const html = '<img src=x onerror="top.ran=1">\u202ereverof'

/** Invalid values that wallets throw or return. */
const walletFaults = {
  rejects: { type: 'throw', value: { code: 4001, message: 'User rejected the request.' } },
  'rejects in words alone': { type: 'throw', value: { message: 'MetaMask Tx Signature: User denied' } },
  'has a request open already': { type: 'throw', value: { code: -32002, message: 'Already pending.' } },
  'throws nothing': { type: 'throwUndefined' },
  'throws null': { type: 'throw', value: null },
  'throws a text': { type: 'throw', value: html },
  'throws a number': { type: 'throw', value: 7 },
  'throws a deep error': {
    type: 'throw',
    value: {
      code: '-32603',
      message: { text: html },
      data: { originalError: { code: null, message: html } },
    },
  },
  'answers nothing': { type: 'answer', value: null },
  'answers a number': { type: 'answer', value: 7 },
  'answers HTML': { type: 'answer', value: html },
  'answers a list of nonsense': { type: 'answer', value: [null, 7, html, {}] },
  'answers 10 MB': { type: 'answer', value: 'x'.repeat(10 * 1024 * 1024) },
  // Last, because its unanswered request stays open in the page.
  'is silent': { type: 'silent' },
} as const satisfies { readonly [name: string]: WalletFault }

/** Errors of wallets that could not send a transaction. */
export const sendingFaults = {
  'has too little for the fee': {
    type: 'throw',
    value: { code: -32000, message: 'insufficient funds for gas * price + value: have 0 want 1' },
  },
  'clashes over the nonce': { type: 'throw', value: { code: -32000, message: 'nonce too low' } },
  'would replace another for too little': {
    type: 'throw',
    value: { code: -32000, message: 'replacement transaction underpriced' },
  },
  'sent this one before': { type: 'throw', value: { code: -32000, message: 'already known' } },
} as const satisfies { readonly [name: string]: WalletFault }

export function walletTroubles(
  methods: RegExp,
  faults: { readonly [name: string]: WalletFault } = walletFaults,
): readonly Trouble[] {
  return Object.entries(faults).map(([name, fault]) => ({
    name: `the wallet ${name}`,
    isFailure: fault.type !== 'silent',
    begin: ({ wallet }) => wallet.break(methods, fault),
  }))
}

/** Applies the fault with a wallet that reports these capabilities. */
export function offering(capabilities: object): (trouble: Trouble) => Trouble {
  return ({ begin, ...trouble }) => ({
    ...trouble,
    begin(world) {
      world.wallet.extra.set('wallet_getCapabilities', { '0x0': capabilities })
      begin(world)
    },
  })
}
