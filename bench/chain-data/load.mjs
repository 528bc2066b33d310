import { existsSync, mkdirSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'

const root = fileURLToPath(new URL('../../', import.meta.url))
const services = `${root}services/src`
const out = `${root}services/.cache/chain-data.mjs`

/** Bundles the service and the stand-in from their sources. */
export async function load() {
  const code = `
    export { createBlockchain } from '${services}/blockchain/blockchain.ts'
    export { openSessionStore } from '${services}/blockchain/sessions/sessionStore.ts'
    export { createSystemClock } from '${services}/shared/clock.ts'
    export { createContext } from '${services}/shared/context.ts'
    export { createHistory } from '${services}/blockchain/history/history.ts'
    export { createWorld, startSources } from '${services}/testing/startSources.ts'
    export { startPublicNode } from '${services}/testing/startPublicNode.ts'
    export { account } from '${services}/testing/syntheticChain.ts'`
  const build = await rolldown({
    input: 'virtual:entry',
    cwd: `${root}services`,
    platform: 'node',
    // Packages stay where they are; only relative paths are bundled.
    external: (id) =>
      id !== 'latchkey/protocol' && !id.startsWith('virtual:') && !id.startsWith('.') && !id.startsWith('/'),
    plugins: [
      {
        name: 'sources',
        resolveId(id, importer) {
          if (id === 'virtual:entry') return id
          if (id === 'latchkey/protocol') return `${root}packages/latchkey/src/exports/protocol.ts`
          if (!id.startsWith('.') || importer === undefined) return null
          const path = fileURLToPath(new URL(id.replace(/\.js$/, '.ts'), pathToFileURL(importer)))
          return existsSync(path) ? path : null
        },
        load: (id) => (id === 'virtual:entry' ? code : null),
      },
    ],
    logLevel: 'silent',
  })
  mkdirSync(`${root}services/.cache`, { recursive: true })
  await build.write({ file: out, format: 'esm', codeSplitting: false })
  await build.close()
  return import(pathToFileURL(out).href)
}
