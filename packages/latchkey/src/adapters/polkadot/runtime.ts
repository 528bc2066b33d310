import { getDynamicBuilder, getLookupFn } from '@polkadot-api/metadata-builders'
import { decAnyMetadata, Tuple, type UnifiedMetadata, unifyMetadata } from '@polkadot-api/substrate-bindings'
import * as v from 'valibot'
import { accountError } from '../../protocol/accountErrors.js'
import type { Network } from '../../protocol/entities/Network.js'
import { type Ask, hex } from './node.js'

/** A chain's runtime at a block: its versions, and the codecs that its metadata describes. */
export type Runtime = {
  readonly specVersion: number
  readonly transactionVersion: number
  readonly metadata: UnifiedMetadata
  readonly builder: ReturnType<typeof getDynamicBuilder>
  /** The names of what extends a transaction, in order. */
  readonly extensions: readonly string[]
  /** The balance below which an account is removed. */
  readonly existentialDeposit: bigint
  /** Decodes a signed transaction behind its version: sender, signature, extensions, call. */
  readonly decodeSigned: (bytes: Uint8Array) => readonly unknown[]
}

const versionSchema = v.object({
  specVersion: v.pipe(v.number(), v.integer(), v.minValue(0)),
  transactionVersion: v.pipe(v.number(), v.integer(), v.minValue(0)),
})

/** The runtimes read last, by network and version: their metadata are half a megabyte. */
const known = new Map<string, Runtime>()
const knownLimit = 4

/**
 * Reads the runtime in a block's state: the one that carries out the next block. The node's metadata must say the
 * version that the node says, at the same block.
 *
 * @throws `FEE_ESTIMATE_FAILED` for metadata that nobody can read
 */
export async function loadRuntime(ask: Ask, network: Network, at: string): Promise<Runtime> {
  const versions = await ask(versionSchema, 'state_getRuntimeVersion', at)
  const key = `${network.caipNetworkId} ${versions.specVersion} ${versions.transactionVersion}`
  const cached = known.get(key)
  if (cached !== undefined) return cached
  const runtime = readMetadata(await ask(hex, 'state_getMetadata', at))
  if (
    runtime.specVersion !== versions.specVersion ||
    runtime.transactionVersion !== versions.transactionVersion
  ) {
    throw accountError('FEE_ESTIMATE_FAILED', { details: 'metadata of another version' })
  }
  for (const oldest of known.keys()) if (known.size >= knownLimit) known.delete(oldest)
  known.set(key, runtime)
  return runtime
}

const ownVersionSchema = v.pipe(
  v.object({ spec_version: v.number(), transaction_version: v.number() }),
  v.transform((own) => ({ specVersion: own.spec_version, transactionVersion: own.transaction_version })),
)

function readMetadata(bytes: `0x${string}`): Runtime {
  try {
    const metadata = unifyMetadata(decAnyMetadata(bytes))
    const lookup = getLookupFn(metadata)
    const builder = getDynamicBuilder(lookup)
    const extended = metadata.extrinsic.signedExtensions[0] ?? []
    const { Address, Signature, Call } = partsOf(metadata)
    const signed = Tuple(
      ...[Address, Signature, ...extended.map(({ type }) => type), Call].map((type) =>
        builder.buildDefinition(type),
      ),
    )
    const constant = (pallet: string, name: string): unknown => {
      const { constants = [] } = metadata.pallets.find((one) => one.name === pallet) ?? {}
      const value = constants.find((one) => one.name === name)?.value
      return value && builder.buildConstant(pallet, name).dec(value)
    }
    const existentialDeposit = constant('Balances', 'ExistentialDeposit')
    if (typeof existentialDeposit !== 'bigint') throw new Error('no existential deposit')
    return {
      ...v.parse(ownVersionSchema, constant('System', 'Version')),
      metadata,
      builder,
      // Cached, so nobody may change it.
      extensions: Object.freeze(extended.map(({ identifier }) => identifier)),
      existentialDeposit,
      decodeSigned: (transaction) => signed.dec(transaction),
    }
  } catch (cause) {
    throw accountError('FEE_ESTIMATE_FAILED', { details: 'metadata', cause })
  }
}

/** The types of a transaction's parts, which older metadata names as the parameters of its type. */
function partsOf({ extrinsic, lookup }: UnifiedMetadata) {
  const type = 'type' in extrinsic ? extrinsic.type : undefined
  const parameters = lookup.find(({ id }) => id === type)?.params ?? []
  const named = (name: string) => parameters.find((one) => one.name === name)?.type
  const parts = {
    Address: 'address' in extrinsic ? extrinsic.address : named('Address'),
    Signature: 'signature' in extrinsic ? extrinsic.signature : named('Signature'),
    Call: 'call' in extrinsic ? extrinsic.call : named('Call'),
  }
  const { Address, Signature, Call } = parts
  if (Address === undefined || Signature === undefined || Call === undefined) throw new Error('no parts')
  return { Address, Signature, Call }
}
