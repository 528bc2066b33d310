import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lookAtInstall } from './lookAtInstall.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-look-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function write(files: Readonly<Record<string, string>>) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

const sound = {
  'node_modules/.package-lock.json': '{ "packages": { "node_modules/ours": {}, "node_modules/theirs": {} } }',
  'node_modules/ours/package.json': '{ "name": "ours", "license": "MIT" }',
  'node_modules/ours/README.md': '# ours',
  'node_modules/ours/LICENSE': 'MIT',
  'node_modules/ours/dist/index.js': 'export const a = 1',
  'node_modules/theirs/package.json': '{ "name": "theirs", "license": "ISC" }',
}
const look = () => lookAtInstall(folder, { ours: ['ours'], forbidden: ['/home/somebody'] })

describe('lookAtInstall', () => {
  it('counts packages and bytes', () => {
    write(sound)
    const texts = Object.entries(sound).filter(([path]) => !path.endsWith('lock.json'))
    const bytes = texts.reduce((sum, [, text]) => sum + text.length, 0)
    expect(look()).toEqual({ packages: 2, bytes, problems: [] })
  })

  it.each([
    [
      'a licence that is not approved',
      'theirs/package.json',
      '{ "name": "theirs", "license": "UNLICENSED" }',
    ],
    ['a test', 'ours/dist/index.test.js', ''],
    ['a source', 'ours/src/index.ts', ''],
    ['data', 'ours/.data/relay.db', ''],
    ['a link to a file that is not there', 'ours/README.md', '[one](../docs/one.md#part) [two](LICENSE)'],
    ['a path of this machine', 'ours/dist/a.js', 'import "/home/somebody/a.js"'],
    ['a source map that is not there', 'ours/dist/a.js', '//# sourceMappingURL=a.js.map'],
  ])('tells of %s', (_, path, text) => {
    write({ ...sound, [`node_modules/${path}`]: text })
    expect(look().problems).toHaveLength(1)
  })

  it.each(['[a](#part)', '[a](https://a.example/b.md)', '[a](LICENSE)', '[a](./LICENSE#b)'])(
    'accepts %s',
    (link) => {
      write({ ...sound, 'node_modules/ours/README.md': link })
      expect(look().problems).toEqual([])
    },
  )

  it('tells of a package without its licence text', () => {
    const { 'node_modules/ours/LICENSE': _, ...rest } = sound
    write(rest)
    expect(look().problems).toEqual([expect.stringContaining('has no LICENSE')])
  })
})
