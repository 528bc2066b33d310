import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { encodeAbiParameters, type Hex } from 'viem'
import { registries } from '../auth/login/farcaster/checkSignIn.js'
import { readBounded } from '../shared/readBounded.js'
import { callContract, compileSolidity, deployContract } from './deployContract.js'
import { startChain } from './startChain.js'

/** Accounts and keys as Farcaster's registries tell them, which anybody may write. */
const source = `
pragma solidity ^0.8.0;
contract Registry {
  struct KeyData { uint8 state; uint32 keyType; }
  mapping(address => uint256) public idOf;
  mapping(uint256 => mapping(bytes => KeyData)) keys;
  function own(address owner, uint256 fid) external { idOf[owner] = fid; }
  function set(uint256 fid, bytes calldata key, uint8 state, uint32 keyType) external { keys[fid][key] = KeyData(state, keyType); }
  function keyDataOf(uint256 fid, bytes calldata key) external view returns (KeyData memory) { return keys[fid][key]; }
}`

/** Starts a chain with Farcaster's registries at their addresses. */
export async function startFarcasterChain() {
  const chain = await startChain({ chainId: 10 })
  const { Registry } = compileSolidity(source)
  if (Registry === undefined) throw new Error('not compiled')
  const code = await chain.request('eth_getCode', [await deployContract(chain, Registry), 'latest'])
  for (const address of Object.values(registries)) await chain.request('anvil_setCode', [address, code])
  return {
    chain,
    own: (owner: Hex, fid: bigint) => callContract(chain, registries.ids, Registry.abi, 'own', [owner, fid]),
    /** Notes an address that may sign in for an account: state 1 is added, type 2 an address. */
    setKey: (fid: bigint, address: Hex, { state = 1, keyType = 2 } = {}) =>
      callContract(chain, registries.keys, Registry.abi, 'set', [
        fid,
        encodeAbiParameters([{ type: 'address' }], [address]),
        ...[state, keyType],
      ]),
  }
}

export type SignatureParams = {
  readonly siweUri: string
  readonly domain: string
  readonly nonce: string
  readonly expirationTime?: string | undefined
  readonly acceptAuthAddress?: boolean | undefined
}

type ChannelState = { readonly asked: SignatureParams; completed?: object | undefined }

/** Starts a relay of Farcaster, which speaks the documented protocol: a signature is told once. */
export async function startFarcasterRelay() {
  const channels = new Map<string, ChannelState>()
  const behaviour: { status?: number | undefined; channel?: object | undefined } = {}
  const reads: string[] = []
  const server = createServer(async (request, response) => {
    const answer = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    if (behaviour.status !== undefined) return answer(behaviour.status, { error: 'Error' })
    if (request.method === 'POST' && request.url === '/v1/channel') {
      const asked = JSON.parse(String(await readBounded(request, 65_536))) as SignatureParams
      const channelToken = randomBytes(16).toString('hex')
      channels.set(channelToken, { asked })
      const url = `https://farcaster.example/~/siwf?channelToken=${channelToken}`
      return answer(201, behaviour.channel ?? { channelToken, url, connectUri: url, nonce: asked.nonce })
    }
    const token = (request.headers.authorization ?? '').replace('Bearer ', '')
    const channel = channels.get(token)
    reads.push(token)
    if (request.url !== '/v1/channel/status' || channel === undefined)
      return answer(401, { error: 'Unauthorized' })
    const { asked, completed } = channel
    if (completed === undefined) return answer(202, { state: 'pending', nonce: asked.nonce })
    channels.delete(token)
    return answer(200, { state: 'completed', nonce: asked.nonce, ...completed })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    behaviour,
    reads,
    /** Returns what the app of a visitor who opens a link is asked to sign. */
    askedBy: (url: string) => channels.get(tokenOf(url))?.asked,
    /** Sends back what the app has signed. */
    complete(url: string, completed: object) {
      const channel = channels.get(tokenOf(url))
      if (channel === undefined) throw new Error('no such channel')
      channel.completed = completed
    },
    drop: (url: string) => channels.delete(tokenOf(url)),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function tokenOf(url: string): string {
  return new URL(url).searchParams.get('channelToken') ?? ''
}
