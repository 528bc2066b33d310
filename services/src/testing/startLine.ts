import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export type Line = {
  readonly port: number
  /** Ends all connections, and accepts none any more. */
  cut(): void
}

/** Starts a line to a port of this machine that can be cut, by default on a free port. */
export async function startLine(to: number, on = 0): Promise<Line> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    const other = connect(to, '127.0.0.1')
    for (const end of [socket, other]) {
      sockets.add(end)
      end.on('error', () => {})
    }
    socket.pipe(other).pipe(socket)
  }).listen(on, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    cut() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
