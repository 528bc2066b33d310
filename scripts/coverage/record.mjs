// Loaded before each test file by `vitest.coverage.config.ts`: writes which lines ran, once the file's tests are done.
import { writeFileSync } from 'node:fs'
import { Session } from 'node:inspector'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll } from 'vitest'
import { root } from '../install.mjs'
import { linesOf } from './linesOf.mjs'

const session = new Session()
session.connect()
ask('Profiler.enable')
ask('Debugger.enable')
ask('Profiler.startPreciseCoverage', { callCount: true, detailed: true })

afterAll(() => {
  /** @type {{ [path: string]: string }} */
  const modules = {}
  for (const { url, scriptId, functions } of ask('Profiler.takePreciseCoverage').result) {
    const path = url.startsWith('file:') ? fileURLToPath(url) : url
    if (!path.startsWith(root) || path.includes('node_modules') || !path.endsWith('.ts')) continue
    const { scriptSource } = ask('Debugger.getScriptSource', { scriptId })
    modules[path.slice(root.length).replaceAll('\\', '/')] = linesOf(scriptSource, functions)
  }
  const folder = process.env.COVERAGE_FOLDER ?? ''
  writeFileSync(join(folder, `${process.pid}-${performance.now()}.json`), JSON.stringify(modules))
})

/**
 * In its own process the inspector answers at once.
 *
 * @param {string} method @param {object} [parameters] @returns {any}
 */
function ask(method, parameters) {
  let answer
  session.post(method, parameters, (error, result) => {
    if (error !== null) throw error
    answer = result
  })
  return answer
}
