import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

test('the code is what the sources compile to', { timeout: 120_000 }, () => {
  // In a process of its own: the compiler changes how failures end a process.
  const program = fileURLToPath(new URL('../compile.mjs', import.meta.url))
  const said = execFileSync(process.execPath, [program, '--check'], { encoding: 'utf8' })
  expect(said).toBe('src/bytecode.ts is current\n')
})
