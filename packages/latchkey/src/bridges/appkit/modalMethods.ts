import { type Kit, update } from '../../features/Kit.js'
import { closeModal } from '../../features/modal/closeModal.js'
import { replaceView, resetView, settleTransaction } from '../../features/modal/navigate.js'
import { openModal } from '../../features/modal/openModal.js'
import type { View } from '../../features/modal/screens.js'
import { showSnackbar } from '../../features/notify/showSnackbar.js'
import type { Namespace } from '../../protocol/caip.js'
import { isMobileDevice } from '../../react/device.js'
import type { Instance } from './Instance.js'
import { unsupported } from './unsupported.js'

/** The incumbent's view names for views that the kit has. */
const views = {
  Account: { name: 'Account' },
  Connect: { name: 'Connect' },
  Networks: { name: 'Networks' },
  AllWallets: { name: 'AllWallets' },
  ConnectingWalletConnectBasic: { name: 'ConnectingWalletConnectBasic' },
  WalletSend: { name: 'WalletSend' },
  WhatIsAWallet: { name: 'WhatIsAWallet' },
  WhatIsANetwork: { name: 'WhatIsANetwork' },
} as const satisfies { readonly [name: string]: View }

const none = 'the kit has no such view yet.'
/** Views that are refused with `APPKIT_UNSUPPORTED`, with the advice what to do instead. */
const advices = {
  ApproveTransaction: 'it opens by itself when the embedded wallet must ask the visitor.',
  OnRampProviders: none,
  Swap: none,
} as const

export type RefusedView = keyof typeof advices

export type AppKitView = keyof typeof views | RefusedView

export type OpenOptions = {
  readonly view?: AppKitView | undefined
  /** A pairing link to show, with `manualWCControl`. */
  readonly uri?: string | undefined
  readonly namespace?: Namespace | undefined
  /** For the view `Swap`. */
  readonly arguments?: { readonly [name: string]: string | undefined } | undefined
}

export function modalMethods({ kit }: Instance) {
  return {
    /** Opens the modal. @throws `APPKIT_UNSUPPORTED` for a view that the kit does not have. */
    async open({ view, uri, namespace }: OpenOptions = {}): Promise<void> {
      openModal(kit, { isMobile: isMobileDevice(), view: view && viewOf(view, 'open'), uri, namespace })
    },
    async close(): Promise<void> {
      closeModal(kit)
    },
    isOpen: (): boolean => kit.store.getState().modal.isOpen,
    /** The kit has one loading state, so the namespace has no effect. */
    setLoading(isLoading: boolean, _namespace?: Namespace): void {
      update(kit, 'modal', (modal) => ({ ...modal, isLoading }))
    },
    /** Replaces the current view. */
    replace: (view: AppKitView): void => replaceView(kit, viewOf(view, 'replace')),
    /** Shows a view without a previous one to go back to. */
    redirect: (view: AppKitView): void => resetView(kit, viewOf(view, 'redirect')),
    /** Ends the newest flow; `true` means `'cancel'`. */
    popTransactionStack(result: 'success' | 'error' | 'cancel' | boolean = 'success'): void {
      const ended = result === true ? 'cancel' : result === false ? 'success' : result
      settleTransaction(kit, ended)
    },
    isTransactionStackEmpty: (): boolean => kit.store.getState().modal.transactions.length === 0,
    isTransactionShouldReplaceView: (): boolean => newestTransaction(kit)?.onSuccess.type === 'replace',
    showErrorMessage(message: string | Error): void {
      const text = typeof message === 'string' ? message : message.message
      showSnackbar(kit, { variant: 'error', message: { text } })
    },
    showSuccessMessage: (text: string): void => showSnackbar(kit, { variant: 'success', message: { text } }),
    /** Always empty, like in the incumbent. */
    getError: (): string => '',
  }
}

function viewOf(view: AppKitView, method: string): View {
  const found = Object.hasOwn(views, view) ? views[view as keyof typeof views] : undefined
  if (found !== undefined) return found
  const advice = Object.hasOwn(advices, view) ? advices[view as RefusedView] : none
  throw unsupported(`${method}({ view: '${view}' })`, advice)
}

function newestTransaction(kit: Kit) {
  return kit.store.getState().modal.transactions.at(-1)
}
