import type { Nft } from 'latchkey/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createContext } from '../../shared/context.js'
import { createLog } from '../../shared/log.js'
import { createTestClock } from '../../testing/createTestClock.js'
import { type Artifact, compileSolidity, deployContract } from '../../testing/deployContract.js'
import { startChain, type TestChain } from '../../testing/startChain.js'
import { createBlockchain } from '../blockchain.js'
import { createHistory } from '../history/history.js'

// Anybody may give a visitor a collectible of a contract that answers every call with megabytes.

type Address = `0x${string}`

const chainId = 'eip155:31337'
const holder = '0x2222222222222222222222222222222222222222'
const { Art, Loud } = compileSolidity(`
  pragma solidity ^0.8.30;
  contract Art {
    string public name = "Quiet";
    function ownerOf(uint256) external pure returns (address) { return ${holder}; }
  }
  contract Loud {
    fallback() external { assembly { return(0, 1500000) } }
  }`) as Record<'Art' | 'Loud', Artifact>

let chain: TestChain
let art: Address
let loud: Address
beforeAll(async () => {
  chain = await startChain()
  art = await deployContract(chain, Art)
  loud = await deployContract(chain, Loud)
}, 120_000)
afterAll(() => chain.stop())

test("a contract that answers with megabytes hides none of the visitor's collectibles", async () => {
  const lines: string[] = []
  const context = createContext({
    settings: { chains: [`${chainId}=${chain.url}`] },
    log: createLog({ level: 'warn', now: () => 0, write: (line) => void lines.push(line) }),
    clock: createTestClock(),
    checkAnswers: true,
  })
  const history = await createHistory(context, undefined)
  const given = [loud, art, loud, loud, art, loud]
  const app = createBlockchain(context, {
    ...history,
    collectibles: async () => ({
      source: 'chain',
      value: given.map((token, index) => ({
        token: token.toLowerCase() as Address,
        tokenId: String(index),
        standard: 'ERC721',
      })),
    }),
  })
  const response = await app.request(`/v1/account/${holder}/nfts?chainId=${chainId}`)
  await history.close()
  expect(response.status).toBe(200)
  const { data } = (await response.json()) as { readonly data: readonly Nft[] }
  expect(data.map(({ tokenId, collection }) => [tokenId, collection.name])).toEqual([
    ['1', 'Quiet'],
    ['4', 'Quiet'],
  ])
  // The node did its work.
  expect(lines).toEqual([])
}, 60_000)
