import {
  FetchError,
  type Fetched,
  type FetchOptions,
  type GuardedFetch,
} from '../../outbound/guardedFetch.js'

/** Opens a link of a token or name: `data:`, `ipfs:` or `https:`. Throws {@link FetchError}. */
export type OpenLink = (link: string, options: FetchOptions) => Promise<Fetched>

export function createOpenLink(fetch: GuardedFetch, ipfsGateway: string | undefined): OpenLink {
  return async (link, options) => {
    if (/^data:/i.test(link)) return readDataLink(link, options.size)
    const address = toAddress(link, ipfsGateway)
    if (address === undefined) throw new FetchError('no address that is opened')
    return fetch(address, options)
  }
}

/** Returns the web address of a link, with IPFS through the gateway; `undefined` for a link that is never opened. */
export function toAddress(link: string, ipfsGateway: string | undefined): string | undefined {
  if (/^https:\/\//i.test(link)) return link
  const [, id, path = ''] = /^ipfs:\/\/(?:ipfs\/)?([a-zA-Z0-9]{20,100})((?:\/.*)?)$/is.exec(link) ?? []
  if (id === undefined || ipfsGateway === undefined || path.length > 1_000) return undefined
  // Decoding first avoids escaping twice, and reveals a path that leads elsewhere.
  const segments = path.split('/').map(decode)
  if (segments.some((segment) => segment === '..' || segment === '.')) return undefined
  const safe = segments.map(encodeURIComponent)
  return `${ipfsGateway}/ipfs/${id}${safe.join('/')}`
}

/** Returns whether {@link OpenLink} supports a link. */
export function isOpenable(link: string, ipfsGateway: string | undefined): boolean {
  return /^data:/i.test(link) || toAddress(link, ipfsGateway) !== undefined
}

/** Reads the content of a `data:` link. Throws {@link FetchError}. */
export function readDataLink(link: string, limit: number): Fetched {
  const comma = link.indexOf(',')
  // Escaped text needs at most three characters per byte.
  if (comma === -1 || link.length > 3 * limit + 1_000) throw new FetchError('no data')
  const [type = '', ...parameters] = link.slice('data:'.length, comma).split(';')
  const text = link.slice(comma + 1)
  const isBase64 = parameters.some((parameter) => parameter.trim().toLowerCase() === 'base64')
  const body = isBase64 ? Buffer.from(decode(text), 'base64') : Buffer.from(decode(text), 'utf8')
  if (body.byteLength > limit) throw new FetchError('too large')
  return { type: type.trim().toLowerCase(), body }
}

/** Decodes valid percent escapes and keeps other percent signs, which many tokens write unescaped. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
