// Loaded into the browser before each of its test files by `vitest.coverage.config.ts`: writes which lines of the views
// ran, once the file's tests are done.
import { afterAll, inject } from 'vitest'
import { cdp, commands } from 'vitest/browser'
import { linesOf } from './linesOf.mjs'

/** @typedef {{ send(method: string, parameters?: object): Promise<any> }} Session */

const session = /** @type {Session} */ (cdp())
await session.send('Profiler.enable')
await session.send('Debugger.enable')
await session.send('Profiler.startPreciseCoverage', { callCount: true, detailed: true })

afterAll(async () => {
  /** @type {{ [path: string]: string }} */
  const modules = {}
  for (const { url, scriptId, functions } of (await session.send('Profiler.takePreciseCoverage')).result) {
    const path = URL.canParse(url) ? new URL(url).pathname.slice(1) : ''
    if (!/^packages\/.+\.tsx$/.test(path)) continue
    // A frame that has gone may have taken the script with it: what it ran belongs to an earlier file.
    const found = await session.send('Debugger.getScriptSource', { scriptId }).catch(() => undefined)
    if (found !== undefined) modules[path] = linesOf(found.scriptSource, functions)
  }
  const name = `views-${crypto.randomUUID()}.json`
  await commands.writeFile(`${inject('coverageFolder')}/${name}`, JSON.stringify(modules))
})
