import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, posix, relative, sep } from 'node:path'
import { build } from 'esbuild'
import { root } from '../install.mjs'
import { packageOf } from './undeclaredPackages.mjs'

const importing = /(\bfrom\s*|\bimport\(\s*)'([^']+)'/g

/**
 * Copies the used parts of some dependencies into a package, below `dist/inside`, and redirects its imports there, with
 * their licences. The code is in the version that the package's own sources use, without unused parts: the repository's
 * root may have another version, for another package.
 *
 * @param {string} folder The package as it will be published. @param {RegExp} inside The dependencies to copy.
 * @param {string} source The package's folder in the repository.
 * @returns {Promise<readonly string[]>} The names of the copied dependencies.
 */
export async function takeIn(folder, inside, source) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file))
  /** @type {Map<string, Set<string>>} */
  const used = new Map()
  for (const file of files.filter((name) => name.endsWith('.js'))) {
    const text = readFileSync(file, 'utf8')
    const renamed = text.replace(importing, (whole, before, specifier) => {
      if (!inside.test(specifier)) return whole
      const names = used.get(specifier) ?? new Set()
      for (const name of namesFrom(text, specifier)) names.add(name)
      used.set(specifier, names)
      const path = relative(dirname(file), join(folder, 'dist', 'inside', fileOf(specifier)))
      const target = path.split(sep).join(posix.sep)
      return `${before}'${target.startsWith('.') ? target : `./${target}`}'`
    })
    if (renamed !== text) writeFileSync(file, renamed)
  }
  for (const file of files.filter((name) => name.endsWith('.d.ts'))) {
    const specifiers = [...readFileSync(file, 'utf8').matchAll(importing)].map((match) => match[2] ?? '')
    const typed = specifiers.find((specifier) => inside.test(specifier))
    if (typed !== undefined) throw new Error(`${file} shows types of ${typed}, which is not installed`)
  }
  await bundle(join(folder, 'dist', 'inside'), used, source)
  return writeLicences(join(folder, 'dist', 'inside'), [...used.keys()], source)
}

/** `@noble/hashes/sha2.js` is in `noble-hashes-sha2.js`. @param {string} specifier */
function fileOf(specifier) {
  return `${specifier.replace(/^@/, '').replace(/\.js$/, '').replaceAll('/', '-')}.js`
}

/** @param {string} text @param {string} specifier @returns {readonly string[]} */
function namesFrom(text, specifier) {
  const statements = text.matchAll(/^(?:import|export)\s+([^'"]*?)\s*from\s*'([^']+)'/gm)
  const clauses = [...statements].filter((match) => match[2] === specifier).map((match) => match[1] ?? '')
  // `const { a } = await import('…')`
  for (const match of text.matchAll(/(\{[^{}]*\})\s*=\s*await import\('([^']+)'\)/g)) {
    if (match[2] === specifier) clauses.push(match[1] ?? '')
  }
  const names = clauses.flatMap((clause) => {
    const [before = '', braces = ''] = clause.split('{')
    const isDefault = /^\w+/.test(before)
    const named = braces
      .replace('}', '')
      .split(',')
      .map((name) => name.trim().split(/\s+as\s+|\s*:/)[0] ?? '')
    return isDefault ? ['default', ...named] : named
  })
  const wanted = names.filter((name) => name !== '')
  if (wanted.length === 0) throw new Error(`${specifier} is imported, but not by names`)
  return wanted
}

/** @param {string} outdir @param {ReadonlyMap<string, ReadonlySet<string>>} used @param {string} source */
async function bundle(outdir, used, source) {
  await build({
    entryPoints: Object.fromEntries(
      [...used.keys()].map((name) => [fileOf(name).replace(/\.js$/, ''), name]),
    ),
    outdir,
    bundle: true,
    // Shared code is included once, and code loaded on demand stays separate.
    splitting: true,
    chunkNames: 'shared-[hash]',
    format: 'esm',
    target: 'es2022',
    platform: 'neutral',
    absWorkingDir: root,
    logLevel: 'error',
    plugins: [
      {
        name: 'used names',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /.*/ }, ({ kind, path }) =>
            kind === 'entry-point' ? { path, namespace: 'used' } : undefined,
          )
          onLoad({ filter: /.*/, namespace: 'used' }, ({ path }) => ({
            contents: `export { ${[...(used.get(path) ?? [])].sort().join(', ')} } from '${path}'`,
            resolveDir: source,
          }))
        },
      },
    ],
  })
}

/** @param {string} outdir @param {readonly string[]} specifiers @param {string} source */
function writeLicences(outdir, specifiers, source) {
  const names = [...new Set(specifiers.map(packageOf))]
  const texts = names.sort().map((name) => {
    const own = join(source, 'node_modules', name)
    const folder = existsSync(own) ? own : join(root, 'node_modules', name)
    const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    // Of two licences, choose the one that is ours too.
    const file = ['LICENSE-MIT', 'LICENSE', 'LICENSE.md'].find((entry) => existsSync(join(folder, entry)))
    if (file === undefined) throw new Error(`${name} has no licence text`)
    return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`
  })
  mkdirSync(outdir, { recursive: true })
  writeFileSync(join(outdir, 'LICENSES.txt'), texts.join(`\n${'-'.repeat(72)}\n\n`))
  return names
}
