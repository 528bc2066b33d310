import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { expect, test } from 'vitest'

const entry = `
import { carryOut } from './carryOut.js'
import { read } from './read.js'
import { openRpc } from '../accounts/openRpc.js'
console.log(carryOut, read, openRpc)`

test('what reads and carries out requests leaves the site room for the rest of its 180 kB and 14 packages', async () => {
  const { outputFiles, metafile } = await build({
    stdin: { contents: entry, resolveDir: fileURLToPath(new URL('.', import.meta.url)), loader: 'ts' },
    ...{ bundle: true, minify: true, format: 'esm', platform: 'browser', write: false, metafile: true },
    conditions: ['source'],
  })
  const [output] = outputFiles
  expect(gzipSync(output?.contents ?? '', { level: 9 }).length).toBeLessThan(68_000)
  const packages = Object.values(metafile.outputs)
    .flatMap(({ inputs }) => Object.entries(inputs))
    .flatMap(([path, { bytesInOutput }]) => {
      const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path) ?? []
      return name === undefined || bytesInOutput === 0 ? [] : [name]
    })
  const bundled = [...new Set(packages)].sort()
  expect(
    bundled.filter((name) => !/^(abitype|viem|valibot|ox|@noble\/(curves|hashes)|@scure\/base)$/.test(name)),
  ).toEqual([])
})
