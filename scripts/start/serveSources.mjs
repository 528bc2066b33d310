import { createServer } from 'vite'
import { host } from './ports.mjs'

/**
 * Serves a page from its sources and reloads what changes, for work on it. Like `serveApp`, without its policy.
 *
 * @param {{ folder: string, port: number, settings: unknown }} options
 * @returns {Promise<() => Promise<void>>} How to stop.
 */
export async function serveSources({ folder, port, settings }) {
  const server = await createServer({
    root: folder,
    configFile: `${folder}/vite.config.ts`,
    logLevel: 'warn',
    server: { host, port, strictPort: true },
    plugins: [
      {
        name: 'settings',
        configureServer: ({ middlewares }) => {
          middlewares.use('/settings.json', (_, response) => {
            response.setHeader('content-type', 'application/json')
            response.end(JSON.stringify(settings))
          })
        },
      },
    ],
  })
  await server.listen()
  return () => server.close()
}
