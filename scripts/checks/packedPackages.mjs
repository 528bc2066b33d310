// Packs what is published and looks at the packs as an installer would: publint and "are the types wrong".
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../install.mjs'

const folder = join(root, '.cache', 'packs')
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
let failures = 0

for (const name of ['packages/sign-client', 'packages/latchkey', 'services']) {
  run('npm', ['pack', '--silent', '--pack-destination', folder, join(root, name)])
}
for (const pack of readdirSync(folder)) {
  const path = join(folder, pack)
  run(process.execPath, [join(root, 'node_modules/publint/src/cli.js'), path, '--strict'])
  // Only ES modules are published; older resolution never was supported.
  const attw = join(root, 'node_modules/@arethetypeswrong/cli/dist/index.js')
  run(process.execPath, [attw, path, '--profile', 'esm-only', '--format', 'ascii'])
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
