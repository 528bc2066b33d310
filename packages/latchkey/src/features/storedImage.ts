import { toImageLink } from '../protocol/schema/imageLink.js'
import type { Kit } from './Kit.js'

/**
 * The address of a picture that was read from the storage, if it may be loaded: a `data:` picture, one of the host's
 * services, or one that the host's options name. Whatever else may write to the page's storage could otherwise have each
 * visitor call a server of its own.
 */
export function storedImage({ config, store }: Kit, url: string | undefined): string | undefined {
  const link = toImageLink(url)
  if (link === undefined || link.startsWith('data:')) return link
  const { explorer, blockchain } = config.services
  const isServices = [explorer, blockchain].some(
    (base) => base !== undefined && originOf(base) === originOf(link),
  )
  const { customWallets = [] } = store.getState().options
  return isServices || customWallets.some((wallet) => toImageLink(wallet.image_url) === link)
    ? link
    : undefined
}

function originOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : globalThis.location?.origin
}
