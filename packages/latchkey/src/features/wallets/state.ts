import type { ErrorState } from '../../core/ErrorState.js'
import type { Wallet } from '../../protocol/entities/Wallet.js'

/** A list of wallets from a service: the wallets so far, and the status of the request. */
export type WalletList = {
  readonly status: 'idle' | 'pending' | 'success' | 'error'
  readonly wallets: readonly Wallet[]
  /** How many wallets there are in all; `wallets` are the first of them. */
  readonly count: number
  /** How many pages have come. `wallets` does not tell, because duplicates and unreadable entries are left out. */
  readonly pages?: number | undefined
  readonly error?: ErrorState | undefined
}

export type WalletsState = {
  readonly featured: WalletList
  readonly recommended: WalletList
  readonly all: WalletList
  readonly search: WalletList & { readonly text: string; readonly badge: 'certified' | undefined }
  /** The explorer's records of the wallets that the host excludes; they identify an installed one. */
  readonly excluded: readonly Wallet[]
  /** The wallets last connected with, newest first. */
  readonly recent: readonly Wallet[]
  /** Object or data URLs of pictures, by kind and id: `wallet:…`, `asset:…`. */
  readonly images: { readonly [key: string]: string }
}

export const emptyWalletList: WalletList = { status: 'idle', wallets: [], count: 0 }

export const initialWalletsState: WalletsState = {
  featured: emptyWalletList,
  recommended: emptyWalletList,
  all: emptyWalletList,
  search: { ...emptyWalletList, text: '', badge: undefined },
  excluded: [],
  recent: [],
  images: {},
}

/** Empties the explorer's lists, because their filters have changed. */
export function withoutLists(state: WalletsState): WalletsState {
  const { featured, recommended, all, search } = initialWalletsState
  return { ...state, featured, recommended, all, search }
}
