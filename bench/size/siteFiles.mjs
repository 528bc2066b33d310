import { writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { bundleSite } from '../../services/site/build.mjs'

/**
 * Writes what a browser loads of the wallet's site for a login and an approval: the page, the worker and what they import. English is in the page; a
 * visitor of another language loads its file instead of nothing.
 *
 * @param {string} out Where to write.
 * @returns {Promise<{ files: string[], packages: string[] }>} The files' names, and the packages of others in them.
 */
export async function siteFiles(out) {
  const { files, metafile } = await bundleSite()
  const outputs = new Map(Object.entries(metafile.outputs).map(([path, output]) => [basename(path), output]))
  const loaded = new Set(['page.js', 'worker.js'])
  for (const name of loaded) {
    for (const { kind, path } of outputs.get(name)?.imports ?? [])
      if (kind === 'import-statement') loaded.add(basename(path))
  }
  const inputs = [...loaded].flatMap((name) => Object.entries(outputs.get(name)?.inputs ?? {}))
  const packages = inputs.flatMap(([path, { bytesInOutput }]) => {
    const [, found] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path) ?? []
    return found === undefined || bytesInOutput === 0 ? [] : [found]
  })
  const written = ['index.html', ...loaded].map((name) => {
    const file = `site-${name}`
    writeFileSync(join(out, file), files.get(name) ?? '')
    return file
  })
  return { files: written, packages: [...new Set(packages)].sort() }
}
