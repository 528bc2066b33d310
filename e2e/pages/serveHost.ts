import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from '../../scripts/install.mjs'
import { serveApp } from '../../scripts/start/serveApp.mjs'
import { expect } from './test.js'

/**
 * Builds a host page into a folder of its own, because several workers may build it at once, and serves it.
 *
 * @param host Its folder in the repository.
 * @returns How to stop.
 */
export async function serveHost(
  host: string,
  { port, ...served }: Omit<Parameters<typeof serveApp>[0], 'folder'>,
): Promise<() => Promise<void>> {
  const folder = join(root, '.cache/hosts', String(port))
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const args = ['build', '--logLevel', 'error', '--emptyOutDir', '--target', 'es2022']
  const { status, stderr } = spawnSync(process.execPath, [vite, ...args, '--outDir', join(folder, 'dist')], {
    cwd: join(root, host),
    encoding: 'utf8',
  })
  expect(status, stderr).toBe(0)
  return serveApp({ folder, port, ...served })
}
