import { relative } from 'node:path'
import { BaseSequencer } from 'vitest/node'

/** @typedef {import('vitest/node').TestSpecification} TestFile */

/**
 * Runs the test files first that failed at the change before, then the quickest: the next change is often in the same
 * line, and the first failure ends the run.
 *
 * Files that took no time come last. They could not be loaded: that ends the run too, and Stryker does not take it for
 * a failure of a test.
 */
export class QuickFirst extends BaseSequencer {
  /** @override @param {TestFile[]} files */
  async sort(files) {
    const ranked = files.map((file) => ({ file, ...this.#lastOf(file) }))
    ranked.sort(
      (a, b) =>
        Number(a.duration === 0) - Number(b.duration === 0) ||
        Number(b.failed) - Number(a.failed) ||
        a.duration - b.duration,
    )
    return ranked.map(({ file }) => file)
  }

  /** How a file's tests ended when they ran last, and how long they took. @param {TestFile} file */
  #lastOf({ project, moduleId }) {
    const path = relative(this.ctx.config.root, moduleId)
    return this.ctx.cache.getFileTestResults(`${project.name}:${path}`) ?? { duration: 1, failed: false }
  }
}
