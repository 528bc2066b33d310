import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server in the shape of ord's, for the services: it knows one inscription, a text, and which coins hold something. */
export type OrdServer = {
  readonly url: string
  /** Says that these coins hold something from now on; the inscription is on the first. Each is a `txid:vout`. */
  inscribe(coins: readonly string[]): void
  stop(): Promise<void>
}

const id = `${'ab'.repeat(32)}i0`

export async function startOrd(): Promise<OrdServer> {
  let held: readonly string[] = []
  const answers: { readonly [kind: string]: (name: string) => unknown } = {
    address: () => ({ inscriptions: held.length > 0 ? [id] : [], runes_balances: [] }),
    output: (name) => ({ inscriptions: held.includes(name) ? [id] : [], runes: {} }),
    inscription: () => ({ id, number: 7, satpoint: `${held[0]}:0`, content_type: 'text/plain' }),
  }
  const server = createServer((request, response) => {
    const [, kind = '', name = ''] = (request.url ?? '').split('/')
    const answer = answers[kind]?.(decodeURIComponent(name))
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer ?? 'not found'))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    inscribe(coins) {
      held = coins
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
