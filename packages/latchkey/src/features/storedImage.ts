import { toImageLink } from '../protocol/schema/imageLink.js'
import type { Kit } from './Kit.js'

/**
 * The address of a picture read from the storage, if the page may load it: a `data:` picture, one of the host's
 * services, or one in the host's options. Otherwise whoever can write to the page's storage could make each visitor
 * call a server of theirs.
 */
export function storedImage({ config, store }: Kit, url: string | undefined): string | undefined {
  const link = toImageLink(url)
  if (link?.startsWith('data:') !== false) return link
  const { explorer, blockchain } = config.services
  const isOwn =
    [explorer, blockchain].some((base) => base && originOf(base) === originOf(link)) ||
    store.getState().options.customWallets?.some((wallet) => toImageLink(wallet.image_url) === link)
  return isOwn ? link : undefined
}

function originOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : globalThis.location?.origin
}
