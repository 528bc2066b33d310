import { createGuardedFetch, type GuardedFetch } from '../../outbound/guardedFetch.js'
import type { Context } from '../../shared/context.js'
import { createOpenLink, type OpenLink } from './openLink.js'

type Links = { readonly fetch: GuardedFetch; readonly openLink: OpenLink }

const made = new WeakMap<Context, Links>()

/** Returns what opens addresses that strangers name. All chains share it, and its limits. */
export function sharedLinks(context: Context): Links {
  const known = made.get(context)
  if (known !== undefined) return known
  const { ipfsGateway, ord } = context.settings
  const trusted = [...(ipfsGateway === undefined ? [] : [`${ipfsGateway}/ipfs`]), ...ord.map(contentBase)]
  const fetch = createGuardedFetch(context, { trusted })
  const links = { fetch, openLink: createOpenLink(fetch, ipfsGateway) }
  made.set(context, links)
  return links
}

/** Where an ord server has the contents of inscriptions. */
function contentBase(entry: string): string {
  const { origin, pathname } = new URL(entry.slice(entry.indexOf('=') + 1))
  return `${origin}${pathname.replace(/\/+$/, '')}/content`
}
