import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { undeclaredPackages } from './undeclaredPackages.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-undeclared-'))
  const manifest = { name: 'ours', dependencies: { '@scope/named': '1' }, peerDependencies: { peer: '1' } }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('undeclaredPackages', () => {
  it('accepts declared packages, Node’s modules and the package’s own files', () => {
    writeFileSync(
      join(folder, 'a.js'),
      "import { x } from '@scope/named/part.js'\nimport y from 'peer'\nimport 'node:fs'\nexport * from './b.js'\n",
    )
    expect(undeclaredPackages(folder)).toEqual([])
  })

  it('reports imports by statement, on demand and in declarations', () => {
    writeFileSync(join(folder, 'a.js'), "import { x } from 'one'\nconst y = () => import('two/part.js')\n")
    writeFileSync(join(folder, 'a.d.ts'), "export type X = import('three').X\n")
    expect([...undeclaredPackages(folder)].sort()).toEqual(['a.d.ts: three', 'a.js: one', 'a.js: two'])
  })
})
