import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { gzipSync } from 'node:zlib'

/** The wallet's site is not in its folder; the message says what to do about it. */
export class SiteMissingError extends Error {
  override readonly name = 'SiteMissingError'
}

type SiteFile = {
  readonly type: string
  readonly body: Uint8Array<ArrayBuffer>
  readonly packed: Uint8Array<ArrayBuffer> | undefined
}

export type SitePage = {
  /** The page before and after the place for its settings. */
  readonly before: string
  readonly after: string
  /** The sources of `script-src` for what the page has between its tags: an import map with the hashes of all scripts. */
  readonly inline: readonly string[]
}

type SiteBuild = {
  /** The page for an iframe. */
  readonly frame: SitePage
  /** The page for a window of its own. */
  readonly window: SitePage
  /** All other files, by their path below the build's folder. */
  readonly files: ReadonlyMap<string, SiteFile>
}

export type Site = {
  /** The hash of the newest build. */
  readonly hash: string
  /** The builds by hash: a host may name an older one. */
  readonly builds: ReadonlyMap<string, SiteBuild>
}

const types: { readonly [extension: string]: string } = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}
/** Types that are compressed already. */
const isPacked = /^(image\/(png|webp)|font\/)/

/**
 * Reads the builds of the wallet's site: folders named by a hash, each with `index.html`, `window/index.html` and what they
 * load.
 *
 * @throws {@link SiteMissingError}
 */
export function readSite(directory: string): Site {
  const hashes = existsSync(directory)
    ? readdirSync(directory).filter(
        (name) => /^[a-z0-9]{16,64}$/.test(name) && statSync(join(directory, name)).isDirectory(),
      )
    : []
  const dated = hashes.map((hash) => ({ hash, at: statSync(join(directory, hash, 'index.html')).mtimeMs }))
  const [newest] = dated.sort((a, b) => b.at - a.at || (a.hash < b.hash ? 1 : -1))
  if (newest === undefined)
    throw new SiteMissingError(
      `The wallet's site is not in ${directory}. Build it: npm run build. Or unset LATCHKEY_FRAME_URL.`,
    )
  return {
    hash: newest.hash,
    builds: new Map(hashes.map((hash) => [hash, readBuild(join(directory, hash))])),
  }
}

function readBuild(folder: string): SiteBuild {
  const page = (path: string) => splitPage(readFileSync(join(folder, path), 'utf8'), join(folder, path))
  const files = new Map<string, SiteFile>()
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name)
    const type = types[extname(entry.name)]
    // Pages are written anew for each project; files of other types are no part of the site.
    if (!entry.isFile() || type === undefined || entry.name.endsWith('.html')) continue
    const body = new Uint8Array(readFileSync(path))
    const packed = isPacked.test(type) ? undefined : new Uint8Array(gzipSync(body, { level: 9 }))
    files.set(relative(folder, path).split(sep).join('/'), { type, body, packed })
  }
  return { frame: page('index.html'), window: page('window/index.html'), files }
}

/** Splits a page at the place for its settings. */
export function splitPage(html: string, path: string): SitePage {
  const index = /<head[^>]*>/.exec(html)
  if (index === null)
    throw new SiteMissingError(`${path} has no <head>, in which the settings have their place.`)
  const end = index.index + index[0].length
  const scripts = html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)
  const inline = [...scripts].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  )
  return { before: html.slice(0, end), after: html.slice(end), inline }
}
