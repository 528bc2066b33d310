import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startServices } from '@latchkey/services'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The demo, with services of its own. @param {typeof import('../../scripts/start/serveApp.mjs').serveApp} serveApp */
export async function openDemo(serveApp) {
  const services = await startServices({ port: 0, dataDir: join(root, '.cache', 'bench-data') })
  const port = await freePort()
  const settings = {
    services: services.url,
    relay: services.relayUrl,
    wallet: 'http://localhost',
    chains: [{ id: 31337, name: 'Local One', rpcUrl: 'http://localhost:1' }],
  }
  const connect = [services.url, services.relayUrl, 'http://localhost:1']
  const stop = await serveApp({ folder: join(root, 'apps/demo'), port, settings, connect })
  return { url: `http://localhost:${port}`, stop: () => Promise.all([stop(), services.close()]) }
}

/** @param {typeof import('../../scripts/start/serveApp.mjs').serveApp} serveApp */
export async function openGallery(serveApp) {
  const port = await freePort()
  const stop = await serveApp({ folder: join(root, 'apps/gallery'), port, settings: {}, connect: [] })
  return { url: `http://localhost:${port}`, stop }
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve) => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
