import { defineConfig, type UserWorkspaceConfig } from 'vitest/config'
import config from './vitest.config.js'

const projects = (config.test?.projects ?? []) as UserWorkspaceConfig[]

/** A project of the tests whose files note which lines they run. */
function recorded(name: string, recorder: string): UserWorkspaceConfig {
  const project = projects.find(({ test }) => test?.name === name)
  if (project === undefined) throw new Error(`there is no project ${name}`)
  const setupFiles = [project.test?.setupFiles ?? [], recorder].flat()
  const provide = { ...project.test?.provide, coverageFolder: process.env.COVERAGE_FOLDER ?? '' }
  return { ...project, test: { ...project.test, setupFiles, provide } }
}

export default defineConfig({
  test: {
    maxWorkers: '100%',
    projects: [
      recorded('unit', 'scripts/coverage/record.mjs'),
      recorded('component', 'scripts/coverage/recordViews.mjs'),
    ],
  },
})

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the lines that ran are noted. */
    coverageFolder: string
  }
}
