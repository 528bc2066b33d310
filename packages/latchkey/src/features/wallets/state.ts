import type { ErrorState } from '../../core/ErrorState.js'
import type { Wallet } from '../../protocol/entities/Wallet.js'

/** A list that a service fills: what is there so far, and how it stands. */
export type WalletList = {
  readonly status: 'idle' | 'pending' | 'success' | 'error'
  readonly wallets: readonly Wallet[]
  /** How many there are in all, of which `wallets` are the first. */
  readonly count: number
  /** How many pages have come: not told by `wallets`, which leaves out what is listed twice or cannot be read. */
  readonly pages?: number | undefined
  readonly error?: ErrorState | undefined
}

export type WalletsState = {
  readonly featured: WalletList
  readonly recommended: WalletList
  readonly all: WalletList
  readonly search: WalletList & { readonly text: string; readonly badge: 'certified' | undefined }
  /** What the explorer says of the wallets that the host excludes: an installed one is told by it. */
  readonly excluded: readonly Wallet[]
  /** The wallets last connected with, newest first. */
  readonly recent: readonly Wallet[]
  /** Object or data addresses of pictures, by kind and id: `wallet:…`, `asset:…`. */
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

/** Begins the explorer's lists again: what they were filtered by has changed. */
export function withoutLists(state: WalletsState): WalletsState {
  const { featured, recommended, all, search } = initialWalletsState
  return { ...state, featured, recommended, all, search }
}
