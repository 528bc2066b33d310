import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { transpilePackages } from './transpilePackages.mjs'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-transpile-'))
  write('package.json', '{ "type": "module" }')
  write('tsconfig.build.json', '{ "exclude": ["**/*.test.ts", "src/testing"] }')
})
afterEach(() => rmSync(folder, { recursive: true }))

function write(name: string, text: string) {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  writeFileSync(join(folder, name), text)
}
const read = (name: string) => readFileSync(join(folder, name), 'utf8')

test('what it makes runs, and tests and excluded folders are left out', async () => {
  write('src/parts/one.ts', 'export type One = number\nexport const one: One = 1')
  write('src/index.tsx', "import { type One, one } from './parts/one.js'\nexport const two: One = one + 1")
  write('src/index.test.ts', 'export {}')
  write('src/testing/tool.ts', 'export {}')
  await transpilePackages([folder])
  expect((await import(pathToFileURL(join(folder, 'dist/index.js')).href)).two).toBe(2)
  expect(() => read('dist/index.test.js')).toThrow()
  expect(() => read('dist/testing/tool.js')).toThrow()
})

test('only files that have changed since are made again', async () => {
  write('src/one.ts', 'export const one = 1')
  write('src/two.ts', 'export const two = 2')
  await transpilePackages([folder])
  for (const name of ['one', 'two']) write(`dist/${name}.js`, 'as it was')
  const later = Date.now() / 1_000 + 60
  utimesSync(join(folder, 'src/one.ts'), later, later)
  await transpilePackages([folder])
  expect(read('dist/one.js')).toContain('const one = 1')
  expect(read('dist/two.js')).toBe('as it was')
})

test('error: a file that is not TypeScript', async () => {
  write('src/one.ts', 'export const = 1')
  await expect(transpilePackages([folder])).rejects.toThrow('one.ts')
})
