import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The hash of the site that {@link writeTestSite} writes. */
export const testSiteHash = '0123456789abcdef'

/** Writes a small site in the shape of the wallet's: two pages, a script and a style sheet. */
export function writeTestSite(): { readonly directory: string; remove(): void } {
  const directory = mkdtempSync(join(tmpdir(), 'latchkey-site-'))
  const write = (path: string, text: string) => writeFileSync(join(directory, testSiteHash, path), text)
  mkdirSync(join(directory, testSiteHash, 'window'), { recursive: true })
  write('index.html', '<!doctype html><html><head><title>frame</title></head><body></body></html>')
  write('window/index.html', '<!doctype html><html><head><title>window</title></head><body></body></html>')
  write('app-1a2b.js', `console.log('${'wallet '.repeat(100)}')`)
  write('app-3c4d.css', 'body{margin:0}')
  return { directory, remove: () => rmSync(directory, { recursive: true, force: true }) }
}
