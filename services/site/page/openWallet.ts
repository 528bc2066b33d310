import type { Handover, WalletFacts, WorkerApi } from '../worker/walletApi.js'
import type { Asks } from './asks.js'
import { keepStorage } from './keepStorage.js'
import type { Asked } from './serveHost.js'

/** The facts of a wallet that a surface cannot open itself, as its window or a ticket has told them. */
export type KnownWallet = Pick<WalletFacts, 'addresses' | 'custody'> & {
  readonly isBackedUp?: boolean | undefined
}

/**
 * Opens the wallet of the logged-in visitor: makes it on the first login, asks for another way in on a new device, and leads to a window of the wallet's
 * own where this surface cannot keep keys.
 */
export async function openWallet(
  { wallet, asks, newId, askOpener }: openWallet.Parameters,
  { signal }: Pick<Asked, 'signal'>,
): Promise<KnownWallet> {
  const opened = await wallet.open()
  if (opened.status === 'ready') return opened.wallet
  if (opened.status === 'elsewhere') {
    return asks.ask<KnownWallet>(
      { id: newId(), kind: 'window', status: 'offered', task: { kind: 'open' } },
      signal,
    )
  }
  if (askOpener !== undefined) {
    const sealed = await askOpener(await wallet.invite())
    // A wallet that has changed meanwhile opens by another way.
    const taken = sealed && (await wallet.recover({ way: 'surface', sealed }).catch(() => undefined))
    if (taken !== undefined) {
      keepStorage()
      return taken
    }
  }
  const key = await wallet.invite()
  const answer = await asks.ask<KnownWallet & { readonly sealed?: Handover | undefined }>(
    { id: newId(), kind: 'recover', ways: opened.ways, key },
    signal,
  )
  keepStorage()
  return answer.sealed === undefined ? answer : wallet.recover({ way: 'surface', sealed: answer.sealed })
}

export declare namespace openWallet {
  type Parameters = {
    readonly wallet: WorkerApi
    readonly asks: Asks
    readonly newId: () => string
    /** In a window: asks the iframe that has opened it for the vault key. */
    readonly askOpener?: ((key: string) => Promise<Handover | undefined>) | undefined
  }
}
