import { callEndpoint } from '../../core/callEndpoint.js'
import { sleep } from '../../core/sleep.js'
import { imagePrefetchCount } from '../../protocol/constants.js'
import type { Wallet } from '../../protocol/entities/Wallet.js'
import {
  getAssetImage,
  getCurrencyImage,
  getTokenImage,
  getWalletImage,
} from '../../protocol/http/explorer.js'
import { type Kit, update } from '../Kit.js'

const endpoints = {
  wallet: getWalletImage,
  asset: getAssetImage,
  currency: getCurrencyImage,
  token: getTokenImage,
} as const

export type ImageKind = keyof typeof endpoints

/** The longest time that a list waits for its pictures, in milliseconds. */
const prefetchWait = 2_000

/** The key of a picture in `state.wallets.images`. */
export function imageKey(kind: ImageKind, id: string): string {
  return `${kind}:${id}`
}

/**
 * Fetches a picture from the explorer into `state.wallets.images`, once in a kit's life. If that fails, the screen
 * draws its default. Pictures are kept as object URLs: a host's content policy needs no image source but `blob:`.
 */
export async function fetchImage(kit: Kit, { kind, id }: { kind: ImageKind; id: string }): Promise<void> {
  const key = imageKey(kind, id)
  if (kit.store.getState().wallets.images[key] !== undefined) return
  try {
    const image = await kit.cache.get(`image ${key}`, {
      maxAge: Number.POSITIVE_INFINITY,
      cooldown: 60_000,
      load: () => callEndpoint(kit, endpoints[kind], { params: { id } }),
    })
    if (kit.store.getState().wallets.images[key] !== undefined) return
    const url = URL.createObjectURL(image)
    update(kit, 'wallets', (wallets) => ({ ...wallets, images: { ...wallets.images, [key]: url } }))
  } catch {
    // A missing picture is not reported: the screen shows the default one.
  }
}

/** Fetches the pictures of a list's first wallets, and waits for them at most 2 s (spec §9 "Image prefetch"). */
export async function prefetchImages(kit: Kit, wallets: readonly Wallet[]): Promise<void> {
  const ids = wallets.slice(0, imagePrefetchCount).flatMap(({ image_id }) => image_id ?? [])
  const all = Promise.all(ids.map((id) => fetchImage(kit, { kind: 'wallet', id })))
  await Promise.race([all, sleep(kit.clock, prefetchWait)])
}
