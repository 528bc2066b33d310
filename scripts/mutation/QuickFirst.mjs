import { relative } from 'node:path'
import { BaseSequencer } from 'vitest/node'

/**
 * Runs the test files that failed at the change before first, then the quickest: the next change is often in the same
 * line, and the first test that fails ends the run.
 */
export class QuickFirst extends BaseSequencer {
  /** @override @param {import('vitest/node').TestSpecification[]} files */
  async sort(files) {
    const sorted = await super.sort(files)
    // The base class puts those that failed first, and of the others the slowest.
    const hasFailed = (/** @type {import('vitest/node').TestSpecification} */ { project, moduleId }) => {
      const path = relative(this.ctx.config.root, moduleId)
      return this.ctx.cache.getFileTestResults(`${project.name}:${path}`)?.failed === true
    }
    const failed = sorted.filter(hasFailed)
    return [...failed, ...sorted.filter((file) => !hasFailed(file)).reverse()]
  }
}
