import type { AccountFeature } from './isOffered.js'

/**
 * The actions of an account, in their default order: the screen that each opens, and how it is drawn. `walletFeatures`
 * tells which of them a kit offers.
 */
export const accountActions = [
  { id: 'send', icon: 'arrowUp', label: 'send.title', opens: { name: 'WalletSend' } },
  { id: 'receive', icon: 'qr', label: 'receive.title', opens: { name: 'WalletReceive' } },
] as const satisfies readonly {
  readonly id: AccountFeature
  readonly icon: string
  readonly label: string
  readonly opens: { readonly name: string }
}[]
