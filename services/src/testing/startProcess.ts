import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const source = fileURLToPath(new URL('..', import.meta.url))

export type Program = {
  readonly path: string
  remove(): void
}

/** Bundles a program from source, by default the services, so that tests of the real process need no build. */
export async function buildProgram(entry: 'main' | 'verifyFrame' = 'main'): Promise<Program> {
  // Inside the package, so that its dependencies and manifest resolve as from `dist`.
  const cache = join(source, '../.cache')
  mkdirSync(cache, { recursive: true })
  const directory = mkdtempSync(join(cache, 'program-'))
  const path = join(directory, 'main.js')
  await build({
    entryPoints: [join(source, `${entry}.ts`)],
    outfile: path,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    alias: { 'latchkey/protocol': join(source, '../../packages/latchkey/src/exports/protocol.ts') },
    logLevel: 'silent',
  })
  return { path, remove: () => rmSync(directory, { recursive: true, force: true }) }
}

export type ServicesProcess = {
  readonly child: ChildProcess
  readonly url: string
  readonly relayUrl: string
  readonly exited: Promise<number | null>
  /** Returns what it has written to standard error so far. */
  errors(): string
}

type RunOptions = {
  readonly args?: readonly string[] | undefined
  readonly environment?: { readonly [name: string]: string } | undefined
}

/** Starts the program. */
export function run(program: Program, { args = [], environment = {} }: RunOptions): ChildProcess {
  return spawn(process.execPath, [program.path, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    // The settings of the machine that runs the tests must not reach the program.
    env: { PATH: process.env.PATH, ...environment },
  })
}

/** Runs the program until it exits. */
export async function runToEnd(program: Program, options: RunOptions) {
  const child = run(program, options)
  const output = { stdout: '', stderr: '' }
  child.stdout?.on('data', (chunk) => {
    output.stdout += chunk
  })
  child.stderr?.on('data', (chunk) => {
    output.stderr += chunk
  })
  const [code] = await once(child, 'close')
  return { code: code as number | null, ...output }
}

/** Starts the program and resolves when all services answer. */
export async function startProcess(program: Program, options: RunOptions): Promise<ServicesProcess> {
  const child = run(program, { ...options, args: ['--json', ...(options.args ?? [])] })
  let errors = ''
  child.stderr?.on('data', (chunk) => {
    errors += chunk
  })
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  const line = await Promise.race([
    once(child.stdout ?? child, 'data').then(([chunk]) => String(chunk)),
    exited.then((code) => {
      throw new Error(`ended with ${code}: ${errors}`)
    }),
  ])
  const { services, relay } = JSON.parse(line)
  return { child, url: services, relayUrl: relay, exited, errors: () => errors }
}
