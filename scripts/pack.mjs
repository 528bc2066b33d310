// `npm run pack`: makes the packages as they are published, in `.cache/packs`. A package contains exactly the files
// that its entries lead to; small dependencies whose types do not appear in ours are bundled in (docs/decisions/031).
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureInstalled, fail, root } from './install.mjs'
import { filesOfEntries } from './pack/filesOfEntries.mjs'
import { takeIn } from './pack/takeIn.mjs'
import { undeclaredPackages } from './pack/undeclaredPackages.mjs'
import { withoutComments } from './pack/withoutComments.mjs'

/**
 * The published packages, dependencies first, the dependencies that are bundled into each, and the folders that are taken as they were built: what
 * the services' browsers load.
 *
 * @type {readonly { folder: string, inside?: RegExp, built?: readonly string[] }[]}
 */
const published = [
  { folder: 'packages/sign-client', inside: /^@noble\// },
  { folder: 'packages/latchkey', inside: /^(@noble\/|@scure\/base$|qr(\/|$))/ },
  { folder: 'services', built: ['dist/site', 'dist/recover'] },
]

/** @typedef {{ name: string, version: string, exports: Record<string, string | { types?: string, default?: string }>, bin?: Record<string, string>, files?: string[], dependencies?: Record<string, string>, devDependencies?: Record<string, string>, scripts?: Record<string, string> }} Manifest */

/** Rebuilds the packed packages. @returns {Promise<{ name: string, tarball: string }[]>} */
export async function packPackages() {
  const packs = join(root, '.cache', 'packs')
  rmSync(packs, { recursive: true, force: true })
  mkdirSync(packs, { recursive: true })
  const made = []
  for (const { folder, inside, built = [] } of published) {
    const staged = join(packs, 'staged', folder)
    await stage(join(root, folder), staged, inside)
    for (const one of built) cpSync(join(root, folder, one), join(staged, one), { recursive: true })
    made.push(pack(staged, packs))
  }
  rmSync(join(packs, 'staged'), { recursive: true })
  return made
}

/** Writes a package's files as they will be installed. @param {string} source @param {string} target @param {RegExp | undefined} inside */
async function stage(source, target, inside) {
  /** @type {Manifest} */
  const manifest = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'))
  for (const file of filesOfEntries(source, entriesOf(manifest))) {
    const text = readFileSync(join(source, file), 'utf8').replace(/\n\/\/# sourceMappingURL=\S+\n?$/, '\n')
    mkdirSync(dirname(join(target, file)), { recursive: true })
    writeFileSync(join(target, file), file.endsWith('.js') ? withoutComments(file, text) : text)
  }
  for (const name of ['LICENSE', 'README.md', 'SETTINGS.md']) {
    if (existsSync(join(source, name))) cpSync(join(source, name), join(target, name))
  }
  const taken = inside === undefined ? [] : await takeIn(target, inside, source)
  writeFileSync(
    join(target, 'package.json'),
    `${JSON.stringify(withoutWorkshop(manifest, taken), null, 2)}\n`,
  )
  const undeclared = undeclaredPackages(target)
  if (undeclared.length > 0) fail(`${manifest.name} imports what it does not name:\n${undeclared.join('\n')}`)
}

/** @param {Manifest} manifest */
function entriesOf({ exports, bin = {} }) {
  const targets = Object.values(exports).flatMap((entry) =>
    typeof entry === 'string' ? [] : [entry.types, entry.default],
  )
  return [...targets.filter((target) => target !== undefined), ...Object.values(bin)]
}

/**
 * Returns the manifest without fields that only this repository needs.
 *
 * @param {Manifest} manifest
 * @param {readonly string[]} taken
 */
function withoutWorkshop({ devDependencies: _, scripts: __, ...manifest }, taken) {
  const exports = Object.entries(manifest.exports).flatMap(([path, entry]) => {
    if (typeof entry === 'string') return [[path, entry]]
    // Only this repository's own bundlers read an entry that has nothing but a source.
    if (entry.default === undefined) return []
    return [[path, { types: entry.types, default: entry.default }]]
  })
  const dependencies = Object.entries(manifest.dependencies ?? {}).filter(([name]) => !taken.includes(name))
  return {
    ...manifest,
    exports: Object.fromEntries(exports),
    dependencies: Object.fromEntries(dependencies),
  }
}

/** @param {string} folder @param {string} packs */
function pack(folder, packs) {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const { status, stdout, stderr } = spawnSync(npm, ['pack', '--json', '--pack-destination', packs], {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  if (status !== 0) fail(`npm pack failed in ${folder}:\n${stderr}`)
  const [{ name, filename }] = JSON.parse(stdout)
  return { name, tarball: join(packs, filename) }
}

// `npm run pack`
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  ensureInstalled()
  const { buildPackages } = await import('./build.mjs')
  buildPackages()
  await packPackages()
  const folder = join(root, '.cache', 'packs')
  for (const name of readdirSync(folder)) console.log(join(folder, name))
}
