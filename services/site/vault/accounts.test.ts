import { base58 } from '@scure/base'
import { HDKey } from '@scure/bip32'
import { entropyToMnemonic, mnemonicToSeedSync } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { createKeyPairSignerFromPrivateKeyBytes, getAddressFromPublicKey, verifySignature } from '@solana/kit'
import fc from 'fast-check'
import { hashMessage, recoverAddress, toHex } from 'viem'
import { mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { deriveAccounts } from './accounts.js'
import { random } from './bytes.js'
import { openSigners } from './openSigners.js'
import { seedOf } from './seed.js'

const entropies = fc.uint8Array({ minLength: 16, maxLength: 16 })
const wordsOf = (entropy: Uint8Array) => entropyToMnemonic(entropy, wordlist)
const runs = Number(process.env.LONG_RUNS ?? 25)
const half = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

describe('the accounts that other software makes of the same words', () => {
  test('a well known one', async () => {
    const { eip155, addresses } = await deriveAccounts(new Uint8Array(16))
    expect(wordsOf(new Uint8Array(16))).toBe(`${'abandon '.repeat(11)}about`)
    expect(addresses).toEqual({
      eip155: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
      solana: 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk',
    })
    expect(toHex(eip155)).toBe('0x1ab42cc412b618bdea3a599e3c9bae199ebf030895b039e9db1e30dafb12b727')
  })

  test('the seed is that of BIP-39', async () => {
    await fc.assert(
      fc.asyncProperty(entropies, async (entropy) => {
        expect(await seedOf(entropy)).toEqual(new Uint8Array(mnemonicToSeedSync(wordsOf(entropy))))
      }),
      { numRuns: runs },
    )
  })

  test('eip155: viem, and BIP-32 by its path', async () => {
    await fc.assert(
      fc.asyncProperty(entropies, async (entropy) => {
        const { eip155, addresses } = await deriveAccounts(entropy)
        expect(addresses.eip155).toBe(mnemonicToAccount(wordsOf(entropy)).address)
        expect(addresses.eip155).toBe(privateKeyToAccount(toHex(eip155)).address)
        const node = HDKey.fromMasterSeed(mnemonicToSeedSync(wordsOf(entropy))).derive("m/44'/60'/0'/0/0")
        expect(eip155).toEqual(new Uint8Array(node.privateKey ?? []))
      }),
      { numRuns: runs },
    )
  })

  test('solana: @solana/kit', async () => {
    await fc.assert(
      fc.asyncProperty(entropies, async (entropy) => {
        const { solana, addresses } = await deriveAccounts(entropy)
        const signer = await createKeyPairSignerFromPrivateKeyBytes(solana)
        expect(addresses.solana).toBe(signer.address)
        expect(addresses.solana).toBe(await getAddressFromPublicKey(signer.keyPair.publicKey))
      }),
      { numRuns: runs },
    )
  })
})

describe('openSigners', () => {
  test('eip155: signatures of the account, s in its lower half', async () => {
    const { eip155, close } = await openSigners(random(16))
    for (let run = 0; run < runs; run++) {
      const hash = hashMessage({ raw: random(40) })
      const signature = eip155.signDigest(Buffer.from(hash.slice(2), 'hex'))
      expect(signature).toHaveLength(65)
      expect([0, 1]).toContain(signature[64])
      expect(BigInt(toHex(signature.subarray(32, 64)))).toBeLessThanOrEqual(half)
      expect(await recoverAddress({ hash, signature: toHex(signature) })).toBe(eip155.address)
    }
    expect(() => eip155.signDigest(random(31))).toThrow('32 bytes')
    close()
  })

  test('eip155: the same signature that viem makes', async () => {
    const entropy = random(16)
    const { eip155, close } = await openSigners(entropy)
    const account = mnemonicToAccount(wordsOf(entropy))
    const hash = hashMessage('hello')
    const expected = await account.sign({ hash })
    const signature = eip155.signDigest(Buffer.from(hash.slice(2), 'hex'))
    expect(toHex(signature.subarray(0, 64))).toBe(expected.slice(0, 130))
    expect((signature[64] ?? 0) + 27).toBe(Number(`0x${expected.slice(130)}`))
    close()
  })

  test('solana: signatures that @solana/kit verifies', async () => {
    const { solana, close } = await openSigners(random(16))
    const bytes = random(100)
    const key = await crypto.subtle.importKey(
      'raw',
      new Uint8Array(base58.decode(solana.address)),
      'Ed25519',
      true,
      ['verify'],
    )
    const signature = solana.sign(bytes)
    expect(await verifySignature(key, signature as Parameters<typeof verifySignature>[1], bytes)).toBe(true)
    close()
  })

  test('a closed one signs nothing', async () => {
    const { eip155, solana, close } = await openSigners(random(16))
    close()
    expect(() => eip155.signDigest(random(32))).toThrow('locked')
    expect(() => solana.sign(random(32))).toThrow('locked')
  })
})
