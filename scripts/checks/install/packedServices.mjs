import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { root } from '../../install.mjs'

/**
 * Starts the services of an install as a host does, and signs in with an account of each chain family. Returns the
 * problems.
 *
 * @param {string} folder The folder in which `npm install` ran.
 * @returns {Promise<readonly string[]>}
 */
export async function packedServicesProblems(folder) {
  const asTold = npxProblem(folder)
  if (asTold !== undefined) return [asTold]
  const program = join(folder, 'node_modules/@latchkey/services/dist/main.js')
  const child = spawn(process.execPath, [program, '--port', '0', '--data', join(folder, 'data'), '--json'], {
    cwd: folder,
    // The settings of the machine that runs the check must not reach the services.
    env: { PATH: process.env.PATH },
  })
  let log = ''
  child.stderr.on('data', (chunk) => {
    log += chunk
  })
  const ended = once(child, 'exit')
  try {
    const line = await Promise.race([
      once(child.stdout, 'data').then(([chunk]) => String(chunk)),
      ended.then(([code]) => Promise.reject(new Error(`the services ended with ${code}`))),
    ])
    const { signInEveryFamily } = await loadSignIn(folder)
    const problems = await signInEveryFamily(JSON.parse(line).services)
    return problems.length === 0 ? [] : [...problems, log]
  } catch (error) {
    return [`packed services: ${error}\n${log}`]
  } finally {
    child.kill()
    await ended
  }
}

/**
 * Runs the command that every guide names. npx runs a package of several programs only if one has the package's own name.
 *
 * @param {string} folder
 */
function npxProblem(folder) {
  const npx = process.platform === 'win32' ? 'npx.cmd' : 'npx'
  const { status, stderr } = spawnSync(npx, ['--no', '--', '@latchkey/services', '--version'], {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  return status === 0 ? undefined : `npx @latchkey/services: ${stderr}`
}

/**
 * The accounts and their signatures come from the repository; only the services under check are the installed ones.
 *
 * @param {string} folder
 * @returns {Promise<typeof import('./signInEveryFamily.js')>}
 */
async function loadSignIn(folder) {
  const outfile = join(folder, 'signInEveryFamily.mjs')
  await build({
    entryPoints: [join(root, 'scripts/checks/install/signInEveryFamily.ts')],
    ...{ outfile, bundle: true, platform: 'node', format: 'esm', logLevel: 'silent' },
  })
  return import(pathToFileURL(outfile).href)
}
