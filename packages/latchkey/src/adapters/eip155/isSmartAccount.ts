import type { Adapter } from '../../core/adapter.js'
import { jsonRpc } from '../../core/jsonRpc.js'

/** @see Adapter.isSmartAccount */
export const isSmartAccount: NonNullable<Adapter['isSmartAccount']> = async ({
  clock,
  network,
  address,
  signature,
}) => {
  // The 65 bytes of a key's signature, in hex; a contract's may be as long, and mostly are not.
  if (signature !== undefined && /^0x[0-9a-f]+$/i.test(signature) && signature.length !== 132) return true
  const code = await jsonRpc({ clock, network }, { method: 'eth_getCode', params: [address, 'latest'] })
  // EIP-7702: an account that has both a key and code; its key's signature is as good as any.
  return typeof code === 'string' && code.length > 2 && !code.startsWith('0xef0100')
}
