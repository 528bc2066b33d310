import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { createClient, http } from 'viem'

export type TestChain = {
  readonly url: string
  /** Sends the node any request, including its test methods. */
  request(method: string, params?: readonly unknown[]): Promise<unknown>
  stop(): Promise<void>
}

/** Starts a separate chain (anvil) on a free port; resolves when it answers. */
export async function startChain({
  chainId = 31337,
}: {
  readonly chainId?: number | undefined
} = {}): Promise<TestChain> {
  const port = await freePort()
  const { platform, arch } = process
  const program = createRequire(import.meta.url).resolve(
    `@foundry-rs/anvil-${platform}-${arch === 'x64' ? 'amd64' : arch}/bin/anvil${platform === 'win32' ? '.exe' : ''}`,
  )
  const options = ['--port', String(port), '--chain-id', String(chainId), '--silent']
  const child = spawn(program, options, { stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}`
  const requestWithin =
    (timeout: number) =>
    (method: string, params: readonly unknown[] = []) => {
      const client = createClient({ transport: http(url, { retryCount: 0, timeout }) })
      return (client.request as (call: object) => Promise<unknown>)({ method, params })
    }
  // A long chain on a busy machine takes its time to mine or to reorganise.
  const request = requestWithin(60_000)
  while (child.exitCode === null) {
    const isUp = await requestWithin(4_000)('eth_chainId').then(
      () => true,
      () => false,
    )
    if (isUp) break
  }
  return {
    url,
    request,
    async stop() {
      if (child.exitCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}
