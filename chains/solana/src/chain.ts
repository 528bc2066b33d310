import { type Address, address, type EncodedAccount, lamports } from '@solana/kit'
import { FailedTransactionMetadata, LiteSVM } from 'litesvm'
import { toBase58 } from './codecs.js'
import { RpcFailure } from './RpcFailure.js'
import { preflightMessage, type RuntimeError, runtimeErrorOf } from './runtimeErrors.js'
import { type TokenBalance, tokenBalancesOf } from './tokenAccounts.js'
import { feeOf, type ReadTransaction } from './transactions.js'

/** A transaction that the ledger has carried out, or refused in a block. */
export type Entry = {
  readonly signature: string
  readonly slot: bigint
  /** In seconds. */
  readonly time: number
  readonly error: RuntimeError | null
  /** Absent for the faucet's. */
  readonly detail?: {
    readonly read: ReadTransaction
    readonly logs: readonly string[]
    readonly units: bigint
    readonly before: readonly number[]
    readonly after: readonly number[]
    readonly tokensBefore: readonly TokenBalance[]
    readonly tokensAfter: readonly TokenBalance[]
    readonly fee: bigint
  }
}

export type Simulation = {
  readonly error: RuntimeError | null
  readonly logs: readonly string[]
  readonly units: number
  /** The accounts as they would be afterwards. */
  readonly after: readonly EncodedAccount[]
}

/** A blockhash is accepted for so many blocks. */
const blockhashLife = 150n
const blocksOfOneHash = 10n
const finalAfter = 32

/**
 * The ledger: the real runtime (litesvm) with slots, a window of recent blockhashes and a history. litesvm itself knows
 * only the newest blockhash, so the window is kept here.
 */
export function createChain() {
  const svm = new LiteSVM().withTransactionHistory(100_000n).withBlockhashCheck(false)
  const entries = new Map<string, Entry>()
  const byAccount = new Map<string, string[]>()
  const places = new Map<string, number>()
  const hashes = new Map<string, bigint>()
  const listeners = new Set<() => void>()
  let slot = 1n
  hashes.set(svm.latestBlockhash(), slot)

  const changed = () => {
    for (const listener of [...listeners]) listener()
  }

  /** Makes so many blocks. */
  function advance(blocks = 1) {
    for (let made = 0; made < blocks; made++) {
      slot++
      svm.warpToSlot(slot)
      if (slot % blocksOfOneHash !== 0n) continue
      svm.expireBlockhash()
      hashes.set(svm.latestBlockhash(), slot)
    }
    changed()
  }

  const isFresh = (hash: string) => slot - (hashes.get(hash) ?? -blockhashLife) <= blockhashLife

  function simulate({ transaction, message }: ReadTransaction, options: SimulateOptions): Simulation {
    if (!options.isAnyBlockhash && !isFresh(message.lifetimeToken)) {
      return { error: 'BlockhashNotFound', logs: [], units: 0, after: [] }
    }
    svm.withSigverify(options.isVerified)
    try {
      const result = svm.simulateTransaction(transaction)
      const meta = result.meta()
      const isFailed = result instanceof FailedTransactionMetadata
      const error = isFailed ? runtimeErrorOf(result) : null
      const after = isFailed ? [] : result.postAccounts()
      return { error, logs: meta.logs(), units: Number(meta.computeUnitsConsumed()), after }
    } finally {
      svm.withSigverify(true)
    }
  }

  function account(place: string): EncodedAccount | undefined {
    const found = svm.getAccount(address(place))
    return !found.exists || (found.lamports === 0n && found.data.length === 0) ? undefined : found
  }

  /** Takes a transaction; returns its signature. @throws `RpcFailure` if its preflight fails. */
  function send(read: ReadTransaction, isPreflighted: boolean): string {
    const [signature = ''] = read.signatures
    if (isPreflighted) {
      const { error, logs } = entries.has(signature)
        ? { error: 'AlreadyProcessed' as const, logs: [] }
        : simulate(read, { isAnyBlockhash: false, isVerified: true })
      if (error !== null) {
        const data = { accounts: null, err: error, logs, unitsConsumed: 0 }
        throw new RpcFailure(error === 'SignatureFailure' ? -32003 : -32002, preflightMessage(error), data)
      }
    }
    // A leader drops these without a trace.
    if (!isFresh(read.message.lifetimeToken) || entries.has(signature)) return signature
    const { staticAccounts } = read.message
    const balances = () => staticAccounts.map((account) => Number(svm.getBalance(account) ?? 0n))
    const tokens = () => tokenBalancesOf(staticAccounts, account)
    const before = balances()
    const tokensBefore = tokens()
    const result = svm.sendTransaction(read.transaction)
    const error = result instanceof FailedTransactionMetadata ? runtimeErrorOf(result) : null
    if (error === 'SignatureFailure' || error === 'AccountNotFound' || error === 'InsufficientFundsForFee') {
      return signature
    }
    const meta = result instanceof FailedTransactionMetadata ? result.meta() : result
    const units = meta.computeUnitsConsumed()
    const after = balances()
    const tokensAfter = tokens()
    const fee = feeOf(read.message)
    const detail = { read, logs: meta.logs(), units, before, after, tokensBefore, tokensAfter, fee }
    keep({ signature, slot, time: now(), error, detail }, staticAccounts)
    return signature
  }

  function keep(entry: Entry, accounts: readonly string[]) {
    entries.set(entry.signature, entry)
    places.set(entry.signature, places.size)
    for (const account of accounts)
      byAccount.set(account, [...(byAccount.get(account) ?? []), entry.signature])
    queueMicrotask(changed)
  }

  function airdrop(to: string, units: bigint): string {
    const result = svm.airdrop(address(to), lamports(units))
    if (result === null || result instanceof FailedTransactionMetadata)
      throw new RpcFailure(-32603, 'Internal error')
    const signature = toBase58(result.signature())
    // Listed for no account: the ledger's people have their first funds from the start.
    keep({ signature, slot, time: now(), error: null }, [])
    return signature
  }

  function status(signature: string) {
    const entry = entries.get(signature)
    if (entry === undefined) return null
    const age = Number(slot - entry.slot)
    const confirmationStatus = age >= finalAfter ? 'finalized' : age >= 1 ? 'confirmed' : 'processed'
    return {
      slot: Number(entry.slot),
      confirmations: age >= finalAfter ? null : age,
      err: entry.error,
      status: entry.error === null ? { Ok: null } : { Err: entry.error },
      confirmationStatus,
    } as const
  }

  return {
    advance,
    isFresh,
    simulate,
    send,
    airdrop,
    status,
    slot: () => slot,
    latestBlockhash: () => ({
      blockhash: svm.latestBlockhash(),
      lastValid: (hashes.get(svm.latestBlockhash()) ?? slot) + blockhashLife,
    }),
    entry: (signature: string) => entries.get(signature),
    /** A transaction's number in the order of the ledger. */
    placeOf: (signature = '') => places.get(signature),
    /** The signatures of an account, newest first. */
    signaturesOf: (account: string) => [...(byAccount.get(account) ?? [])].reverse(),
    transactionCount: () => entries.size,
    account,
    programAccounts: (program: Address) => svm.getProgramAccounts(program),
    rentOf: (size: bigint) => svm.minimumBalanceForRentExemption(size),
    /** Called after each block and each transaction; returns a function that stops this. */
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

type SimulateOptions = { readonly isAnyBlockhash: boolean; readonly isVerified: boolean }
export type Chain = ReturnType<typeof createChain>

const now = () => Math.floor(Date.now() / 1_000)
