import { base58 } from '@scure/base'
import { afterEach, expect, test } from 'vitest'
import { localGenesisHash } from '../../../../../chains/solana/src/index.js'
import type { RpcCall } from '../../../outbound/post.js'
import { associatedAccountOf } from '../../../testing/associatedAccountOf.js'
import { startScriptedNode } from '../../../testing/startScriptedNode.js'
import { startService } from '../../../testing/startService.js'
import { metadataAddressOf, metadataProgram } from './metadataAddress.js'
import { tokenPrograms, wrappedCoin } from './tokens.js'

const chainId = `solana:${localGenesisHash.slice(0, 32)}` as const
const none = { ens: [], swapRouters: [], stablecoins: [], tokens: [] }
const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

const addressOf = (number: number) => base58.encode(new Uint8Array(32).fill(number))
const [owner, listed, token, friend, holder] = [21, 22, 23, 24, 25].map(addressOf) as [
  string,
  string,
  string,
  string,
  string,
]
const signature = '5'.repeat(88)
const at = (value: unknown) => ({ context: { slot: 1 }, value })
const account = (data: Buffer, program: string) => ({
  lamports: 1,
  owner: program,
  executable: false,
  data: [data.toString('base64'), 'base64'],
})
const key = (address: string) => Buffer.from(base58.decode(address))

function metadataOf(mint: string, symbol: string) {
  const texts = ['Acorn', symbol].map((text) => {
    const size = Buffer.alloc(4)
    size.writeUInt32LE(Buffer.byteLength(text))
    return Buffer.concat([size, Buffer.from(text)])
  })
  return account(Buffer.concat([Buffer.of(4), Buffer.alloc(32), key(mint), ...texts]), metadataProgram)
}

/** A service whose list has a token ACN, and an owner who got 2.5 of another token with this symbol. */
async function setUp(mint: string, symbol: string) {
  const mintData = Buffer.alloc(82)
  mintData[44] = 6
  mintData[45] = 1
  const accounts = new Map<string, object>([
    [mint, account(mintData, tokenPrograms[0])],
    [metadataAddressOf(key(mint)) ?? '', metadataOf(mint, symbol)],
  ])
  const amount = Buffer.alloc(8)
  amount.writeBigUInt64LE(2_500_000n)
  const held = {
    pubkey: associatedAccountOf(owner, mint),
    account: account(Buffer.concat([key(mint), key(owner), amount]), tokenPrograms[0]),
  }
  const after = { accountIndex: 2, mint, owner, uiTokenAmount: { amount: '2500000', decimals: 6 } }
  const node = await startScriptedNode(
    ({ method, params }: RpcCall) => {
      const [first, filter] = Array.isArray(params) ? params : []
      if (method === 'getMultipleAccounts') return at(first.map((one: string) => accounts.get(one) ?? null))
      if (method === 'getTokenAccountsByOwner') return at(filter.programId === tokenPrograms[0] ? [held] : [])
      if (method === 'getSignaturesForAddress') return first === owner ? [{ signature, slot: 1 }] : []
      return undefined
    },
    {
      getGenesisHash: localGenesisHash,
      getSlot: 1,
      getBalance: at(1_000_000_000),
      getTransaction: {
        slot: 1,
        transaction: {
          signatures: [signature],
          message: {
            accountKeys: [friend, owner, holder],
            header: { numRequiredSignatures: 1 },
            instructions: [{ programIdIndex: 2 }],
          },
        },
        meta: {
          err: null,
          fee: 5_000,
          preBalances: [10_000, 0, 0],
          postBalances: [5_000, 0, 0],
          preTokenBalances: [],
          postTokenBalances: [after],
        },
      },
    },
  )
  cleanups.push(node.stop)
  const acorn = { chainId, address: listed, name: 'Acorn', symbol: 'ACN', decimals: 6, iconUrl: '' }
  const familyTokens = [acorn]
  const service = await startService('', { chains: [`${chainId}=${node.url}`], ...none }, { familyTokens })
  cleanups.push(service.close)
  const read = async (what: string) =>
    (await service.ask({ path: `/v1/account/${owner}/${what}?chainId=${chainId}` })).body
  const { balances } = (await read('balance')) as { balances: { symbol: string }[] }
  const { data } = (await read('history')) as {
    data: { transfers: { fungible_info: { is_spam: boolean } }[] }[]
  }
  return {
    symbols: balances.map((one) => one.symbol),
    isSpam: data[0]?.transfers[0]?.fungible_info.is_spam,
  }
}

test.each(['ACN', 'аcn', 'A.C.N', 'SOL'])(
  'a token with the symbol %s is no balance, and marked in the history',
  async (symbol) => {
    expect(await setUp(token, symbol)).toEqual({ symbols: ['SOL'], isSpam: true })
  },
)

test.each([
  [token, 'OAK'],
  [wrappedCoin, 'SOL'],
])('the token %s with the symbol %s is told', async (mint, symbol) => {
  expect(await setUp(mint, symbol)).toEqual({ symbols: ['SOL', symbol], isSpam: false })
})
