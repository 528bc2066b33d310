import { address, type EncodedAccount } from '@solana/kit'
import { accountJson, type ReadOptions } from './accountJson.js'
import type { Chain } from './chain.js'
import { fromBase58 } from './codecs.js'
import { tokenPrograms } from './programs.js'
import { RpcFailure } from './RpcFailure.js'
import { amountOf, decimalsOf, kindOf, mintOf, ownerOf, supplyOf, tokenAmount } from './tokenAccounts.js'
import { transactionJson } from './transactionJson.js'
import { feeOf, readMessage, readTransaction } from './transactions.js'

type Options = ReadOptions & {
  readonly limit?: number
  readonly before?: string
  readonly until?: string
  readonly skipPreflight?: boolean
  readonly replaceRecentBlockhash?: boolean
  readonly sigVerify?: boolean
  readonly filters?: readonly Filter[]
  readonly withContext?: boolean
  readonly accounts?: { readonly encoding?: string; readonly addresses: readonly string[] }
}
type Filter = {
  readonly dataSize?: number
  readonly memcmp?: { readonly offset: number; readonly bytes: string; readonly encoding?: string }
}
// biome-ignore lint/suspicious/noExplicitAny: parameters of JSON-RPC; a wrong one fails the request.
type Method = (params: any) => unknown

/** The JSON-RPC methods of a Solana node that wallets and libraries use, for a ledger. */
export function methodsOf(chain: Chain, genesisHash = localGenesisHash): { readonly [name: string]: Method } {
  const slot = () => Number(chain.slot())
  const withContext = (value: unknown) => ({ context: { apiVersion: '2.2.0', slot: slot() }, value })
  const read = (place: string, options?: Options) => accountJson(chain, chain.account(place), options)

  return {
    getHealth: () => 'ok',
    getVersion: () => ({ 'solana-core': '2.2.0', 'feature-set': 0 }),
    getGenesisHash: () => genesisHash,
    getEpochInfo: () => ({
      absoluteSlot: slot(),
      blockHeight: slot(),
      epoch: 0,
      slotIndex: slot(),
      slotsInEpoch: 432_000,
      transactionCount: chain.transactionCount(),
    }),
    getSlot: slot,
    // Every slot has a block here. Their transactions are not kept.
    getBlock([number]: [number]) {
      if (number > slot()) throw new RpcFailure(-32_004, `Block not available for slot ${number}`)
      return { blockhash: chain.latestBlockhash().blockhash, parentSlot: Math.max(number - 1, 0) }
    },
    getBlockHeight: slot,
    getLatestBlockhash() {
      const { blockhash, lastValid } = chain.latestBlockhash()
      const value = { blockhash, lastValidBlockHeight: Number(lastValid) }
      // It is the hash of the last complete block: a transaction with it comes in a later one.
      return { context: { apiVersion: '2.2.0', slot: Math.max(slot() - 1, 0) }, value }
    },
    isBlockhashValid: ([hash]: [string]) => withContext(chain.isFresh(hash)),
    getBalance: ([place]: [string]) => withContext(Number(chain.account(place)?.lamports ?? 0n)),
    getAccountInfo: ([place, options]: [string, Options?]) =>
      withContext(read(place, { encoding: 'base58', ...options })),
    getMultipleAccounts: ([places, options]: [string[], Options?]) =>
      withContext(places.map((place) => read(place, options))),
    getMinimumBalanceForRentExemption: ([size]: [number]) => Number(chain.rentOf(BigInt(size))),
    getFeeForMessage: ([text]: [string]) =>
      withContext(Number(feeOf(readMessage(new Uint8Array(Buffer.from(text, 'base64')))))),
    getRecentPrioritizationFees: () => [{ slot: slot(), prioritizationFee: 0 }],
    requestAirdrop: ([to, units]: [string, number]) => chain.airdrop(to, BigInt(units)),
    getProgramAccounts([program, options = {}]: [string, Options?]) {
      const found = chain
        .programAccounts(address(program))
        .filter(({ data }) => (options.filters ?? []).every((filter) => isMatch(data, filter)))
        .map((account) => ({ pubkey: account.address, account: accountJson(chain, account, options) }))
      return options.withContext ? withContext(found) : found
    },
    getTokenAccountsByOwner([owner, filter, options]: [
      string,
      { mint?: string; programId?: string },
      Options?,
    ]) {
      const programs = filter.programId === undefined ? tokenPrograms : [address(filter.programId)]
      const found = programs
        .flatMap((program) => chain.programAccounts(program))
        .filter((account) => kindOf(account) === 'account' && ownerOf(account) === owner)
        .filter((account) => filter.mint === undefined || mintOf(account) === filter.mint)
      return withContext(
        found.map((account) => ({ pubkey: account.address, account: accountJson(chain, account, options) })),
      )
    },
    getTokenAccountBalance([place]: [string]) {
      const account = chain.account(place)
      if (account === undefined || kindOf(account) !== 'account') throw notFound()
      const mint = chain.account(mintOf(account))
      return withContext(tokenAmount(amountOf(account), mint === undefined ? 0 : decimalsOf(mint)))
    },
    getTokenSupply([place]: [string]) {
      const mint = chain.account(place)
      if (mint === undefined || kindOf(mint) !== 'mint') throw notFound()
      return withContext(tokenAmount(supplyOf(mint), decimalsOf(mint)))
    },
    getSignatureStatuses: ([signatures]: [string[]]) => withContext(signatures.map(chain.status)),
    getSignaturesForAddress: ([account, options]: [string, Options?]) =>
      signaturesOf(chain, account, options),
    getTransaction: ([signature, options]: [string, Options?]) =>
      transactionJson(chain.entry(signature), options?.encoding ?? 'json'),
    simulateTransaction([text, options = {}]: [string, Options?]) {
      const isAnyBlockhash = options.replaceRecentBlockhash === true
      const isVerified = options.sigVerify === true
      const { error, logs, units, after } = chain.simulate(
        readTransaction(text, options.encoding ?? 'base58'),
        {
          isAnyBlockhash,
          isVerified,
        },
      )
      const base = {
        err: error,
        logs,
        unitsConsumed: units,
        accounts: accountsOf(chain, after, options),
        returnData: null,
      }
      if (!isAnyBlockhash) return withContext(base)
      const { blockhash, lastValid } = chain.latestBlockhash()
      return withContext({
        ...base,
        replacementBlockhash: { blockhash, lastValidBlockHeight: Number(lastValid) },
      })
    },
    sendTransaction: ([text, options = {}]: [string, Options?]) =>
      chain.send(readTransaction(text, options.encoding ?? 'base58'), options.skipPreflight !== true),
  }
}

/** The accounts that a simulation was asked about. */
function accountsOf(chain: Chain, after: readonly EncodedAccount[], { accounts }: Options) {
  if (accounts === undefined) return null
  return accounts.addresses.map((place) => {
    const account = after.find((one) => one.address === place) ?? chain.account(place)
    return accountJson(chain, account, accounts)
  })
}

/** Of this ledger alone: its CAIP-2 id is the first 32 characters. */
export const localGenesisHash = 'LatchkeyLoca1SoLanaLedger11111111111111111'

const notFound = () => new RpcFailure(-32602, 'Invalid param: could not find account')

function isMatch(
  data: { readonly length: number } & Iterable<number>,
  { dataSize, memcmp }: Filter,
): boolean {
  if (dataSize !== undefined) return data.length === dataSize
  if (memcmp === undefined) return true
  const wanted = memcmp.encoding === 'base64' ? Buffer.from(memcmp.bytes, 'base64') : fromBase58(memcmp.bytes)
  const part = Buffer.from([...data].slice(memcmp.offset, memcmp.offset + wanted.length))
  return part.equals(wanted)
}

function signaturesOf(chain: Chain, account: string, { limit = 1_000, before, until }: Options = {}) {
  // Any transaction of the ledger may be named, also one of another account.
  const bounds = { newest: chain.placeOf(before), oldest: chain.placeOf(until) }
  const isWithin = (place = 0) =>
    place < (bounds.newest ?? Number.POSITIVE_INFINITY) && place > (bounds.oldest ?? -1)
  return chain
    .signaturesOf(account)
    .filter((signature) => isWithin(chain.placeOf(signature)))
    .slice(0, limit)
    .flatMap((signature) => {
      const entry = chain.entry(signature)
      const status = chain.status(signature)
      if (entry === undefined || status === null) return []
      const { slot, err, confirmationStatus } = status
      return [{ signature, slot, err, memo: null, blockTime: entry.time, confirmationStatus }]
    })
}
