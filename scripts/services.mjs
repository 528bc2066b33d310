// `npm run services`: the backend alone. Everything after `--` goes to it: `-- --port N --data DIR --json`.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureInstalled, root } from './install.mjs'

ensureInstalled()
const { buildPackages } = await import('./build.mjs')
buildPackages()
const child = spawn(process.execPath, [join(root, 'services/dist/main.js'), ...process.argv.slice(2)], {
  stdio: 'inherit',
})
// The terminal signals both; a script that stops this program stops the services through it.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
  process.on(signal, () => child.kill(signal))
child.once('exit', (code) => process.exit(code ?? 0))
