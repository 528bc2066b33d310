import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { hashOf } from '../frame/verify/hashOf.js'

const pageOf = (base: string) =>
  `<!doctype html>\n<html>\n<head>\n<title>Wallet</title>\n<script type="importmap">{"integrity":{"${base}page.js":"sha384-a","${base}part-A.js":"sha384-b"}}</script>\n<script type="module" src="${base}page.js"></script>\n</head>\n</html>\n`

/** The files of a small build of the wallet's site. */
export const buildFiles: ReadonlyMap<string, Uint8Array> = new Map(
  Object.entries({
    'index.html': pageOf('./'),
    'window/index.html': pageOf('../'),
    'page.js': `console.log('${'page '.repeat(100)}')`,
    'part-A.js': 'export const part = 1',
    'worker.js': 'onmessage = () => {}',
  }).map(([path, text]) => [path, new TextEncoder().encode(text)]),
)

/** Writes a build below the hash of {@link buildFiles}, with other files where they are given, as a host does that changes them. */
export function writeBuild(changed: { readonly [path: string]: string } = {}) {
  const directory = mkdtempSync(join(tmpdir(), 'latchkey-build-'))
  const hash = hashOf(buildFiles)
  for (const [path, contents] of [...buildFiles, ...Object.entries(changed)]) {
    const target = join(directory, hash, path)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, contents)
  }
  return { directory, hash, remove: () => rmSync(directory, { recursive: true, force: true }) }
}
