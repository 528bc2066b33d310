import { defineConfig } from 'vitest/config'
import { QuickFirst } from './scripts/mutation/QuickFirst.mjs'
import config from './vitest.config.js'

const projects = (config.test?.projects ?? []) as { test: { name: string } }[]
const unit = projects.find(({ test }) => test.name === 'unit')

/** The tests that scripts/mutation.mjs runs against each mutant, with a comma between: unit tests in Node. */
const include = process.env.MUTATION_TESTS?.split(',') ?? []

export default defineConfig({
  ...unit,
  test: {
    ...unit?.test,
    include,
    // The files of a folder load the same modules: each again would take most of the time.
    isolate: process.env.MUTATION_ISOLATED !== undefined,
    sequence: { sequencer: QuickFirst },
  },
})
