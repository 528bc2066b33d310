// Checks the packed packages with publint and "are the types wrong".
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from '../install.mjs'
import { packPackages } from '../pack.mjs'

let failures = 0

for (const { tarball } of await packPackages()) {
  run(process.execPath, [join(root, 'node_modules/publint/src/cli.js'), tarball, '--strict'])
  // Only ES modules are published, so older resolution is not supported.
  const attw = join(root, 'node_modules/@arethetypeswrong/cli/dist/index.js')
  run(process.execPath, [attw, tarball, '--profile', 'esm-only', '--format', 'ascii'])
}
console.log(failures === 0 ? 'packed packages: sound' : `packed packages: ${failures} checks failed`)
process.exit(failures === 0 ? 0 : 1)

/** @param {string} command @param {string[]} args */
function run(command, args) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: root, encoding: 'utf8' })
  if (status === 0) return
  failures++
  console.log(`${command} ${args.slice(-2).join(' ')}\n${stdout}${stderr}`)
}
