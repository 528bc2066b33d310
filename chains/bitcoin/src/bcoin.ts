import Module, { createRequire } from 'node:module'

/** The parts of bcoin 1.0.2 that this package uses; it has no types of its own. */
type Script = { toRaw(): Buffer }
export type Output = { readonly script: Script; readonly value: number }
export type Outpoint = { readonly index: number; txid(): string }
type Input = {
  readonly prevout: Outpoint
  readonly sequence: number
  readonly script: Script
  readonly witness: { readonly items: readonly Buffer[] }
}
export type Tx = {
  readonly version: number
  readonly locktime: number
  readonly inputs: readonly Input[]
  readonly outputs: readonly Output[]
  txid(): string
  isCoinbase(): boolean
  getSize(): number
  getWeight(): number
  toRaw(): Buffer
}
type Entry = { readonly height: number; readonly time: number; rhash(): string }
type Block = { readonly txs: readonly Tx[] }
declare const payee: unique symbol
type Payee = { readonly [payee]: true }
export type FullNode = {
  readonly chain: {
    readonly height: number
    readonly tip: Entry
    getEntry(height: number): Promise<Entry | null>
    add(block: Block): Promise<Entry | null>
    on(event: 'connect', listener: (entry: Entry, block: Block) => void): void
  }
  readonly mempool: {
    /** Resolves to the missing inputs, if it lacks any. @throws If the transaction breaks a rule. */
    addTX(tx: Tx, peer: number): Promise<unknown>
    on(event: 'tx', listener: (tx: Tx) => void): void
  }
  readonly miner: { mineBlock(tip: null, payTo: Payee): Promise<Block> }
  readonly http?: { open(): Promise<void>; close(): Promise<void> }
  open(): Promise<void>
  close(): Promise<void>
}
type Bcoin = {
  readonly FullNode: new (options: { readonly [name: string]: unknown }) => FullNode
  readonly Address: { fromScript(script: Script): Payee }
  readonly Script: { fromRaw(bytes: Buffer): Script }
  readonly TX: { fromRaw(bytes: Buffer): Tx }
}

/**
 * Loads bcoin with its JavaScript cryptography. Its native database does not build everywhere and is unused in memory,
 * so a class that cannot be made stands in for it.
 */
function load(): Bcoin {
  process.env.NODE_BACKEND = 'js'
  const loader = Module as unknown as { _load: (id: string, ...rest: unknown[]) => unknown }
  const original = loader._load
  loader._load = function (this: unknown, id, ...rest) {
    return id === 'leveldown' ? NoDatabase : original.call(this, id, ...rest)
  }
  return createRequire(import.meta.url)('bcoin')
}

class NoDatabase {
  constructor() {
    throw new Error('the chain is in memory only')
  }
}

const bcoin = load()

/** Opens a consensus node on a regtest chain of its own, in memory, without peers. */
export async function openNode(): Promise<FullNode> {
  const node = new bcoin.FullNode({
    network: 'regtest',
    memory: true,
    listen: false,
    selfishMining: true,
    // bcoin makes its own HTTP server; it never listens.
    noHttp: true,
    logLevel: 'none',
  })
  if (node.http !== undefined) {
    node.http.open = async () => {}
    node.http.close = async () => {}
  }
  await node.open()
  return node
}

/** What bcoin's miner pays to. */
export const payeeOf = (script: string): Payee => bcoin.Address.fromScript(readScript(script))

const readScript = (hex: string) => bcoin.Script.fromRaw(Buffer.from(hex, 'hex'))

/** @throws If the bytes are no transaction. */
export const readTx = (hex: string): Tx => bcoin.TX.fromRaw(Buffer.from(hex, 'hex'))
