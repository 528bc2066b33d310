import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { encodeFunctionData } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { people } from '../../../../../chains/src/index.js'
import {
  type Artifact,
  callContract,
  compileSolidity,
  deployContract,
  rich,
} from '../../../../../services/src/testing/deployContract.js'
import { startChain, type TestChain } from '../../../../../services/src/testing/startChain.js'
import { defineNetwork } from '../../networks/defineNetwork.js'
import { transfers } from './transfers.js'

// Tokens whose `transfer` does something else than ERC-20 says, on a real chain.

const source = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;
contract Base {
  event Transfer(address indexed from, address indexed to, uint256 value);
  string public symbol = 'TOK'; uint8 public decimals = 6; mapping(address => uint256) public balanceOf;
  function mint(address a, uint256 u) external { balanceOf[a] += u; }
  function move(address to, uint256 u) internal { balanceOf[msg.sender] -= u; balanceOf[to] += u; }
}
contract Idle is Base { function transfer(address, uint256) external pure returns (bool) { return false; } }
contract Modest is Base {
  function transfer(address to, uint256 u) external returns (bool) { move(to, u); emit Transfer(msg.sender, to, u); return false; }
}
contract Taxed is Base {
  function transfer(address to, uint256 u) external returns (bool) {
    uint256 rest = u / 10; move(to, rest); move(address(this), u - rest);
    emit Transfer(msg.sender, address(this), u - rest); emit Transfer(msg.sender, to, rest); return true;
  }
}
contract Thief is Base {
  function transfer(address, uint256 u) external returns (bool) {
    move(address(0xdead), u); emit Transfer(msg.sender, address(0xdead), u); return true;
  }
}
contract Silent is Base { function transfer(address to, uint256 u) external returns (bool) { move(to, u); return true; } }
contract Old is Base { function transfer(address to, uint256 u) external { move(to, u); emit Transfer(msg.sender, to, u); } }
`
type Name = 'Idle' | 'Modest' | 'Taxed' | 'Thief' | 'Silent' | 'Old'

let chain: TestChain
let artifacts: { readonly [name: string]: Artifact }
const tokens: Partial<Record<Name, `0x${string}`>> = {}

const local = (rpcUrl: string) =>
  defineNetwork({
    ...{ id: 31337, name: 'Local', rpcUrl },
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  })

beforeAll(async () => {
  chain = await startChain()
  artifacts = compileSolidity(source)
  for (const name of ['Idle', 'Modest', 'Taxed', 'Thief', 'Silent', 'Old'] as const) {
    const artifact = artifacts[name] as Artifact
    const token = await deployContract(chain, artifact)
    await callContract(chain, token, artifact.abi, 'mint', [rich, 10_000n])
    tokens[name] = token
  }
}, 60_000)
const servers: Server[] = []
afterAll(() => {
  for (const server of servers) server.close()
  chain.stop()
})

/** The chain, read from a node that does not know `eth_simulateV1`. */
async function olderNode() {
  const server = createServer(async (incoming, response) => {
    let text = ''
    for await (const chunk of incoming) text += chunk
    const { id, method, params } = JSON.parse(text)
    const answer =
      method === 'eth_simulateV1'
        ? { error: { code: -32601, message: 'no such method' } }
        : await chain.request(method, params).then(
            (result) => ({ result }),
            (error: Error) => ({ error: { code: 3, message: error.message } }),
          )
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }))
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return local(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
}

const transferOf = (name: Name, units = 500n) => ({
  ...{ from: rich, to: people.wren, units },
  tokenAddress: tokens[name],
})

const quoteOf = async (name: Name, network = local(chain.url)) =>
  transfers.estimate({ network, transfer: transferOf(name), isFirm: true })

/** Sends the reviewed call; returns its hash once it is in a block, and what was known when the wallet was asked. */
async function send(name: Name, units = 500n) {
  const asked = await transfers.prepare({ network: local(chain.url), from: rich, isAtomic: false })
  const { abi } = artifacts[name] as Artifact
  const data = encodeFunctionData({ abi, functionName: 'transfer', args: [people.wren, units] })
  const call = { from: rich, to: tokens[name], data, gas: '0x30d40' }
  const id = (await chain.request('eth_sendTransaction', [call])) as string
  await expect.poll(() => chain.request('eth_getTransactionReceipt', [id])).not.toBeNull()
  return { id, asked }
}

describe('before the review', () => {
  test('error: a token that returns `false` and pays nothing would be refused', async () => {
    await expect(quoteOf('Idle')).rejects.toMatchObject({ code: 'TRANSFER_REFUSED' })
    await expect(quoteOf('Idle', await olderNode())).rejects.toMatchObject({ code: 'TRANSFER_REFUSED' })
  })

  test.each<[string, Name, string | undefined]>([
    ['a token that keeps a part of it', 'Taxed', '450'],
    ['a token that pays somebody else keeps all of it', 'Thief', '500'],
    ['a token that returns nothing pays all', 'Old', undefined],
    ['a token that pays and returns `false` pays all', 'Modest', undefined],
    ['what a token without logs pays is unknown', 'Silent', undefined],
  ])('%s', async (_, name, withheld) => {
    expect((await quoteOf(name)).withheld).toBe(withheld)
  })

  test('on a node that does not simulate logs, what a token keeps is unknown', async () => {
    const network = await olderNode()
    expect((await quoteOf('Taxed', network)).withheld).toBeUndefined()
    expect((await quoteOf('Old', network)).withheld).toBeUndefined()
  })
})

describe('once it is in a block', () => {
  const both = async (name: Name, withheld?: string, sentUnits?: bigint) => {
    const network = local(chain.url)
    const { id, asked } = await send(name, sentUnits)
    const transfer = transferOf(name)
    const fee = { most: '1', about: '1', withheld }
    const sent = { kind: 'transaction', id, from: rich } as const
    const status = await transfers.status({ network, sent, transfer, asked, fee })
    const found = await transfers.find({ network, transfer, asked, fee })
    return { id, status, found }
  }

  test.each<[string, Name, string | undefined]>([
    ['a token that moved nothing', 'Idle', undefined],
    ['a token that kept a part, which the review did not say', 'Taxed', undefined],
    ['a token that kept another part than the review said', 'Taxed', '300'],
    ['a token that paid somebody else', 'Thief', undefined],
    ['a token that paid somebody else, reviewed as keeping all of it', 'Thief', '500'],
    ['a token that logs nothing', 'Silent', undefined],
  ])('%s: it is not called sent, and looking for it ends at the same', async (_, name, withheld) => {
    const { id, status, found } = await both(name, withheld)
    expect(status).toMatchObject({ status: 'other', isMined: true })
    expect(found).toEqual({ status: 'open', by: id })
  })

  test.each<[string, Name, string | undefined]>([
    ['a token that returns nothing', 'Old', undefined],
    ['a token that returns `false` and logs the payment', 'Modest', undefined],
    ['a token that kept the part that the review said', 'Taxed', '450'],
  ])('%s: it is sent', async (_, name, withheld) => {
    const { id, status, found } = await both(name, withheld)
    expect(status).toMatchObject({ status: 'confirmed', hash: id })
    expect(found).toEqual({ status: 'sent', sent: { kind: 'transaction', id } })
  })

  test('a wallet says that a batch is done whose token kept a part: it is not called sent', async () => {
    const network = local(chain.url)
    const { id, asked } = await send('Taxed')
    const provider = {
      request: async () => ({ status: 200, receipts: [{ status: '0x1', transactionHash: id }] }),
      on: () => {},
      removeListener: () => {},
    }
    const sent = { kind: 'calls', id: '0x01', from: rich } as const
    const status = (withheld?: string) =>
      transfers.status({
        ...{ network, provider, sent, asked, transfer: transferOf('Taxed') },
        fee: { most: '1', about: '1', withheld },
      })
    expect(await status()).toEqual({ status: 'pending', hash: id })
    expect(await status('450')).toEqual({ status: 'confirmed', hash: id })
  })

  test('a transfer that reverted has failed, and is found', async () => {
    const network = local(chain.url)
    const transfer = transferOf('Old', 10n ** 9n)
    const again = await send('Old', 10n ** 9n)
    const sent = { kind: 'transaction', id: again.id, from: rich } as const
    expect(await transfers.status({ network, sent, transfer, asked: again.asked })).toMatchObject({
      status: 'failed',
    })
    expect(await transfers.find({ network, transfer, asked: again.asked })).toMatchObject({
      sent: { id: again.id },
    })
  })
})
