import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { encodeAbiParameters, type Hex } from 'viem'
import { farcasterRegistries, putFarcasterRegistries, registryAbi } from '../../../chains/src/index.js'
import { createFarcasterRelay } from '../../../scripts/start/farcaster/createFarcasterRelay.mjs'
import { readBounded } from '../shared/readBounded.js'
import { callContract } from './deployContract.js'
import { startChain } from './startChain.js'

/** Starts a chain with Farcaster's registries at their addresses. */
export async function startFarcasterChain() {
  const chain = await startChain({ chainId: 10 })
  await putFarcasterRegistries(chain.request)
  const { ids, keys } = farcasterRegistries
  return {
    chain,
    own: (owner: Hex, fid: bigint) => callContract(chain, ids, registryAbi, 'own', [owner, fid]),
    /** Notes an address that may sign in for an account: state 1 is added, type 2 an address. */
    setKey: (fid: bigint, address: Hex, { state = 1, keyType = 2 } = {}) =>
      callContract(chain, keys, registryAbi, 'set', [
        fid,
        encodeAbiParameters([{ type: 'address' }], [address]),
        ...[state, keyType],
      ]),
  }
}

/** Starts a relay of Farcaster, and lets a test change how it behaves. */
export async function startFarcasterRelay() {
  const linkOf = (token: string) => `https://farcaster.example/~/siwf?channelToken=${token}`
  const relay = createFarcasterRelay(linkOf)
  const behaviour: { status?: number | undefined; channel?: object | undefined } = {}
  const reads: string[] = []
  const server = createServer(async (request, response) => {
    const answer = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    if (behaviour.status !== undefined) return answer(behaviour.status, { error: 'Error' })
    const { method = '', url: path = '', headers } = request
    const token = (headers.authorization ?? '').replace('Bearer ', '')
    const body = method === 'POST' ? String(await readBounded(request, 65_536)) : ''
    if (method !== 'POST') reads.push(token)
    const answered = relay.answer({ method, path, token, body })
    const isChannel = method === 'POST' && behaviour.channel !== undefined
    answer(answered.status, isChannel ? (behaviour.channel ?? {}) : answered.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    behaviour,
    reads,
    /** Returns what the app of a visitor who opens a link is asked to sign. */
    askedBy: (url: string) => relay.askedOf(tokenOf(url)),
    /** Sends back what the app has signed. */
    complete(url: string, completed: object) {
      if (!relay.complete(tokenOf(url), completed)) throw new Error('no such channel')
    },
    drop: (url: string) => relay.drop(tokenOf(url)),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function tokenOf(url: string): string {
  return new URL(url).searchParams.get('channelToken') ?? ''
}
