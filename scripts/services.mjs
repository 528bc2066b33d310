// `npm run services`: the backend alone. Everything after `--` goes to it: `-- --port N --data DIR --json`.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureInstalled, root } from './install.mjs'
import { whenParentEnds } from './start/whenParentEnds.mjs'

ensureInstalled()
const { buildPackages } = await import('./build.mjs')
buildPackages()
// Its input is a pipe that ends with this program, however this program ends.
const child = spawn(process.execPath, [join(root, 'services/dist/main.js'), ...process.argv.slice(2)], {
  stdio: ['pipe', 'inherit', 'inherit'],
  env: { ...process.env, LATCHKEY_STOP_WITH_INPUT: '1' },
})
whenParentEnds(() => child.kill('SIGTERM'))
// The terminal signals both; a script that stops this program stops the services through it.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
  process.on(signal, () => child.kill(signal))
child.once('exit', (code) => process.exit(code ?? 0))
