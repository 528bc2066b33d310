import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

/** What hosts bring themselves, and what a budget therefore does not count. */
const external = ['react', 'react/*', 'react-dom', 'react-dom/*', 'viem', 'viem/*']

/**
 * Bundles code as a host's bundler would, with its dynamic imports split off, and tells the sizes of what loads when.
 *
 * @param {{ code: string, resolveDir: string, conditions?: string[] }} options
 */
export async function measure({ code, resolveDir, conditions = [] }) {
  const result = await build({
    stdin: { contents: code, resolveDir, loader: 'ts', sourcefile: 'entry.ts' },
    bundle: true,
    minify: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    outdir: 'out',
    write: false,
    metafile: true,
    legalComments: 'none',
    define: { 'process.env.NODE_ENV': '"production"' },
    conditions,
    external,
  })
  const outputs = result.metafile.outputs
  const contents = new Map(
    Object.keys(outputs).map((path, index) => [path, result.outputFiles[index]?.contents ?? new Uint8Array()]),
  )

  /** The chunks that load with some, by their static imports. @param {readonly string[]} paths */
  function closure(paths) {
    const found = new Set(paths)
    for (const path of found) {
      for (const { path: next, kind, external: isExternal } of outputs[path]?.imports ?? []) {
        if (kind === 'import-statement' && !isExternal) found.add(next)
      }
    }
    return found
  }

  /** @param {Iterable<string>} paths */
  function sizeOf(paths) {
    let size = 0
    for (const path of paths) size += gzipSync(contents.get(path) ?? '', { level: 9 }).length
    return size
  }

  const entry = Object.keys(outputs).find((path) => outputs[path]?.entryPoint?.endsWith('entry.ts'))
  if (entry === undefined) throw new Error('the bundle has no entry')
  const initial = closure([entry])
  return {
    /** Bytes, gzipped, that load before anything is clicked. */
    initial: sizeOf(initial),
    /** Bytes, gzipped, that modules loaded later add to it. @param {readonly string[]} sources */
    added(sources) {
      const entries = Object.keys(outputs).filter((path) =>
        sources.some((source) => outputs[path]?.entryPoint?.endsWith(source)),
      )
      if (entries.length !== sources.length) throw new Error(`not all split off: ${sources.join(', ')}`)
      return sizeOf([...closure(entries)].filter((path) => !initial.has(path)))
    },
    /** The modules in what loads first, largest first. */
    modules: [...initial]
      .flatMap((path) => Object.entries(outputs[path]?.inputs ?? {}))
      .map(([path, { bytesInOutput }]) => ({ path, bytes: bytesInOutput }))
      .sort((a, b) => b.bytes - a.bytes),
  }
}
