import { createHmac, pbkdf2Sync } from 'node:crypto'
import { createKeyPairSignerFromPrivateKeyBytes, type KeyPairSigner } from '@solana/kit'

/** The development phrase of the other local chains; its keys are public. */
const phrase = 'test test test test test test test test test test test junk'

/** The people of the local chains, in the order of their accounts: m/44'/501'/n'/0' of the phrase. */
const names = [
  'visitor',
  'marlow',
  'saffron',
  'third',
  'harbor',
  'wren',
  'thistle',
  'stranger',
  'deployer',
] as const

export type Person = (typeof names)[number]
export type People = { readonly [name in Person]: KeyPairSigner }

/** The private key of an account of the phrase (SLIP-10), 32 bytes. */
export function privateKeyOf(index: number): Uint8Array {
  const seed = pbkdf2Sync(phrase, 'mnemonic', 2_048, 64, 'sha512')
  let node = createHmac('sha512', 'ed25519 seed').update(seed).digest()
  for (const step of [44, 501, index, 0]) {
    const hardened = Buffer.alloc(4)
    hardened.writeUInt32BE(0x80000000 + step)
    node = createHmac('sha512', node.subarray(32))
      .update(Buffer.concat([Buffer.of(0), node.subarray(0, 32), hardened]))
      .digest()
  }
  return new Uint8Array(node.subarray(0, 32))
}

export async function loadPeople(): Promise<People> {
  const signers = await Promise.all(
    names.map(
      async (name, index) =>
        [name, await createKeyPairSignerFromPrivateKeyBytes(privateKeyOf(index))] as const,
    ),
  )
  return Object.fromEntries(signers) as People
}
