import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The hash of the site that {@link writeTestSite} writes. */
export const testSiteHash = '0123456789abcdef'

/** What the pages of the site name their scripts' hashes in. */
export const importMap = '<script type="importmap">{"integrity":{}}</script>'

/** Writes a small site in the shape of the wallet's: two pages, a script and a style sheet. */
export function writeTestSite(): { readonly directory: string; remove(): void } {
  const directory = mkdtempSync(join(tmpdir(), 'latchkey-site-'))
  const write = (path: string, text: string) => writeFileSync(join(directory, testSiteHash, path), text)
  mkdirSync(join(directory, testSiteHash, 'window'), { recursive: true })
  const pageOf = (name: string) =>
    `<!doctype html><html><head><title>${name}</title>${importMap}</head><body></body></html>`
  write('index.html', pageOf('frame'))
  write('window/index.html', pageOf('window'))
  write('app-1a2b.js', `console.log('${'wallet '.repeat(100)}')`)
  write('app-3c4d.css', 'body{margin:0}')
  return { directory, remove: () => rmSync(directory, { recursive: true, force: true }) }
}
