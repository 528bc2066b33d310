import type { AccountFeature } from './isOffered.js'

/**
 * What can be done with an account, in the order in which it shows where the host has no other: the screen that it opens,
 * and how it is drawn. Which of them a kit offers: `walletFeatures`.
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
