import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { filesOfEntries, specifiersOf } from './filesOfEntries.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-files-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function write(files: Readonly<Record<string, string>>) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

describe('filesOfEntries', () => {
  it('follows imports, exports and import() in code and in declarations, and leaves the rest', () => {
    write({
      'dist/index.js': "export { a } from './a.js'\nconst b = () => import('./deep/b.js')\n",
      'dist/a.js': "import { x } from 'elsewhere'\nexport const a = x\n",
      'dist/deep/b.js': "import '../c.js'\n",
      'dist/c.js': '',
      'dist/index.d.ts': "export type A = import('./a.js').A\n",
      'dist/a.d.ts': 'export type A = 1\n',
      'dist/deleted.js': "import './a.js'\n",
      'dist/deep/b.d.ts': '',
    })
    expect([...filesOfEntries(folder, ['./dist/index.js', './dist/index.d.ts'])].sort()).toEqual([
      'dist/a.d.ts',
      'dist/a.js',
      'dist/c.js',
      'dist/deep/b.js',
      'dist/index.d.ts',
      'dist/index.js',
    ])
  })

  it('error: an import leads to no file', () => {
    write({ 'dist/index.js': "import './gone.js'\n" })
    expect(() => filesOfEntries(folder, ['./dist/index.js'])).toThrow('gone.js')
  })
})

describe('specifiersOf', () => {
  it('passes over examples in docstrings', () => {
    expect(
      specifiersOf("/**\n * import { a } from './example.js'\n */\nimport {\n  b,\n} from './b.js'\n"),
    ).toEqual(['./b.js'])
  })
})
