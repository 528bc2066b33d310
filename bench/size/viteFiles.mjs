import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'

/**
 * Builds a page with Vite's defaults, without React and viem, and writes the files that it loads first.
 *
 * @param {object} options
 * @param {string} options.code The page's script.
 * @param {string} options.out The folder in which to write, inside the repository.
 * @param {string} options.name What to call it.
 * @returns {Promise<string[]>} The names of the files.
 */
export async function viteFiles({ code, out, name }) {
  const root = join(out, `${name}-page`)
  mkdirSync(root)
  writeFileSync(join(root, 'index.html'), '<script type="module" src="/main.js"></script>')
  writeFileSync(join(root, 'main.js'), code)
  const external = [/^react(-dom)?(\/|$)/, /^viem(\/|$)/]
  const built = await build({
    ...{ root, configFile: false, logLevel: 'silent' },
    build: { write: false, rollupOptions: { external } },
  })
  const output = [built].flat().flatMap((each) => ('output' in each ? each.output : []))
  const chunks = new Map(output.flatMap((chunk) => (chunk.type === 'chunk' ? [[chunk.fileName, chunk]] : [])))
  const first = new Set([...chunks.values()].filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName))
  for (const each of first) {
    for (const next of chunks.get(each)?.imports ?? []) if (chunks.has(next)) first.add(next)
  }
  return [...first].map((each, index) => {
    const file = `${name}-${index}.js`
    writeFileSync(join(out, file), chunks.get(each)?.code ?? '')
    return file
  })
}
