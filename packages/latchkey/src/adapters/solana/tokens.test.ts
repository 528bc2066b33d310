import { afterEach, expect, test, vi } from 'vitest'
import { scriptedNode } from '../../testing/solana/scriptedNode.js'
import { firmNodesOf } from './nodes.js'
import { toBase64 } from './SolanaWallet.js'
import { readMint } from './tokens.js'

afterEach(() => vi.unstubAllGlobals())

/** A mint of Token-2022 with an empty extension of a type. */
function mintWith(type: number): Uint8Array {
  const bytes = new Uint8Array(166 + 4 + 56)
  bytes[44] = 6
  bytes[45] = 1
  bytes[165] = 1
  bytes.set([type, 0, 56, 0], 166)
  return bytes
}

async function read(bytes: Uint8Array) {
  const owner = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
  const data = [toBase64(bytes), 'base64']
  const { network } = scriptedNode({
    getAccountInfo: () => ({ value: { lamports: 1, owner, executable: false, data } }),
  })
  return readMint(firmNodesOf(network), 'mint')
}

test.each([10, 25])(
  'a token with extension %d, whose amounts wallets show otherwise, is refused',
  async (type) => {
    await expect(read(mintWith(type))).rejects.toMatchObject({ code: 'TOKEN_UNREADABLE' })
  },
)

test('a token with another extension is read', async () => {
  expect(await read(mintWith(18))).toMatchObject({ decimals: 6 })
})
