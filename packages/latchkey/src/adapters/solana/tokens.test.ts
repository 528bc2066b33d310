import { afterEach, describe, expect, test, vi } from 'vitest'
import { scriptedNode } from '../../testing/solana/scriptedNode.js'
import { firmNodesOf } from './nodes.js'
import { toBase58, toBase64 } from './SolanaWallet.js'
import { readMint } from './tokens.js'
import { transferFacts } from './transferFacts.js'

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
  expect(await read(mintWith(18))).toMatchObject({ token: { decimals: 6 } })
})

describe('what a token is called', () => {
  const metaplex = 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s'
  const token = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
  const extended = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
  const [tokenAddress, to] = [toBase58(new Uint8Array(32).fill(3)), toBase58(new Uint8Array(32).fill(4))]

  /** A text after its length, with zeros up to a size. */
  const padded = (text: string, size = text.length) => {
    const bytes = new TextEncoder().encode(text)
    return [size, 0, 0, 0, ...bytes, ...new Array(size - bytes.length).fill(0)]
  }
  const plain = Uint8Array.from({ length: 82 }, (_, at) => (at === 44 ? 6 : at === 45 ? 1 : 0))
  const metadata = (texts: readonly number[]) => Uint8Array.from([4, ...new Array(64).fill(9), ...texts])
  const withMetadata = (texts: readonly number[]) => {
    const data = [...new Array(64).fill(9), ...texts]
    return Uint8Array.from([...mintWith(18), 19, 0, data.length, 0, ...data])
  }

  async function symbolOf(
    mint: { readonly owner: string; readonly bytes: Uint8Array },
    place?: { readonly owner: string; readonly bytes: Uint8Array },
  ) {
    const { network } = scriptedNode({
      getAccountInfo([address]: readonly [string]) {
        const account = address === tokenAddress ? mint : address === to ? undefined : place
        const data = account && [toBase64(account.bytes), 'base64']
        return { value: account ? { owner: account.owner, executable: false, data } : null }
      },
    } as never)
    return (await transferFacts({ network, to, tokenAddress })).token?.symbol
  }

  const texts = [...padded('Harbor Coin', 32), ...padded('HRBR', 10)]

  test('is read from its Metaplex account, without the zeros that fill it', async () => {
    expect(await symbolOf({ owner: token, bytes: plain }, { owner: metaplex, bytes: metadata(texts) })).toBe(
      'HRBR',
    )
  })

  test('is read from the mint itself, before that account', async () => {
    const own = [...padded('Own Coin'), ...padded('OWN')]
    const other = { owner: metaplex, bytes: metadata(texts) }
    expect(await symbolOf({ owner: extended, bytes: withMetadata(own) }, other)).toBe('OWN')
  })

  test.each([
    ['there is no such account', undefined],
    ['another program has made it', { owner: token, bytes: metadata(texts) }],
    ['it is shorter than it says', { owner: metaplex, bytes: metadata([255, 255, 255, 127, 1]) }],
    ['it is empty', { owner: metaplex, bytes: new Uint8Array() }],
  ])('is not known if %s', async (_, place) => {
    expect(await symbolOf({ owner: token, bytes: plain }, place)).toBeUndefined()
  })
})
