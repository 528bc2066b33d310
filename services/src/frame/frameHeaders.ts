import { barePolicy, type Manners, type RequestContext, setReadable } from '../shared/app.js'
import { createSiteHeaders, type PageSources } from './siteHeaders.js'

/** What each answer of the wallet's site says to browsers. */
export type FrameHeaders = {
  /** The headers of a page. `ancestors` are the sources of `frame-ancestors`, `inline` those of scripts in the page. */
  setPage(c: RequestContext, page?: PageSources): void
  /** The headers of a file with a name that changes with its content. */
  setFile(c: RequestContext): void
  readonly manners: Manners
}

/**
 * Creates the headers of the wallet's site (docs/security.md "The wallet's site").
 *
 * @param readable The paths that pages of any origin may call and read.
 */
export function createFrameHeaders(frameUrl: string, readable: ReadonlySet<string>): FrameHeaders {
  const headers = createSiteHeaders(frameUrl.startsWith('https:'))
  const setAll = (c: RequestContext, all: Readonly<Record<string, string>>) => {
    for (const [name, value] of Object.entries(all)) c.header(name, value)
  }

  return {
    setPage: (c, page = {}) => setAll(c, headers.page(page)),
    setFile: (c) => setAll(c, headers.file()),
    manners: {
      isOpen: (path) => readable.has(path),
      setHeaders(c) {
        const isReadable = readable.has(c.req.path)
        // What another service has answered in this process brings its own headers.
        for (const name of [...c.res.headers.keys()])
          if (name.startsWith('access-control-') && !isReadable) c.res.headers.delete(name)
        if (isReadable) setReadable(c)
        setAll(c, headers.every())
        if (isReadable) c.header('cross-origin-resource-policy', 'cross-origin')
        if (!c.res.headers.has('content-security-policy')) c.header('content-security-policy', barePolicy)
      },
    },
  }
}
