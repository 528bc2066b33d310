// Builds the wallet's site into `services/dist/site/<hash>/`. The hash is over every file, so that a host or an outsider can tell which code is
// served; two builds of one commit have the same (`verify-frame` compares them with a server).
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { pageOf } from './pageOf.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const root = join(here, '..', '..')

/**
 * Packages of this repository have copies of their own of the same version: the bundle has one.
 *
 * @type {import('esbuild').Plugin}
 */
const oneCopy = {
  name: 'one-copy',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^@(noble|scure)\/[\w-]+(\/.*\.js)?$/ }, ({ path, importer, kind, pluginData }) => {
      // Other packages need the versions that they name.
      if (pluginData === oneCopy || importer.startsWith(join(root, 'node_modules'))) return undefined
      return resolve(path, { resolveDir: join(root, 'services'), kind, pluginData: oneCopy })
    })
    // viem hashes with an older version, whose functions take and return the same bytes (decision 385).
    onResolve({ filter: /^@noble\/hashes\/\w+$/ }, ({ path, importer, kind }) => {
      if (!fromViem.test(importer)) return undefined
      const [, , name = ''] = path.split('/')
      const module = `@noble/hashes/${renamed[name] ?? name}.js`
      return resolve(module, { resolveDir: join(root, 'services'), kind, pluginData: oneCopy })
    })
    onResolve({ filter: /^@noble\/curves\/abstract\/utils$/ }, ({ importer, kind }) => {
      if (!fromViem.test(importer)) return undefined
      const module = '@noble/curves/utils.js'
      return resolve(module, { resolveDir: join(root, 'services'), kind, pluginData: oneCopy })
    })
  },
}

const fromViem = /[\\/]node_modules[\\/](viem|ox)[\\/]/
/** Modules that have another name in the newer version. @type {{ readonly [name: string]: string }} */
const renamed = { sha256: 'sha2', ripemd160: 'legacy' }

/**
 * Leaves out what viem would load later for functions that the site has no use for: off-chain lookups (which it must not make), web sockets and
 * public keys of signatures. Such a part would be in the site's first load, because it shares code with it.
 *
 * @type {import('esbuild').Plugin}
 */
const nothingLater = {
  name: 'nothing-later',
  setup({ onResolve, onLoad, onEnd }) {
    /** @type {Set<string>} */
    const importers = new Set()
    onResolve({ filter: /./ }, ({ importer, kind }) => {
      if (kind !== 'dynamic-import' || !fromViem.test(importer)) return undefined
      importers.add(relative(root, importer).replaceAll('\\', '/'))
      return { path: 'nothing', namespace: 'nothing-later', sideEffects: false }
    })
    onLoad({ filter: /./, namespace: 'nothing-later' }, () => ({ contents: 'export {}' }))
    onEnd(({ metafile }) => {
      for (const { inputs } of Object.values(metafile?.outputs ?? {})) {
        const used = Object.entries(inputs).find(
          ([path, { bytesInOutput }]) => importers.has(path) && bytesInOutput > 0,
        )
        if (used !== undefined)
          return { errors: [{ text: `The site uses ${used[0]}, and what that loads is left out` }] }
      }
      return undefined
    })
  },
}

/**
 * Bundles the page and the worker. Names contain no path of this machine, and esbuild's output depends on nothing but the sources.
 *
 * @returns {Promise<{ hash: string, files: Map<string, Uint8Array>, metafile: import('esbuild').Metafile }>}
 */
export async function bundleSite() {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: { page: join(here, 'page/start.tsx'), worker: join(here, 'worker/start.ts') },
    outdir: join(root, 'services/dist/site'),
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    legalComments: 'none',
    charset: 'utf8',
    jsx: 'automatic',
    conditions: ['source'],
    // A third of React's size, with the same parts (decision 375).
    alias: {
      react: 'preact/compat',
      'react-dom': 'preact/compat',
      'react-dom/client': 'preact/compat/client',
      'react/jsx-runtime': 'preact/jsx-runtime',
    },
    plugins: [oneCopy, nothingLater],
    define: { 'process.env.NODE_ENV': '"production"' },
    entryNames: '[name]',
    chunkNames: 'part-[hash]',
    write: false,
    metafile: true,
    logLevel: 'error',
  })
  const scripts = outputFiles
    .map(({ path, contents }) => /** @type {const} */ ([path.slice(path.lastIndexOf('/') + 1), contents]))
    .sort(([one], [other]) => (one < other ? -1 : 1))
  const files = new Map(scripts)
  files.set('index.html', pageOf(scripts, './'))
  files.set('window/index.html', pageOf(scripts, '../'))
  const sum = createHash('sha256')
  for (const [name, contents] of [...files].sort(([one], [other]) => (one < other ? -1 : 1))) {
    sum.update(`${name}\0${createHash('sha256').update(contents).digest('hex')}\n`)
  }
  return { hash: sum.digest('hex').slice(0, 32), files, metafile }
}

/** Builds the site, unless nothing has changed since the last time. */
export async function buildSite() {
  const folder = join(root, 'services/dist/site')
  const sources = [here, join(root, 'packages/latchkey/src')]
  const built = existsSync(folder) ? statSync(folder).mtimeMs : 0
  if (sources.every((source) => newest(source) < built)) return
  const { hash, files } = await bundleSite()
  rmSync(folder, { recursive: true, force: true })
  for (const [name, contents] of files) {
    const path = join(folder, hash, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, contents)
  }
}

/** When the newest file below a folder changed, in milliseconds. @param {string} folder @returns {number} */
function newest(folder) {
  let at = 0
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    at = Math.max(at, entry.isDirectory() ? newest(path) : statSync(path).mtimeMs)
  }
  return at
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildSite()
}
