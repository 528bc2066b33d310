import type { Network } from '../../protocol/entities/Network.js'
import { isKitError } from '../../protocol/errors.js'
import type { Included } from './blocks.js'
import type { Ask } from './node.js'
import { loadRuntime, type Runtime } from './runtime.js'
import { readSigned, type Signed } from './transferCall.js'

/** Reads a transaction of a block by the runtime that carried it out; `undefined` if that is not possible. */
export async function readIncluded(
  ask: Ask,
  network: Network,
  { parentHash, extrinsic }: Included,
): Promise<(Signed & { readonly runtime: Runtime }) | undefined> {
  const runtime = await loadRuntime(ask, network, parentHash).catch((error: unknown) => {
    if (isKitError(error, 'NETWORK_UNREADABLE')) throw error
    // The node keeps no state that old, or nobody can read its metadata.
    return undefined
  })
  const signed = runtime && readSigned(runtime, extrinsic)
  return signed && { ...signed, runtime }
}
