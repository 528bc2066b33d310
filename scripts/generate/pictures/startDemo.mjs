import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from '../../install.mjs'

/**
 * Starts the whole stack, and resolves once it answers.
 *
 * @param {number} port
 */
export async function startDemo(port) {
  const args = [join(root, 'scripts/start.mjs'), '--port', String(port), '--json', '--chains', 'eip155']
  const child = spawn(process.execPath, args, {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const line = await Promise.race([
    new Promise((resolve) => child.stdout.once('data', (data) => resolve(String(data)))),
    ended.then((code) => Promise.reject(new Error(`The demo ended with code ${code}.`))),
  ])
  return {
    url: JSON.parse(line).demo,
    mailbox: JSON.parse(line).mailbox,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
