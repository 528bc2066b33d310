// `node services/recover/build.mjs`: builds the offline tool into services/dist/recover: `recover.html`, a page that needs no other file, and
// `recover.js`, a program for Node. The same sources give the same bytes.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const folder = fileURLToPath(new URL('.', import.meta.url))

/** @param {string} target The folder of the files. */
export async function buildRecover(target = join(folder, '../dist/recover')) {
  mkdirSync(target, { recursive: true })
  const page = await bundle('page.ts', 'browser')
  // A script in a page ends at this text, wherever it stands.
  const script = page.replaceAll('</script', '<\\/script')
  const style = readFileSync(join(folder, 'page.css'), 'utf8')
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  const html = readFileSync(join(folder, 'page.html'), 'utf8')
    .replace('POLICY', () => policy)
    .replace('/* STYLE */', () => style)
    .replace('/* SCRIPT */', () => script)
  writeFileSync(join(target, 'recover.html'), html)
  const program = await bundle('main.ts', 'node')
  writeFileSync(join(target, 'recover.js'), `#!/usr/bin/env node\n${program}`, { mode: 0o755 })
}

/** @param {string} entry @param {'browser' | 'node'} platform */
async function bundle(entry, platform) {
  const { outputFiles } = await build({
    entryPoints: [join(folder, entry)],
    // Paths in comments would differ between machines.
    absWorkingDir: folder,
    conditions: ['source'],
    ...{ platform, bundle: true, write: false, minify: true, legalComments: 'none', logLevel: 'warning' },
    format: platform === 'node' ? 'esm' : 'iife',
    target: platform === 'node' ? 'node20' : 'es2022',
    charset: 'utf8',
  })
  return outputFiles[0]?.text ?? ''
}

/** @param {string} text */
function hashOf(text) {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildRecover()
