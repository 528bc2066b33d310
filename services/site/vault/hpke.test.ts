import { Aes128Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core'
import { describe, expect, test } from 'vitest'
import { sealHalf } from '../../src/keys/sealHalf.js'
import { random, toText } from './bytes.js'
import { createKeyPair, openSealed, sealTo } from './hpke.js'
import { openHpke, sealHpke } from './testing/otherHpke.js'

const hex = (text: string) => Buffer.from(text, 'hex')

// RFC 9180, appendix A.3.1: DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-128-GCM, base mode.
const vector = {
  info: hex('4f6465206f6e2061204772656369616e2055726e'),
  ephemeral: hex('4995788ef4b9d6132b249ce59a77281493eb39af373d236a1fe415cb0c2d7beb'),
  enc: hex(
    '04a92719c6195d5085104f469a8b9814d5838ff72b60501e2c4466e5e67b325ac98536d7b61a1af4b78e5b7f951c0900be863c403ce65c9bfcb9382657222d18c4',
  ),
  publicKey: hex(
    '04fe8c19ce0905191ebc298a9245792531f26f0cece2460639e8bc39cb7f706a826a779b4cf969b8a0e539c7f62fb3d30ad6aa8f80e30f1d128aafd68a2ce72ea0',
  ),
  privateKey: hex('f3ce7fdae57e1a310d87f1ebbde6f328be0a99cdbcadf4d6589cf29de4b8ffd2'),
  aad: hex('436f756e742d30'),
  plain: hex('4265617574792069732074727574682c20747275746820626561757479'),
  text: hex('5ad590bb8baa577f8619db35a36311226a896e7342a6d836d8b7bcd2f20b6c7f9076ac232e3ab2523f39513434'),
  keyLength: 16,
} as const

describe('the vector of RFC 9180', () => {
  test('opens with the library', async () => {
    const kem = new DhkemP256HkdfSha256()
    const suite = new CipherSuite({ kem, kdf: new HkdfSha256(), aead: new Aes128Gcm() })
    const buffer = (bytes: Buffer) => new Uint8Array(bytes).buffer
    const recipientKey = {
      privateKey: await kem.deserializePrivateKey(buffer(vector.privateKey)),
      publicKey: await kem.deserializePublicKey(buffer(vector.publicKey)),
    }
    const opened = await suite.open(
      { recipientKey, enc: buffer(vector.enc), info: buffer(vector.info) },
      buffer(vector.text),
      buffer(vector.aad),
    )
    expect(Buffer.from(opened)).toEqual(vector.plain)
  })

  test('comes of the second implementation, byte for byte', () => {
    expect(openHpke(vector.privateKey, vector)).toEqual(vector.plain)
    const { enc, text } = sealHpke(vector.publicKey, vector)
    expect(enc).toEqual(vector.enc)
    expect(text).toEqual(vector.text)
  })
})

test('what the site seals opens with the second implementation, and the other way round', async () => {
  for (let run = 0; run < 20; run++) {
    const pair = createKeyPair()
    const plain = random(32)
    const purpose = { info: `info ${run}`, about: `about ${run}` }
    const message = {
      info: Buffer.from(purpose.info),
      aad: Buffer.from(purpose.about),
      keyLength: 32,
    } as const
    const { enc, text } = await sealTo(pair.publicKey, purpose, plain)
    const [encBytes, textBytes] = [Buffer.from(enc, 'base64url'), Buffer.from(text, 'base64url')]
    const opened = openHpke(Buffer.from(pair.privateKey), { ...message, enc: encBytes, text: textBytes })
    expect(new Uint8Array(opened)).toEqual(plain)
    const other = sealHpke(Buffer.from(pair.publicKey), { ...message, plain: Buffer.from(plain) })
    const sealed = { enc: toText(other.enc), text: toText(other.text) }
    expect(await openSealed(pair, purpose, sealed)).toEqual(plain)
  }
})

test('what the key service seals opens with the second implementation', async () => {
  const pair = createKeyPair()
  const place = { project: 'acme', wallet: 'w', slot: 's', key: 'k', epoch: 3 }
  const half = random(32)
  const { enc = '', text = '' } = (await sealHalf(toText(pair.publicKey), place, half)) ?? {}
  const opened = openHpke(Buffer.from(pair.privateKey), {
    info: Buffer.from('latchkey half/1'),
    aad: Buffer.from('half/1|acme|w|s|k|3'),
    keyLength: 32,
    enc: Buffer.from(enc, 'base64url'),
    text: Buffer.from(text, 'base64url'),
  })
  expect(new Uint8Array(opened)).toEqual(half)
  expect(await sealHalf(toText(random(65)), place, half)).toBeUndefined()
})

test('a text does not open for another key, purpose or place, nor with a bit changed', async () => {
  const [pair, other] = [createKeyPair(), createKeyPair()]
  const purpose = { info: 'info', about: 'about' }
  const sealed = await sealTo(pair.publicKey, purpose, random(32))
  const refused = (work: Promise<unknown>) => expect(work).rejects.toMatchObject({ code: 'damaged' })
  await refused(openSealed(other, purpose, sealed))
  await refused(openSealed(pair, { ...purpose, info: 'other' }, sealed))
  await refused(openSealed(pair, { ...purpose, about: 'other' }, sealed))
  const change = (text: string) => (text.startsWith('A') ? 'B' : 'A') + text.slice(1)
  await refused(openSealed(pair, purpose, { ...sealed, enc: change(sealed.enc) }))
  await refused(openSealed(pair, purpose, { ...sealed, text: change(sealed.text) }))
  await refused(sealTo(random(65), purpose, random(32)))
})
