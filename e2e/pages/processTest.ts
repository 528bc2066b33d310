import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { test as base, expect } from '@playwright/test'
import { root } from '../../scripts/install.mjs'

/** A running program, its output and its exit code. */
export type Run = {
  readonly child: ChildProcess
  readonly output: () => string
  readonly errors: () => string
  readonly ended: Promise<number | null>
}

type Fixtures = {
  /** Runs a script of this repository; it is stopped after the test. */
  readonly run: (args: readonly string[], program?: string) => Run
}

/** Playwright's `test` for programs, without a page. */
export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are wanted from the pattern.
  run: async ({}, use) => {
    const runs: Run[] = []
    await use((args, program = process.execPath) => {
      const started = start(program, args)
      runs.push(started)
      return started
    })
    for (const { child, ended } of runs) {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
      await ended
    }
  },
})

function start(program: string, args: readonly string[]): Run {
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  let errors = ''
  child.stdout.on('data', (data) => {
    output += data
  })
  child.stderr.on('data', (data) => {
    errors += data
  })
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  return { child, output: () => output, errors: () => errors, ended }
}

export { expect }
