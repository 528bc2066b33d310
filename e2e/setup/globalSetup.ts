import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { buildApp } from '../../scripts/build.mjs'
import { root } from '../../scripts/install.mjs'
import { serveApp } from '../../scripts/start/serveApp.mjs'
import { basePort, stack } from './stack.js'

/** To the services all specs together are one client, which asks more than any visitor. */
const budgets = {
  LATCHKEY_READ_BURST: '1000000',
  LATCHKEY_RPC_BURST: '1000000',
  LATCHKEY_LOGIN_CODES_PER_CLIENT: '1000000',
  LATCHKEY_LOGIN_MAILS_PER_HOUR: '1000000',
  LATCHKEY_LOGIN_STARTS_PER_CLIENT: '1000000',
}

/** Starts what `npm start` starts, without the ledgers of other families, and the gallery; stops it after the specs. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const started = spawn(
    process.execPath,
    [join(root, 'scripts/start.mjs'), '--port', String(basePort), '--json', '--chains', 'eip155'],
    { cwd: root, stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, ...budgets } },
  )
  const line = await Promise.race([
    once(started.stdout, 'data').then(([data]) => String(data)),
    once(started, 'exit').then(([code]) => {
      throw new Error(`npm start ended with code ${code}`)
    }),
  ])
  if (JSON.parse(line).demo !== stack.demo) throw new Error(`npm start printed ${line}`)
  buildApp('gallery')
  const stopGallery = await serveApp({
    folder: join(root, 'apps/gallery'),
    port: Number(new URL(stack.gallery).port),
    settings: {},
    // Specs start faulty servers on any local port, which the live page calls.
    connect: ['http://localhost:*', 'ws://localhost:*'],
  })
  return async () => {
    started.kill('SIGINT')
    await Promise.all([once(started, 'exit'), stopGallery()])
  }
}
