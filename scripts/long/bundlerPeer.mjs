// Runs the smart accounts against an independent bundler, as a program of its own. It is under the GPL, large, and part of
// nothing that ships, so it is installed into .cache, and left out if that fails.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../install.mjs'

const folder = join(root, '.cache', 'bundler-peer')
const program = join(folder, 'node_modules/@pimlico/alto/esm/cli/alto.js')
const manifest = {
  private: true,
  dependencies: { '@pimlico/alto': '0.0.20' },
  overrides: { viem: '2.57.1', ox: '0.14.45' },
}
if (!existsSync(program)) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const options = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']
  spawnSync(npm, options, { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' })
}
if (!existsSync(program)) {
  console.log('The bundler could not be installed: its part is left out.')
  process.exit(0)
}
const vitest = join(root, 'node_modules/vitest/vitest.mjs')
const { status } = spawnSync(process.execPath, [vitest, 'run', '--project', 'bundler'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, BUNDLER_PROGRAM: program },
})
process.exit(status ?? 1)
