import { blake2b } from '@noble/hashes/blake2.js'
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { blockHeader, compact, metadata, u32, u128 } from '@polkadot-api/substrate-bindings'
import type { Network } from '../../protocol/entities/Network.js'

type Hex = `0x${string}`
type Lookup = Extract<Parameters<typeof metadata.enc>[0]['metadata'], { tag: 'v14' }>['value']['lookup']
type Definition = Lookup[number]['def']

const hexOf = (bytes: Uint8Array): Hex => `0x${bytesToHex(bytes)}`
const blake = (bytes: Uint8Array) => hexOf(blake2b(bytes, { dkLen: 32 }))
/** A hash that stands for something. */
export const hashOf = (text: string): Hex => blake(new TextEncoder().encode(text))

const field = (type: number, name?: string) => ({ name, type, typeName: undefined, docs: [] })
const composite = (...value: ReturnType<typeof field>[]): Definition => ({ tag: 'composite', value })
const variant = (cases: { readonly [name: string]: readonly [number, ...ReturnType<typeof field>[]] }) =>
  ({
    tag: 'variant',
    value: Object.entries(cases).map(([name, [index, ...fields]]) => ({ name, index, fields, docs: [] })),
  }) satisfies Definition
const primitive = (tag: 'u8' | 'u32' | 'u128'): Definition => ({
  tag: 'primitive',
  value: { tag, value: undefined },
})

/** The place of the pallet and of its call that keeps the sender alive. */
export type Place = { readonly pallet: number; readonly call: number }
type RuntimeOptions = {
  readonly specVersion: number
  /** What the metadata says, if it says another version than the node. */
  readonly saidVersion?: number
  readonly place: Place
  /** Its transactions say whether their signatures cover a hash of the metadata. */
  readonly hasMetadataHash?: boolean
  /** It takes no transaction whose signature does not cover that hash. */
  readonly demandsMetadataHash?: boolean
  /** The names of what extends its transactions, in an order of its own. */
  readonly order?: readonly string[]
}

const deposit = 100n
/** The place of the pallet that batches calls. */
const utility = 24

/** A batch of encoded calls. */
export const batchOf = (calls: readonly Uint8Array[], isAll = true): Uint8Array =>
  concatBytes(Uint8Array.of(utility, isAll ? 2 : 0), compact.enc(calls.length), ...calls)

/** The metadata of a chain with balances, batches of calls and nothing else. */
function metadataOf({ specVersion, saidVersion = specVersion, ...options }: RuntimeOptions): Hex {
  const { place, hasMetadataHash, demandsMetadataHash, order } = options
  const era = Object.fromEntries(
    Array.from({ length: 256 }, (_, at) => [
      at === 0 ? 'Immortal' : `Mortal${at}`,
      at === 0 ? ([0] as const) : ([at, field(0)] as const),
    ]),
  )
  const definitions: Definition[] = [
    primitive('u8'), // 0
    { tag: 'array', value: { len: 32, type: 0 } }, // 1
    composite(field(1)), // 2: the account
    { tag: 'compact', value: 4 }, // 3
    primitive('u128'), // 4
    { tag: 'tuple', value: [] }, // 5
    variant({ Id: [0, field(2)] }), // 6
    variant({ transfer_keep_alive: [place.call, field(6, 'dest'), field(3, 'value')] }), // 7
    variant({ Balances: [place.pallet, field(7)], Utility: [utility, field(29)] }), // 8: a call
    variant({ Ed25519: [0, field(10)], Sr25519: [1, field(10)], Ecdsa: [2, field(11)] }), // 9
    { tag: 'array', value: { len: 64, type: 0 } }, // 10
    { tag: 'array', value: { len: 65, type: 0 } }, // 11
    variant(era), // 12
    composite(field(14)), // 13: the nonce
    { tag: 'compact', value: 15 }, // 14
    primitive('u32'), // 15
    composite(field(3)), // 16: the tip
    variant({ ApplyExtrinsic: [0, field(15)] }), // 17
    variant({ ExtrinsicSuccess: [0], ExtrinsicFailed: [1] }), // 18
    variant({ Transfer: [2, field(2, 'from'), field(2, 'to'), field(4, 'amount')] }), // 19
    variant({ System: [0, field(18)], Balances: [1, field(19)] }), // 20
    composite(field(17, 'phase'), field(20, 'event'), field(22, 'topics')), // 21
    { tag: 'sequence', value: 1 }, // 22
    { tag: 'sequence', value: 21 }, // 23
    composite(field(15, 'spec_version'), field(15, 'transaction_version')), // 24
    composite(), // 25: the transaction; its parameters name its parts
    variant({ Disabled: [0], Enabled: [1] }), // 26: whether the hash of the metadata is covered
    variant({ None: [0], Some: [1, field(1)] }), // 27: that hash
    { tag: 'sequence', value: 8 }, // 28: calls
    variant({ batch: [0, field(28, 'calls')], batch_all: [2, field(28, 'calls')] }), // 29
  ]
  const parts = [
    ['Address', 6],
    ['Call', 8],
    ['Signature', 9],
  ] as const
  const lookup = definitions.map((def, id) => ({
    id,
    path: { 2: ['sp_core', 'crypto', 'AccountId32'], 27: ['Option'] }[id] ?? [],
    params: { 25: parts.map(([name, type]) => ({ name, type })), 27: [{ name: 'T', type: 1 }] }[id] ?? [],
    def,
    docs: [],
  }))
  const nothing = { storage: undefined, calls: undefined, events: undefined, errors: undefined, docs: [] }
  const constant = (name: string, type: number, value: Uint8Array) => ({
    name,
    type,
    value: hexOf(value),
    docs: [],
  })
  const events = {
    name: 'Events',
    modifier: 1,
    type: { tag: 'plain' as const, value: 23 },
    fallback: '0x00' as const,
    docs: [],
  }
  const version = concatBytes(u32.enc(saidVersion), u32.enc(1))
  const hash = demandsMetadataHash === true ? 1 : 27
  const extension = (identifier: string, type: number) => ({
    ...{ identifier, type },
    additionalSigned: identifier === 'CheckMetadataHash' ? hash : 5,
  })
  const types: { readonly [name: string]: number } = {
    CheckMortality: 12,
    CheckNonce: 13,
    ChargeTransactionPayment: 16,
    CheckMetadataHash: 26,
  }
  const usual = ['CheckSpecVersion', 'CheckMortality', 'CheckNonce', 'ChargeTransactionPayment']
  const names = order ?? [...usual, ...(hasMetadataHash ? ['CheckMetadataHash'] : [])]
  const value = {
    lookup,
    pallets: [
      {
        ...nothing,
        name: 'System',
        storage: { prefix: 'System', items: [events] },
        constants: [constant('Version', 24, version)],
        index: 0,
      },
      {
        ...nothing,
        name: 'Balances',
        calls: 7,
        events: 19,
        constants: [constant('ExistentialDeposit', 4, u128.enc(deposit))],
        index: place.pallet,
      },
      { ...nothing, name: 'Utility', calls: 29, constants: [], index: utility },
    ],
    extrinsic: {
      type: 25,
      version: 4,
      signedExtensions: names.map((name) => extension(name, types[name] ?? 5)),
    },
    type: 5,
    apis: [],
  }
  return hexOf(metadata.enc({ magicNumber: 0x6174_656d, metadata: { tag: 'v14', value } }))
}

/** The events of a block, as bytes: by the place of their transaction. */
export function eventsOf(
  ...events: readonly (readonly [
    number,
    'success' | 'failure' | { from: Uint8Array; to: Uint8Array; units: bigint },
  ])[]
): Hex {
  const bytes = events.map(([index, what]) => {
    const phase = concatBytes(Uint8Array.of(0), u32.enc(index))
    const event =
      typeof what === 'string'
        ? Uint8Array.of(0, what === 'success' ? 0 : 1)
        : concatBytes(Uint8Array.of(1, 2), what.from, what.to, u128.enc(what.units))
    return concatBytes(phase, event, Uint8Array.of(0))
  })
  return hexOf(concatBytes(compact.enc(events.length), ...bytes))
}

/** A block of the scripted chain. A missing part is one that the node refuses to give. */
type ScriptedBlock = { readonly extrinsics?: readonly Hex[] | 'large'; readonly events?: Hex }

/** What the scripted chain says; a test changes it as it goes. */
export type ScriptedChain = {
  readonly network: Network
  readonly genesis: Hex
  /** The questions by the address that was asked. */
  readonly asked: { readonly url: string; readonly method: string; readonly params: readonly unknown[] }[]
  /** The methods that a node of another chain answers at this address. */
  readonly strangers: Set<string>
  readonly blocks: Map<number, ScriptedBlock>
  /** `usedAt`: the height of the block in which the account used its last number. */
  readonly accounts: Map<
    string,
    { readonly nonce: number; readonly free: bigint; readonly usedAt?: number | undefined }
  >
  final: number
  fee: bigint
  nextNonce: number
  /** The runtime that carries out the transactions of a block. */
  runtimeOf: (height: number) => RuntimeOptions | undefined
  /** Answers a question otherwise; `undefined` leaves it to the chain. */
  answer: (method: string, params: readonly unknown[]) => unknown
  readonly fetch: typeof fetch
}

export const usualPlace: Place = { pallet: 10, call: 3 }

/**
 * A chain whose nodes are asked through `fetch`: give its `fetch` to `vi.stubGlobal`. Every block up to `final` exists,
 * empty unless the test fills it.
 */
export function scriptedChain(genesis = hashOf('genesis')): ScriptedChain {
  const id = genesis.slice(2, 34)
  const network: Network = {
    id,
    chainNamespace: 'polkadot',
    caipNetworkId: `polkadot:${id}`,
    name: 'Scripted',
    nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 10 },
    rpcUrls: { default: { http: ['https://one.invalid/', 'https://two.invalid/'] } },
  }
  const headerOf = (height: number) => ({
    parentHash: height === 0 ? genesis : blockHash(height - 1),
    number: height,
    stateRoot: hashOf(`state ${height}`),
    extrinsicRoot: hashOf('extrinsics'),
    digests: [],
  })
  const hashes = new Map<number, Hex>([[0, genesis]])
  function blockHash(height: number): Hex {
    const known = hashes.get(height)
    if (known !== undefined) return known
    for (let at = hashes.size; at <= height; at++) hashes.set(at, blake(blockHeader.enc(headerOf(at))))
    return blockHash(height)
  }
  const heightOf = (hash: unknown) => {
    blockHash(chain.final)
    return [...hashes].find(([, one]) => one === hash)?.[0] ?? chain.final
  }
  /** The state of a block carries out the next one. */
  const runtimeAt = (hash: unknown) => {
    const options = chain.runtimeOf(hash === undefined ? chain.final + 1 : heightOf(hash) + 1)
    if (options === undefined) throw new Error('State already discarded')
    return options
  }
  const methods: { readonly [method: string]: (...params: readonly never[]) => unknown } = {
    chain_getBlockHash: (height: number) => blockHash(height),
    chain_getFinalizedHead: () => blockHash(chain.final),
    chain_getHeader(hash: Hex) {
      const { parentHash, number, stateRoot, extrinsicRoot } = headerOf(heightOf(hash))
      const header = { parentHash, stateRoot, extrinsicsRoot: extrinsicRoot, digest: { logs: [] } }
      return { ...header, number: `0x${number.toString(16)}` }
    },
    chain_getBlock(hash: Hex) {
      const height = heightOf(hash)
      const { extrinsics = [] } = chain.blocks.get(height) ?? {}
      const { parentHash } = headerOf(height)
      return { block: { header: { parentHash }, extrinsics: extrinsics === 'large' ? 5 : extrinsics } }
    },
    state_getRuntimeVersion: (at?: Hex) => ({
      specVersion: runtimeAt(at).specVersion,
      transactionVersion: 1,
    }),
    state_getMetadata: (at?: Hex) => metadataOf(runtimeAt(at)),
    state_getStorage(key: string, at?: Hex) {
      const account = [...chain.accounts].find(([id]) => key.endsWith(id))?.[1]
      if (account !== undefined) {
        const amounts = [account.free, 0n, 0n, 1n << 127n].map((amount) => u128.enc(amount))
        const isBefore = account.usedAt !== undefined && heightOf(at) < account.usedAt
        return hexOf(concatBytes(u32.enc(account.nonce - Number(isBefore)), new Uint8Array(12), ...amounts))
      }
      if (key.length > 100) return null
      const { events } = chain.blocks.get(heightOf(at)) ?? {}
      if (events === undefined) throw new Error('State already discarded')
      return events
    },
    state_call: () => hexOf(u128.enc(chain.fee)),
    system_accountNextIndex: () => chain.nextNonce,
    author_submitExtrinsic: (extrinsic: Hex) => blake(hexToBytes(extrinsic.slice(2))),
  }
  const chain: ScriptedChain = {
    network,
    genesis,
    asked: [],
    strangers: new Set(),
    blocks: new Map(),
    accounts: new Map(),
    final: 100,
    fee: 10n,
    nextNonce: 0,
    runtimeOf: () => ({ specVersion: 1, place: usualPlace }),
    answer: () => undefined,
    async fetch(url, init) {
      const { method, params } = JSON.parse(String(init?.body))
      chain.asked.push({ url: String(url), method, params })
      const isStrange = chain.strangers.has(String(url)) && method === 'chain_getBlockHash'
      try {
        const result = isStrange
          ? hashOf('another chain')
          : (chain.answer(method, params) ?? methods[method]?.(...(params as never[])))
        return Response.json({ jsonrpc: '2.0', id: 1, result })
      } catch (error) {
        const said = { code: 4003, message: error instanceof Error ? error.message : '' }
        return Response.json({ jsonrpc: '2.0', id: 1, error: said })
      }
    },
  }
  return chain
}
