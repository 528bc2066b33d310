import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

test('the bytecode matches the sources', { timeout: 120_000 }, () => {
  // In a separate process, because the compiler installs its own handlers for uncaught errors.
  const program = fileURLToPath(new URL('../compile.mjs', import.meta.url))
  const said = execFileSync(process.execPath, [program, '--check'], { encoding: 'utf8' })
  expect(said).toBe('src/bytecode.ts is current\n')
})
