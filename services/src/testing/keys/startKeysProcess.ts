import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { Program } from '../startProcess.js'

export type KeysProgramSettings = {
  readonly directory: string
  readonly databaseUrl?: string | undefined
  readonly siteUrl: string
  readonly sessions: readonly { readonly token: string; readonly user: string; readonly key: string }[]
  /** At the how manieth step the process kills itself; -1: at none. */
  readonly dieAt: number
}

export type KeysProcess = {
  readonly url: string
  /** The steps so far. */
  readonly steps: readonly string[]
  /** How the process ended: `SIGKILL` if it killed itself. */
  readonly ended: Promise<string | null>
  stop(): Promise<void>
}

const source = fileURLToPath(new URL('../..', import.meta.url))

/** Bundles the program from source, so that the test needs no build. */
export async function buildKeysProgram(): Promise<Program> {
  // Inside the package, so that its dependencies resolve.
  const cache = join(source, '../.cache')
  mkdirSync(cache, { recursive: true })
  const directory = mkdtempSync(join(cache, 'keys-program-'))
  const path = join(directory, 'program.js')
  await build({
    entryPoints: [join(source, 'testing/keys/keysProgram.ts')],
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

/** Starts the program and resolves when it answers. */
export async function startKeysProcess(
  program: Program,
  settings: KeysProgramSettings,
): Promise<KeysProcess> {
  const child = spawn(process.execPath, [program.path], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, KEYS_PROGRAM: JSON.stringify(settings) },
  })
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  const ended = once(child, 'exit').then(([, signal]) => signal as string | null)
  const steps: string[] = []
  const port = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      const [word = '', rest = ''] = line.split(' ')
      if (word === 'step') steps.push(rest)
      if (word === 'port') resolve(rest)
    })
    ended.then(() => reject(new Error(`ended before it answered: ${errors}`)))
  })
  return {
    url: `http://127.0.0.1:${port}`,
    steps,
    ended,
    async stop() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
