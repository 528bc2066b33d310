import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'

/** Packages that hosts bring themselves, so a budget does not count them. */
const external = [
  /^react(\/|$)/,
  /^react-dom(\/|$)/,
  /^viem(\/|$)/,
  /^@solana\/kit$/,
  /^@scure\/btc-signer(\/|$)/,
  /^@polkadot-api\//,
]
const entry = 'virtual:entry'

/**
 * Bundles code like a host's bundler, from the built packages, and writes the chunks that load together into one file.
 *
 * @param {object} options
 * @param {string} options.code What the host imports.
 * @param {string} options.from The folder whose packages it imports.
 * @param {string} options.out Where to write.
 * @param {string} options.name What to call it.
 * @param {readonly string[]} [options.lazy] Parts of the paths of modules that load later: if given, writes only what
 * these modules add to the host's code.
 * @param {readonly string[]} [options.besides] The same for modules that have loaded before, which do not count.
 * @param {readonly RegExp[]} [options.without] More packages that do not count.
 * @param {boolean} [options.isWhole] Also writes all that the code loads later.
 * @returns {Promise<string[]>} The written file's name.
 */
export async function bundle({ code, from, out, name, lazy = [], besides = [], without = [], isWhole = false }) {
  const build = await rolldown({
    input: entry,
    cwd: from,
    external: [...external, ...without],
    platform: 'browser',
    plugins: [virtual(code, from), ...(isWhole ? [flat()] : [])],
    logLevel: 'silent',
  })
  const { output } = await build.generate({ format: 'esm', minify: true, codeSplitting: !isWhole })
  await build.close()
  const chunks = new Map(output.flatMap((chunk) => (chunk.type === 'chunk' ? [[chunk.fileName, chunk]] : [])))

  /** Returns the given chunks and all chunks that they import statically. @param {readonly string[]} names */
  const closure = (names) => {
    const found = new Set(names)
    for (const each of found) {
      for (const next of chunks.get(each)?.imports ?? []) if (chunks.has(next)) found.add(next)
    }
    return found
  }

  const all = [...chunks.values()]
  const initial = closure(all.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName))
  /** @param {readonly string[]} parts */
  const filesOf = (parts) =>
    parts.map((part) => {
      const chunk = all.find(
        ({ facadeModuleId, isDynamicEntry }) => isDynamicEntry && facadeModuleId?.includes(`/${part}.`),
      )
      if (chunk === undefined) throw new Error(`${part} is not split off`)
      return chunk.fileName
    })
  const later = filesOf(lazy)
  const before = closure([...initial, ...filesOf(besides)])
  const wanted = lazy.length === 0 ? initial : [...closure(later)].filter((each) => !before.has(each))
  const file = `${name}.js`
  writeFileSync(join(out, file), [...wanted].map((each) => chunks.get(each)?.code ?? '').join('\n'))
  return [file]
}

/** @param {string} code @param {string} from @returns {import('rolldown').Plugin} */
function virtual(code, from) {
  return {
    name: 'virtual-entry',
    resolveId: (/** @type {string} */ id, /** @type {string | undefined} */ importer) =>
      id === entry ? { id: join(from, 'virtual-entry.js') } : importer === undefined ? null : null,
    load: (/** @type {string} */ id) => (id.endsWith('virtual-entry.js') ? code : null),
  }
}

/**
 * Joins what loads later into the one file without the function that a bundler puts around each of its modules there:
 * hosts' bundlers write it into files of its own, which have none (docs/decisions/256).
 *
 * @returns {import('rolldown').Plugin}
 */
function flat() {
  return {
    name: 'flat',
    transform(code) {
      const parts = code.split(/(?<!\w)import\((?:"(\.[^"]+)"|'(\.[^']+)')\)/)
      let head = ''
      let body = parts[0] ?? ''
      for (let at = 1; at < parts.length; at += 3) {
        head += `import * as later${at} from '${parts[at] ?? parts[at + 1]}';`
        body += `Promise.resolve(later${at})${parts[at + 2]}`
      }
      return head === '' ? null : { code: head + body, map: null }
    },
  }
}
