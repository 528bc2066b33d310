import { defineConfig } from 'vitest/config'

/** The folders whose tests are run, with a comma between: a module's own are much faster than all that reach it. */
const folders = process.env.MUTATION_TESTS?.split(',') ?? ['packages/*/src']

/** What `npm run long -- --only mutation` runs against each mutant: the unit tests in Node, without browsers and chains. */
export default defineConfig({
  resolve: { conditions: ['source', 'module', 'import', 'default'] },
  ssr: {
    resolve: {
      conditions: ['source', 'node', 'default'],
      externalConditions: ['source', 'node', 'default'],
    },
  },
  test: {
    environment: 'node',
    // As in the unit tests: a slow machine makes no test red, and Stryker ends a mutant that hangs.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    include: folders.map((folder) => (folder.endsWith('.ts') ? folder : `${folder}/**/*.test.ts`)),
    exclude: ['**/*.browser.test.ts', '**/node_modules/**'],
  },
})
