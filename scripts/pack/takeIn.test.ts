import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { root } from '../install.mjs'
import { takeIn } from './takeIn.mjs'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-take-in-'))
afterEach(() => rmSync(folder, { recursive: true }))

test('a pack contains the version of a dependency that its package declares, whatever the root has', async () => {
  const source = join(root, 'packages/latchkey')
  const { dependencies } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'))
  mkdirSync(join(folder, 'dist'))
  writeFileSync(
    join(folder, 'dist/a.js'),
    `import { equalBytes } from '@noble/curves/utils.js'\nequalBytes()\n`,
  )

  expect(await takeIn(folder, /^@noble\//, source)).toEqual(['@noble/curves'])

  const licences = readFileSync(join(folder, 'dist/inside/LICENSES.txt'), 'utf8')
  expect(licences).toContain(`@noble/curves ${dependencies['@noble/curves']} (MIT)`)
  expect(readFileSync(join(folder, 'dist/a.js'), 'utf8')).toContain(`from './inside/noble-curves-utils.js'`)
})
