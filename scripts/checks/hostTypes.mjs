// Compiles what an app that has registered its kit may write, each in a program of its own: what one registers would
// count for all. Against the declarations as they are published, not the sources.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { buildPackages } from '../build.mjs'
import { root } from '../install.mjs'

const hosts = ['test/host-types', 'examples/vite-react']

buildPackages()
const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
const failed = hosts.filter((host) => {
  const { status } = spawnSync(process.execPath, [tsc, '-p', join(root, host)], {
    cwd: root,
    stdio: 'inherit',
  })
  return status !== 0
})
console.log(`host types: ${hosts.length} apps, ${failed.length} with errors`)
process.exit(failed.length === 0 ? 0 : 1)
