// Compiles what an app with a registered kit may write, each case in a separate program, because a registration affects
// a whole program. Uses the published declarations, not the sources.
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
