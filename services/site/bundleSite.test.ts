import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { hashOf } from '../src/frame/verify/hashOf.js'
import { bundleSite } from './build.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const other = mkdtempSync(join(tmpdir(), 'latchkey-elsewhere-'))
afterAll(() => rmSync(other, { recursive: true }))

/** Copies what the bundle is made of to another folder: sources, packages and the settings of the compiler. */
function copyInputs(inputs: readonly string[]): void {
  const folders = new Set<string>()
  for (const path of inputs) {
    cpSync(join(root, path), join(other, path))
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) folders.add(folder)
  }
  for (const folder of ['.', ...folders])
    for (const name of ['package.json', 'tsconfig.json', 'tsconfig.base.json'])
      if (existsSync(join(root, folder, name))) cpSync(join(root, folder, name), join(other, folder, name))
  for (const name of ['build.mjs', 'pageOf.mjs'])
    cpSync(join(root, 'services/site', name), join(other, 'services/site', name))
  mkdirSync(join(other, 'node_modules'), { recursive: true })
  symlinkSync(join(root, 'node_modules/esbuild'), join(other, 'node_modules/esbuild'))
  symlinkSync(join(other, 'packages/latchkey'), join(other, 'node_modules/latchkey'))
}

test('the site is built twice with the same hash, also in another folder of the machine', async () => {
  const first = await bundleSite()
  expect((await bundleSite()).hash).toBe(first.hash)
  // `latchkey-verify-frame` computes it, too.
  expect(hashOf(first.files)).toBe(first.hash)

  copyInputs(Object.keys(first.metafile.inputs).filter((path) => existsSync(join(root, path))))
  const script =
    "import('./services/site/build.mjs').then(async (m) => console.log((await m.bundleSite()).hash))"
  const hash = execFileSync(process.execPath, ['-e', script], { cwd: other, encoding: 'utf8' }).trim()
  expect(hash).toBe(first.hash)
}, 60_000)

test('no file of it names a place of this machine', async () => {
  const { files } = await bundleSite()
  for (const contents of files.values()) expect(Buffer.from(contents).toString()).not.toContain(root)
})
