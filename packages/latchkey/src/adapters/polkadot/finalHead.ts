import { blake2b } from '@noble/hashes/blake2.js'
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { compact } from '@polkadot-api/substrate-bindings'
import * as v from 'valibot'
import { accountError } from '../../protocol/accountErrors.js'
import { type Ask, hash, hex } from './node.js'

/** A block's number, as headers have it. */
const blockNumber = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-f]{1,8}$/i),
  v.transform((text) => Number(text)),
)
const header = v.object({
  parentHash: hash,
  number: blockNumber,
  stateRoot: hash,
  extrinsicsRoot: hash,
  digest: v.object({ logs: v.pipe(v.array(hex), v.maxLength(1_000)) }),
})
type Header = v.InferOutput<typeof header>

/** A final block. */
export type Head = { readonly hash: `0x${string}`; readonly height: number }

/**
 * The newest final block. Its hash covers its height, so a node cannot combine a height with another block's hash.
 *
 * @throws `NETWORK_UNREADABLE` for a header that has another hash
 */
export async function finalHead(ask: Ask): Promise<Head> {
  const head = await ask(hash, 'chain_getFinalizedHead')
  const found = await ask(header, 'chain_getHeader', head)
  if (hashOf(found) === head) return { hash: head, height: found.number }
  throw accountError('NETWORK_UNREADABLE', { slots: { network: 'The network' }, details: 'chain_getHeader' })
}

function hashOf({ parentHash, number, stateRoot, extrinsicsRoot, digest: { logs } }: Header): string {
  const bytes = concatBytes(
    bytesOf(parentHash),
    compact.enc(number),
    bytesOf(stateRoot),
    bytesOf(extrinsicsRoot),
    compact.enc(logs.length),
    ...logs.map(bytesOf),
  )
  return `0x${bytesToHex(blake2b(bytes, { dkLen: 32 }))}`
}

const bytesOf = (text: string) => hexToBytes(text.slice(2))
